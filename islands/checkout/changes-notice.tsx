import type { Change } from "../../server/checkout/rules/quoted-fields.ts";
import { Icon } from "../ui/icon.tsx";

const words: Readonly<Record<Change["field"], readonly [what: string, was: string, is: string]>> = {
  total: ["Your order total", "was", "is"],
  lines: ["Your items", "were", "are"],
  shippingAddress: ["Your shipping address", "was", "is"],
  discount: ["Your discount", "was", "is"],
  shippingMethod: ["Your shipping method", "was", "is"],
  email: ["Your email", "was", "is"],
};

type Props = {
  changes: readonly Change[];
  why: string | undefined;
  /**
   * whether the server rendered the page with this notice; the notice then gets the focus, since
   * without scripts nothing else announces it
   */
  first: boolean;
};

/**
 * The changes since the shopper last saw the values, each in a sentence with the old and the new
 * value, and a note that Pay agrees to them.
 */
export const ChangesNotice = ({ changes, why, first }: Props) =>
  changes.length > 0 && (
    // biome-ignore lint/a11y/noAutofocus: the answer to a press of Pay
    <div className="notice notice--warning" role="alert" tabIndex={-1} autoFocus={first}>
      <Icon name="alert" />
      <div>
        {why && <p key={why}>{why}</p>}
        {changes.map((change) => (
          <Sentence key={change.field + change.old + change.new} {...change} />
        ))}
        <p>Nothing was charged. Press Pay if you agree.</p>
      </div>
    </div>
  );

function Sentence({ field, old, new: now }: Change) {
  const [fieldName, was, is] = words[field];
  return (
    <p>
      {old ? (
        <>
          {`${fieldName} ${was} `}
          <span translate="no">{old}</span>
          {` and ${is} now `}
        </>
      ) : (
        `${fieldName} ${is} now `
      )}
      <span translate="no">{now}</span>.
    </p>
  );
}
