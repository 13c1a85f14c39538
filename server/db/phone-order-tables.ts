import type { Generated } from "kysely";

/**
 * A browser in which the mailed link of a phone order was opened: it may continue that checkout.
 */
type PhoneOrderOpeningTable = { checkout_id: string; visitor: string; at: number };

export type PhoneOrderTables = { phone_order_opening: PhoneOrderOpeningTable };
/**
 * A column of `checkout` and `orders`: the staff member who took the order on the phone, as
 * `staff:ID`; null for all other orders.
 */
export type TakenBy = { taken_by: Generated<`staff:${string}` | null> };
/** A column of `checkout` and `orders`: the id of the order that this one adds products to. */
export type SupplementOf = { supplement_of: Generated<string | null> };
