import type { OpenPhoneOrder } from "../../checkout/phone-orders.ts";
import type { Order } from "../../orders/find.ts";
import { stateWord } from "../../orders/rules/words.ts";
import type { Related } from "../../orders/supplements.ts";
import { staffOrderPath, staffPhoneOrderPath, staffSupplementPath } from "../paths.ts";

/** The orders that add to an order, or that it adds to, with their states in words. */
export const relatedRows = (related: readonly Related[]) =>
  related.map(({ number, state, isParent, cancelation_requested, shipment_count }) => {
    const isPartShipped = state === "placed" && shipment_count > 0;
    const { text } = stateWord({ state, cancelationRequested: cancelation_requested === 1, isPartShipped });
    return { number, isParent, href: staffOrderPath(number), state: text };
  });

type RelatedInput = { related: readonly Related[]; unpaid: readonly Pick<OpenPhoneOrder, "id">[]; mayEdit: boolean };

/** The panel of an order's page with the orders that belong to it, and the way to add products. */
export function relatedPart({ number, state, supplementOf }: Order, { related, unpaid, mayEdit }: RelatedInput) {
  const action = mayEdit && state === "placed" && supplementOf === null ? staffSupplementPath(number) : undefined;
  const part = { action, orders: relatedRows(related), unpaid: unpaid.map(({ id }) => ({ href: staffPhoneOrderPath(id) })) };
  return action !== undefined || part.orders.length > 0 || part.unpaid.length > 0 ? part : undefined;
}
