import type { OpenPhoneOrder } from "../../checkout/phone-orders.ts";
import type { Order } from "../../orders/find.ts";
import type { Replacement } from "../../orders/replacements.ts";
import { stateWord } from "../../orders/rules/words.ts";
import type { Related } from "../../orders/supplements.ts";
import { staffExchangePath, staffOrderPath, staffPhoneOrderPath, staffSupplementPath } from "../paths.ts";

type RelatedRow = Pick<Related, "number" | "state" | "cancelation_requested" | "shipment_count">;

/** A link to an order, with its state in words. */
function orderLink({ number, state, cancelation_requested, shipment_count }: RelatedRow) {
  const isPartShipped = state === "placed" && shipment_count > 0;
  const { text } = stateWord({ state, cancelationRequested: cancelation_requested === 1, isPartShipped });
  return { number, href: staffOrderPath(number), state: text };
}

/** The orders that add to an order, or that it adds to, with their states in words. */
export const relatedRows = (related: readonly Related[]) =>
  related.map(({ isParent, isExchange, ...order }) => ({ ...orderLink(order), isParent, isExchange }));

/** A link to the order that replaces another, or to its phone order until that is placed. */
function replacingLink({ replacedBy }: Replacement, isReplacementOpen: boolean) {
  if (replacedBy?.order) return orderLink(replacedBy.order);
  return replacedBy && isReplacementOpen
    ? { number: undefined, href: staffPhoneOrderPath(replacedBy.checkoutId), state: "not paid yet" }
    : undefined;
}

type RelatedInput = {
  related: readonly Related[];
  replacement: Replacement;
  /** whether the phone order that replaces the order is not paid yet */
  isReplacementOpen: boolean;
  unpaid: readonly (Pick<OpenPhoneOrder, "id"> & { isExchange: boolean })[];
  mayEdit: boolean;
  mayRefund: boolean;
};

/** The panel of an order's page with the orders that belong to it, and the way to add products. */
export function relatedPart({ number, state, supplementOf }: Order, input: RelatedInput) {
  const { related, replacement, isReplacementOpen, unpaid, mayEdit, mayRefund } = input;
  const action = mayEdit && state === "placed" && supplementOf === null ? staffSupplementPath(number) : undefined;
  const part = {
    action,
    exchange: action !== undefined && mayRefund ? staffExchangePath(number) : undefined,
    replaces: replacement.replaces && orderLink(replacement.replaces),
    replacedBy: replacingLink(replacement, isReplacementOpen),
    orders: relatedRows(related),
    unpaid: unpaid.map(({ id, isExchange }) => ({ href: staffPhoneOrderPath(id), isExchange })),
  };
  const isAny = action ?? part.replaces ?? part.replacedBy ?? part.orders[0] ?? part.unpaid[0];
  return isAny === undefined ? undefined : part;
}
