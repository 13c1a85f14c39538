import { toAddress } from "../customers/address-columns.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { AddressKind, Db, Row, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findOrderMeans, type OrderMeans } from "./queries/means.ts";
import { findAllLines, findLedger, findOrderAddresses, findOrderLines, findOrderRow } from "./queries.ts";
import type { Shipment } from "./rules/carriers.ts";
import { awaitedAmount } from "./rules/ledger.ts";
import { asksToCancel } from "./rules/state.ts";
import type { SnapshotLine } from "./snapshot.ts";

export type OrderLine = SnapshotLine & { id: string };

/** `awaited`: cents that are still to be paid, at the latest at `dueAt`. */
export type OrderedMeans = { name: string; instructions: string; shipsUnpaid: boolean; dueAt: number; awaited: Cents };

export type Order = {
  id: string;
  number: number;
  state: Row<"orders">["state"];
  cancelationRequested: boolean;
  /** the shopper asked to cancel, and the shop has not decided yet */
  asksToCancel: boolean;
  /** the shop declined the request, other than by shipping */
  cancelationDeclined: boolean;
  /** a part of the order has shipped, and the order is still placed */
  isPartShipped: boolean;
  /** why the order is not to be packed for now; absent if it is not on hold */
  hold?: string;
  checkoutId: string;
  customerId: string | null;
  visitor: string | null;
  email: string;
  subtotal: Cents;
  discount: Cents;
  shipping: Cents;
  tax: Cents;
  total: Cents;
  shippingMethod: string;
  /** the delivery estimate shown to the shopper, as days such as `2026-12-02` */
  delivery: { from: string; to: string } | undefined;
  /** undefined before the order ships, or if the owner named no carrier */
  shipment: Shipment | undefined;
  promoCode: string | null;
  /** why the staff gave the discount; null for other discounts */
  discountReason: string | null;
  /** the shopper's note to the shop; empty without one */
  orderNote: string;
  brand: string | null;
  last4: string | null;
  /** the order's copy of its payment method without a card; absent for other orders */
  means?: OrderedMeans;
  placedAt: number;
  /** when the last part of the order shipped */
  fulfilledAt: number | null;
  /** how many returns were announced or requested */
  returnCount: number;
  /** the staff member who took a phone order, as `staff:ID`; null for other orders */
  takenBy: `staff:${string}` | null;
  /** the id of the order that this one adds products to */
  supplementOf: string | null;
  /** whether this order exchanges units of that order */
  isExchange: boolean;
  lines: readonly OrderLine[];
  shippingAddress: Address;
  billingAddress: Address;
};

/** An order as it was placed, with its lines and addresses. */
export async function findOrder(reader: Db | Tx, id: string): Promise<Order | undefined> {
  const row = await findOrderRow(reader, id);
  if (!row) return undefined;
  const lines = await findOrderLines(reader, id);
  const addresses = await findOrderAddresses(reader, id);
  const means = await findOrderMeans(reader, id);
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    cancelationRequested: row.cancelation_requested === 1,
    asksToCancel: asksToCancel(row),
    cancelationDeclined: row.cancelation_requested === 0 && row.cancel_reason !== null,
    isPartShipped: row.state === "placed" && row.shipment_count > 0,
    ...(row.state === "placed" && row.hold_reason !== null && { hold: row.hold_reason }),
    checkoutId: row.checkout_id,
    customerId: row.customer_id,
    visitor: row.visitor,
    email: row.email,
    subtotal: row.subtotal,
    discount: row.discount,
    shipping: row.shipping,
    tax: row.tax,
    total: row.total,
    shippingMethod: row.shipping_method,
    delivery: deliveryOf(row),
    shipment: shipmentOf(row),
    promoCode: row.promo_code,
    discountReason: row.discount_reason,
    orderNote: row.order_note,
    brand: row.brand,
    last4: row.last4,
    ...(means && { means: { ...toMeans(means), awaited: awaitedAmount(await findLedger(reader, id)) } }),
    placedAt: row.placed_at,
    fulfilledAt: row.fulfilled_at,
    returnCount: row.return_count,
    takenBy: row.taken_by,
    supplementOf: row.supplement_of,
    isExchange: row.is_exchange === 1,
    lines: lines.map(toLine),
    shippingAddress: addressOf(addresses, "shipping"),
    billingAddress: addressOf(addresses, "billing"),
  };
}

/**
 * The lines of several orders by position. The map lacks orders that have no lines or do not exist.
 */
export async function orderLinesOf(reader: Db | Tx, orderIds: readonly string[]): Promise<Map<string, OrderLine[]>> {
  const rows = orderIds.length === 0 ? [] : await findAllLines(reader, orderIds);
  return new Map([...Map.groupBy(rows, (row) => row.order_id)].map(([id, lines]) => [id, lines.map(toLine)]));
}

const toMeans = ({ name, instructions, ships_unpaid, due_at }: OrderMeans) => ({
  name,
  instructions,
  shipsUnpaid: ships_unpaid === 1,
  dueAt: due_at,
});

const deliveryOf = ({ delivery_from: from, delivery_to: to }: Row<"orders">) =>
  from === null || to === null ? undefined : { from, to };

const shipmentOf = ({ carrier, tracking }: Row<"orders">): Shipment | undefined =>
  carrier === null || tracking === null ? undefined : { carrier, tracking };

const toLine = (row: Row<"order_line">): OrderLine => ({
  id: row.id,
  productId: row.product_id,
  variantId: row.variant_id,
  productSlug: row.product_slug,
  productName: row.product_name,
  variantName: row.variant_name,
  picture: row.picture,
  quantity: row.quantity,
  gift: row.gift === 1,
  unitPrice: row.unit_price,
  discount: row.discount,
  tax: row.tax,
  ...(row.tax_ppm !== null && { taxPpm: row.tax_ppm }),
  net: row.net,
});

function addressOf(rows: readonly Row<"order_address">[], kind: AddressKind): Address {
  const row = rows.find((each) => each.kind === kind);
  if (!row) throw new Error(`an order has no ${kind} address`);
  return toAddress(row);
}
