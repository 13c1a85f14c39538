import { useEffect, useLayoutEffect, useState } from "react";
import type { MethodAnswer } from "../../server/checkout/calls.ts";
import { call } from "../call.ts";
import { $totals } from "../stores/totals.ts";
import { FormActions } from "../ui/form-actions.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { price as priceOf } from "../ui/price.ts";
import type { ShippingMethodFormProps } from "./shipping-method-form.props.ts";
import { showStep } from "./steps.ts";

/** The shipping method step (requirements 82–86). */
export default function ShippingMethodForm({
  checkoutId,
  action,
  token,
  methods,
  taxKnown,
  errors,
  formError,
  back,
}: ShippingMethodFormProps) {
  const state = useFormState({ errors, formError }, async ({ shippingMethodId }) => {
    const answer = await call<MethodAnswer>("POST", action, { shippingMethodId, checkoutId });
    if (!answer.errors?.length) await showStep("payment", checkoutId);
    return answer;
  });
  const error = state.errorOf("shippingMethodId");
  const [chosen, choose] = useState(methods.find(({ checked }) => checked)?.id);
  const totals = methods.find(({ id }) => id === chosen)?.totals;
  const label = taxKnown ? "Total" : "Total before tax";
  const { form } = state;
  useLayoutEffect(() => {
    // A method may have been chosen before the form was hydrated.
    const field = form.ref.current?.querySelector<HTMLInputElement>(":checked");
    if (field) choose(field.value);
  }, [form.ref]);
  useEffect(() => $totals.set(totals), [totals]);
  return (
    <form className="stack" method="post" action={action} noValidate {...form}>
      <HiddenFields checkoutId={checkoutId} _csrf={token} />
      <Notice kind="error" text={state.formError} />
      <fieldset className="radio-cards" aria-describedby={error && "shippingMethodId-error"}>
        <legend className="visually-hidden">Shipping method</legend>
        {methods.map(({ id, name, description, price, totals, checked }) => (
          <label key={id} className="radio-card">
            <input
              type="radio"
              name="shippingMethodId"
              value={id}
              required
              defaultChecked={checked}
              onChange={() => choose(id)}
              aria-invalid={error ? true : undefined}
            />
            <span className="radio-card__name">{name}</span>
            {description && <span className="radio-card__note">{description}</span>}
            <span className="radio-card__price">{price}</span>
            <span className="radio-card__note script-fallback">{`${label} ${priceOf(totals.total)}`}</span>
          </label>
        ))}
      </fieldset>
      {error && (
        <p key={error} className="field__error" id="shippingMethodId-error">
          {error}
        </p>
      )}
      {totals && (
        <div className="needs-scripts">
          <p className="row row--apart" role="status">
            <span>{label}</span>
            <strong translate="no">{priceOf(totals.total)}</strong>
          </p>
        </div>
      )}
      <FormActions back={back} busy={state.busy} incomplete={state.incomplete}>
        Continue
      </FormActions>
    </form>
  );
}
