import type { Db, Row, Tx } from "../db/tables.ts";
import { findPlaced, findReplaced } from "./queries/replacements.ts";
import type { RelatedOrder } from "./queries/supplements.ts";

export { findReplaced, setReplacedBy } from "./queries/replacements.ts";

export type Replacement = {
  /** the canceled order that an order replaces */
  replaces: RelatedOrder | undefined;
  /** the phone order that replaces an order, and the order that it became once it was placed */
  replacedBy: { checkoutId: string; order: RelatedOrder | undefined } | undefined;
};

/** The order that an order replaces, and the phone order that replaces it. */
export async function replacementOf(
  reader: Db | Tx,
  { checkout_id, replaced_by: checkoutId }: Row<"orders">,
): Promise<Replacement> {
  const order = checkoutId === null ? undefined : await findPlaced(reader, checkoutId);
  return {
    replaces: await findReplaced(reader, checkout_id),
    replacedBy: checkoutId === null ? undefined : { checkoutId, order },
  };
}
