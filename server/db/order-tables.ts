import type { Generated } from "kysely";
import type { AddressColumns, AddressKind, Flag, RefusedBy, Time } from "./column-types.ts";
import type { SupplementOf, TakenBy } from "./phone-order-tables.ts";
import type { ShipmentCount } from "./shipment-tables.ts";

type OrdersTable = ShipmentCount &
  TakenBy &
  SupplementOf & {
    id: string;
    number: number;
    checkout_id: string;
    customer_id: string | null;
    visitor: string | null;
    email: string;
    email_norm: string;
    state: Generated<"placed" | "canceled" | "fulfilled">;
    cancelation_requested: Generated<Flag>;
    cancel_reason: string | null;
    subtotal: number;
    discount: number;
    shipping: number;
    tax: number;
    total: number;
    currency: Generated<string>;
    shipping_method: string;
    promo_code: string | null;
    /** why the staff gave a discount, which the shopper reads; null without one */
    discount_reason: Generated<string | null>;
    /** the shopper's message to the shop with the order; empty without one */
    order_note: Generated<string>;
    /** why the order is not to be packed for now; null: it is not on hold */
    hold_reason: Generated<string | null>;
    /** when somebody first followed a link mailed to the order's email; null: never */
    email_confirmed_at: Generated<Time | null>;
    brand: string | null;
    last4: string | null;
    /** when the purchase event was given to the page, once per order (I12) */
    reported_at: Time | null;
    placed_at: Time;
    fulfilled_at: Time | null;
    canceled_at: Time | null;
    /** the delivery estimate shown to the shopper, as `2026-12-02` */
    delivery_from: Generated<string | null>;
    delivery_to: Generated<string | null>;
    carrier: Generated<string | null>;
    tracking: Generated<string | null>;
    /** when the payer was asked, only once, for reviews of the order's products */
    review_invited_at: Generated<Time | null>;
    /** how many edits and refunds there are; the next one gets the next number */
    edit_count: Generated<number>;
    refund_count: Generated<number>;
    return_count: Generated<number>;
    /** when the personal values were emptied; amounts, lines, tax states and dates stay */
    erased_at: Generated<Time | null>;
    /** the part of `tax` that is charged on shipping */
    shipping_tax: Generated<number>;
    /** the tax rate of shipping; null: unknown */
    shipping_tax_ppm: Generated<number | null>;
    /** whether this order exchanges units of the order that it adds products to */
    is_exchange: Generated<Flag>;
    /** the checkout of the phone order that replaces this canceled order; null: none does */
    replaced_by: Generated<string | null>;
  };

type OrderAddressTable = AddressColumns & { order_id: string; kind: AddressKind };

type OrderLineTable = {
  id: string;
  order_id: string;
  position: number;
  product_id: string;
  variant_id: string;
  product_slug: string;
  product_name: string;
  variant_name: string;
  picture: Generated<string>;
  quantity: number;
  gift: Generated<Flag>;
  unit_price: number;
  discount: number;
  tax: number;
  /** unit price × quantity − discount */
  net: number;
  /** the tax rate of the line; null: unknown */
  tax_ppm: Generated<number | null>;
  /** when the order was placed; a trigger sets it if it is not given */
  sold_at: Generated<Time | null>;
};

type OrderEventTable = {
  id: string;
  order_id: string;
  kind: string;
  note: Generated<string>;
  /** the actor of the event; null: the shop */
  actor: Generated<string | null>;
  at: Time;
};

/**
 * Units taken out of a line before the order ships, with their share of its money; or a line's
 * share of a discount.
 */
type OrderEditTable = {
  order_id: string;
  n: number;
  line_id: string;
  /** the units taken out; 0 for a discount */
  quantity: number;
  net: number;
  tax: number;
  actor: string;
  at: Time;
  /** the id of the order event whose note is the discount's reason; null for units taken out */
  discount_event: Generated<string | null>;
};

