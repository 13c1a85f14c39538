import type { OpenPhoneOrder } from "../../checkout/phone-orders.ts";
import type { Order } from "../../orders/find.ts";
import { stateWord } from "../../orders/rules/words.ts";
import type { Related } from "../../orders/supplements.ts";
import { staffExchangePath, staffOrderPath, staffPhoneOrderPath, staffSupplementPath } from "../paths.ts";

/** The orders that add to an order, or that it adds to, with their states in words. */
export const relatedRows = (related: readonly Related[]) =>
  related.map(({ number, state, isParent, isExchange, cancelation_requested, shipment_count }) => {
    const isPartShipped = state === "placed" && shipment_count > 0;
    const { text } = stateWord({ state, cancelationRequested: cancelation_requested === 1, isPartShipped });
    return { number, isParent, isExchange, href: staffOrderPath(number), state: text };
  });

type RelatedInput = {
  related: readonly Related[];
  unpaid: readonly (Pick<OpenPhoneOrder, "id"> & { isExchange: boolean })[];
  mayEdit: boolean;
  mayRefund: boolean;
};

/** The panel of an order's page with the orders that belong to it, and the way to add products. */
export function relatedPart({ number, state, supplementOf }: Order, { related, unpaid, mayEdit, mayRefund }: RelatedInput) {
  const action = mayEdit && state === "placed" && supplementOf === null ? staffSupplementPath(number) : undefined;
  const part = {
    action,
    exchange: action !== undefined && mayRefund ? staffExchangePath(number) : undefined,
    orders: relatedRows(related),
    unpaid: unpaid.map(({ id, isExchange }) => ({ href: staffPhoneOrderPath(id), isExchange })),
  };
  return action !== undefined || part.orders.length > 0 || part.unpaid.length > 0 ? part : undefined;
}
