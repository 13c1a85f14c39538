import type { Address } from "../customers/rules/address-fields.ts";
import type { Cents } from "../money.ts";
import type { Sums } from "./rules/ledger.ts";

export type SnapshotLine = {
  productId: string;
  variantId: string;
  productSlug: string;
  productName: string;
  variantName: string;
  /** address of its picture; empty without one */
  picture: string;
  quantity: number;
  gift: boolean;
  unitPrice: Cents;
  discount: Cents;
  tax: Cents;
  /** parts per million; absent if a tax service does not say */
  taxPpm?: number;
  /** unit price × quantity − discount */
  net: Cents;
};

/** A payment method without a card, as the owner had set it. */
export type SnapshotMeans = { id: string; name: string; instructions: string; shipsUnpaid: boolean; termDays: number };

/**
 * The order at the moment when the shopper pressed Pay, stored with the payment attempt. The order
 * is created from this snapshot, whatever changes meanwhile (I10).
 */
export type OrderSnapshot = Sums & {
  orderId: string;
  checkoutId: string;
  customerId: string | null;
  /** the staff member who took it on the phone, as `staff:ID`; absent for other orders */
  takenBy?: `staff:${string}`;
  /** the staff member who placed it without a payment; absent if the shopper paid */
  placedBy?: `staff:${string}`;
  /** the id of the order that it adds products to */
  supplementOf?: string;
  /** whether this order exchanges units of that order */
  isExchange?: true;
  /** the payer's browser, which sees the order for a day */
  visitor: string | null;
  email: string;
  quoteId: string;
  /** the part of `tax` on shipping */
  shippingTax: Cents;
  /** the rate on shipping, in parts per million */
  shippingTaxPpm?: number;
  shippingMethod: { id: string; name: string };
  /** the estimate that the shopper was told; absent if the shop gives none */
  delivery?: { from: string; to: string } | undefined;
  promo: { id: string; code: string } | null;
  /** why the staff gave the discount; absent for other discounts */
  discountReason?: string;
  /** absent for a card, and for nothing to pay */
  means?: SnapshotMeans;
  /** the shopper's note to the shop; absent without one */
  orderNote?: string;
  shippingAddress: Address;
  billingAddress: Address;
  lines: readonly SnapshotLine[];
  /** the subtotal that the gift required; null without a gift (I13) */
  giftFrom: Cents | null;
};
