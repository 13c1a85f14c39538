import type { Change } from "../../server/checkout/rules/quoted-fields.ts";
import { Icon } from "../ui/icon.tsx";

const words: Readonly<Record<Change["field"], readonly [what: string, was: string, is: string]>> = {
  total: ["Your order total", "was", "is"],
  lines: ["Your items", "were", "are"],
  shippingAddress: ["Your shipping address", "was", "is"],
  shippingMethod: ["Your shipping method", "was", "is"],
  email: ["Your email", "was", "is"],
};

/** What is not as the shopper saw it: old and new, each a sentence, and that Pay agrees to it. */
export const ChangesNotice = ({ changes, why }: { changes: readonly Change[]; why: string | undefined }) =>
  changes.length > 0 && (
    <div className="notice notice--warning" role="alert">
      <Icon name="alert" />
      <div>
        {why && <p>{why}</p>}
        {changes.map((change) => (
          <p key={change.field}>{sentence(change)}</p>
        ))}
        <p>Nothing was charged. Press Pay if you agree.</p>
      </div>
    </div>
  );

function sentence({ field, old, new: now }: Change): string {
  const [what, was, is] = words[field];
  return old ? `${what} ${was} ${old} and ${is} now ${now}.` : `${what} ${is} now ${now}.`;
}
