import { useLayoutEffect, useRef } from "react";
import { promoPath } from "../../server/checkout/paths.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { isFocusLost } from "../ui/lost-focus.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { PromoFieldProps } from "./promo-field.props.ts";
import { usePromo } from "./promo-state.ts";

/** The promo code (requirements 111–121), in a separate form that has a button without scripts. */
export default function PromoField(props: PromoFieldProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { applied, error, busy, typed, press } = usePromo(input, props);
  const isApplied = applied !== undefined;
  useFocusAcross(form, isApplied);
  return (
    <form
      className="promo-code"
      method="post"
      action={promoPath(isApplied ? "remove" : "add")}
      noValidate
      aria-label="Promo code"
      tabIndex={-1}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      <HiddenFields checkoutId={props.checkoutId} promoCode={applied} />
      <label className="field__label" htmlFor="promoCode">
        Promo code
      </label>
      <div className="promo-code__row">
        <input
          className="input"
          id="promoCode"
          name="promoCode"
          type="text"
          ref={input}
          defaultValue={props.code}
          disabled={isApplied}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "promoCode-error" : undefined}
          onInput={typed}
        />
        {isApplied ? (
          <SubmitButton key="remove" kind="secondary" className="button--icon" busy={busy} aria-label="Remove promo code">
            <Icon name="trash" />
          </SubmitButton>
        ) : (
          <SubmitButton key="apply" kind="secondary" busy={busy}>
            Apply
          </SubmitButton>
        )}
      </div>
      {error && (
        <p key={error} className="field__error" id="promoCode-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

/**
 * Keeps the focus in the form if it was there. Applying a code disables the field and replaces the
 * button. The form itself then gets the focus: if the Remove button had it, another key press would
 * remove the code. After a removal the field gets the focus again.
 */
function useFocusAcross(form: React.RefObject<HTMLFormElement | null>, isApplied: boolean): void {
  const before = useRef(isApplied);
  useLayoutEffect(() => {
    if (before.current === isApplied) return;
    before.current = isApplied;
    if (!isFocusLost() && !form.current?.contains(document.activeElement)) return;
    const field = form.current?.querySelector<HTMLElement>("input:not([type=hidden])");
    (isApplied ? form.current : field)?.focus({ preventScroll: true });
  }, [isApplied, form]);
}
