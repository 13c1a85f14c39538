import type { Generated } from "kysely";

/**
 * A browser in which the mailed link of a phone order was opened: it may continue that checkout.
 */
type PhoneOrderOpeningTable = { checkout_id: string; visitor: string; at: number };

export type PhoneOrderTables = {
  phone_order_opening: PhoneOrderOpeningTable;
  exchange: ExchangeTable;
  exchange_line: ExchangeLineTable;
};
/**
 * A column of `checkout` and `orders`: the staff member who took the order on the phone, as
 * `staff:ID`; null for all other orders.
 */
export type TakenBy = { taken_by: Generated<`staff:${string}` | null> };
/** A column of `checkout` and `orders`: the id of the order that this one adds products to. */
export type SupplementOf = { supplement_of: Generated<string | null> };

/** A phone order that exchanges units of an earlier order. */
type ExchangeTable = {
  checkout_id: string;
  order_id: string;
  order_number: number;
  /** the units that are given back, in words */
  units: string;
  /** what the shopper no longer pays for the earlier order, in cents */
  amount: number;
  begun_at: number;
  /** when the earlier order was edited; null until the phone order is paid */
  done_at: number | null;
};
/** `edit_n`: the edit that took the units out; 0 if the order was canceled instead; null before. */
type ExchangeLineTable = { checkout_id: string; line_id: string; quantity: number; edit_n: number | null };