/** `withdrawn`: the gateway had already returned this money in another way. */
type OrderRefundTable = {
  order_id: string;
  n: number;
  /** `{orderId}-r{n}`, or the gateway's own key for a refund that was made there */
  key: string;
  state: "requested" | "refunded" | "withdrawn";
  /**
   * the sum of `products`, `shipping`, `tax` and `owed`, in cents; `owed` is money that must be
   * returned because an edit lowered the order's total
   */
  amount: number;
  products: number;
  shipping: number;
  tax: number;
  owed: number;
  actor: string;
  requested_at: Time;
  decided_at: Time | null;
  /** the gateway's reference; null until it is made */
  ref: Generated<string | null>;
  /** when the refund was last sent to the gateway; null before, and after the gateway's answer */
  sent_at: Generated<Time | null>;
  /** the party that last refused the refund, and the gateway's code */
  refused_by: Generated<RefusedBy | null>;
  refusal_code: Generated<string | null>;
  /** the event whose note says how the refund was paid, if not by card */
  settled_event: Generated<string | null>;
};

type OrderRefundLineTable = { order_id: string; n: number; line_id: string; quantity: number; net: number; tax: number };

type OrderReturnTable = {
  id: string;
  order_id: string;
  /** the return's number, which units announced together share */
  n: number;
  line_id: string;
  quantity: number;
  state: "asked" | "received" | "restocked" | "written_off" | "refunded";
  restocked: Generated<Flag>;
  /** null before the refund, or if nothing was left to refund */
  refund_key: Generated<string | null>;
  actor: string;
  asked_at: Time;
  changed_at: Time;
};

/** A return that a shopper requested. Its units in `order_return` have the same `n`. */
type ReturnRequestTable = {
  order_id: string;
  n: number;
  /** the event whose note has the request and its reason */
  asked_event: string;
  requested_at: Time;
  /** null: undecided */
  decision: "accepted" | "declined" | null;
  /** the event whose note is the shop's answer */
  decided_event: string | null;
  decided_at: Time | null;
};

/** The requested lines, which are also kept if the request is declined. */
type ReturnRequestLineTable = { order_id: string; n: number; line_id: string; quantity: number };

/** A browser that may see another customer's order for a limited time. */
type OrderGrantTable = { visitor: string; order_id: string; until: Time };

/** The SHA-256 of the token in a mail's link to an order. */
type OrderTokenTable = { hash: string; order_id: string; created_at: Time };

export type LedgerAccount = "receivable" | "gateway" | "manual" | "revenue" | "tax" | "shipping" | "discount";

type LedgerEntryTable = { id: string; order_id: string; event: string; account: LedgerAccount; amount: number; at: Time };

/** An order's copy of its payment method without a card, as it was when the order was placed. */
type OrderMeansTable = {
  order_id: string;
  means_id: string;
  name: string;
  /** Markdown */
  instructions: string;
  ships_unpaid: 0 | 1;
  due_at: Time;
  /** how many payments were recorded; the next one gets the next number */
  payment_count: Generated<number>;
  /** when nothing was owed any more; null while money is awaited */
  settled_at: Generated<Time | null>;
};

/** The tags that the staff give to an order. */
type OrderTagTable = { order_id: string; tag: string };

/** The folded texts by which staff finds an order, each a line; triggers write them. */
type OrderSearchTable = { order_id: string; text: string };

export type OrderTables = {
  orders: OrdersTable;
  order_search: OrderSearchTable;
  order_tag: OrderTagTable;
  order_means: OrderMeansTable;
  order_address: OrderAddressTable;
  order_line: OrderLineTable;
  order_event: OrderEventTable;
  order_edit: OrderEditTable;
  order_refund: OrderRefundTable;
  order_refund_line: OrderRefundLineTable;
  order_return: OrderReturnTable;
  return_request: ReturnRequestTable;
  return_request_line: ReturnRequestLineTable;
  order_grant: OrderGrantTable;
  order_token: OrderTokenTable;
  ledger_entry: LedgerEntryTable;
};
