import type { ReactNode } from "react";
import { productPath } from "../../server/catalog/paths.ts";
import { shortageText } from "../../server/catalog/rules/shortage.ts";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { maxPerLine, maxPerLineText } from "../../server/checkout/rules/lines.ts";
import { remove } from "../stores/cart-changes.ts";
import { stepLine } from "../stores/cart-steps.ts";
import type { CartLine } from "../ui/cart-shape.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { price } from "../ui/price.ts";
import { SubmitButton } from "../ui/submit-button.tsx";

export type LineForm = { checkoutId: string | undefined; token: string };

type Props = {
  line: CartLine;
  /**
   * the units that presses have added, and that the server has not confirmed yet; negative if the
   * presses removed units
   */
  pressed: number;
  form: LineForm;
};

/**
 * One line of the cart: product, step buttons and removal. Each button is in its own form, which
 * also works without scripts.
 */
export function LineRow({ line, pressed, form }: Props) {
  const { product, variant, quantity, gift, picture, left } = line;
  const units = quantity + pressed;
  const most = Math.min(left, maxPerLine);
  return (
    <li className="line" data-backdrop={line.backdropColour ?? "black"}>
      <div className="line__picture">
        <img src={picture.url} alt={picture.alt} width="80" height="80" loading="lazy" decoding="async" />
      </div>
      <h3 className="line__name">
        <a href={productPath(product.slug)}>{product.name}</a>
      </h3>
      <p className="line__amount">
        {gift ? "Free" : <span translate="no">{price({ amount: line.unitPrice.gross.amount * quantity })}</span>}
      </p>
      <p className="line__variant">
        {variant.name && `${variant.name} · `}
        {gift ? "Your gift" : <span translate="no">{price(line.unitPrice.gross)}</span>}
        {!gift && " each"}
      </p>
      {!gift && units >= most && (
        <p className={left < units ? "line__note line__note--warning" : "line__note"} role="status">
          <span key={left}>{left > most ? maxPerLineText : shortageText(left)}</span>
        </p>
      )}
      <div className="line__actions">
        {gift ? <span /> : <Stepper line={line} shown={units} pressed={pressed} form={form} />}
        {!gift && left > 0 && left < units && <MakeIt line={line} most={most} shown={units} form={form} />}
        <Remove line={line} form={form} />
      </div>
    </li>
  );
}

type StepperProps = { line: CartLine; shown: number; pressed: number; form: LineForm };

const Stepper = ({ line, shown, pressed, form }: StepperProps) => (
  <div className="stepper">
    <Step line={line} form={form} by={-1} busy={pressed < 0} />
    <output className="stepper__count" translate="no">
      {shown}
    </output>
    <Step line={line} form={form} by={1} busy={pressed > 0} />
  </div>
);

type StepFormProps = { line: CartLine; form: LineForm; by: number; className?: string; children: ReactNode };

/** Changes a line by this many units; negative numbers remove units. */
const StepForm = ({ line, form, by, className, children }: StepFormProps) => (
  <form
    className={className}
    method="post"
    action={`${linePath}/${by > 0 ? "increase" : "decrease"}`}
    onSubmit={only(() => stepLine(line, by))}
  >
    <HiddenFields
      checkoutId={form.checkoutId}
      lineId={line.id}
      quantity={String(Math.abs(by))}
      _method="PUT"
      _csrf={form.token}
    />
    {children}
  </form>
);

type StepProps = { line: CartLine; form: LineForm; by: 1 | -1; busy: boolean };

/** The button stays enabled while it is busy: every press counts. */
const Step = ({ busy, ...step }: StepProps) => (
  <StepForm {...step} className="bare">
    <button
      type="submit"
      className="stepper__button"
      aria-label={`One ${step.by > 0 ? "more" : "less"} ${step.line.product.name}`}
      aria-busy={busy || undefined}
    >
      <Icon name={step.by > 0 ? "plus" : "minus"} />
    </button>
  </StepForm>
);

type MakeItProps = { line: CartLine; most: number; shown: number; form: LineForm };

/** The button for a line with more units than the stock has: reduces the line to `most` units. */
const MakeIt = ({ line, most, shown, form }: MakeItProps) => (
  <StepForm line={line} form={form} by={most - shown}>
    <button type="submit" className="button button--secondary" aria-label={`Make it ${most}: ${line.product.name}`}>
      Make it <span translate="no">{most}</span>
    </button>
  </StepForm>
);

function Remove({ line, form }: { line: CartLine; form: LineForm }) {
  const [busy, attempt] = usePendingAction();
  return (
    <form method="post" action={`${linePath}/remove`} onSubmit={only(() => attempt(() => remove(line.id)))}>
      <HiddenFields checkoutId={form.checkoutId} lineId={line.id} _method="DELETE" _csrf={form.token} />
      <SubmitButton kind="link" busy={busy} aria-label={`Remove ${line.product.name}`}>
        Remove
      </SubmitButton>
    </form>
  );
}

/** Runs `work` instead of the native post. */
export const only = (work: () => unknown) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  work();
};
