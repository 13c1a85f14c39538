/**
 * The actor that changed an order. `owner` is a command run by the owner, `shop` is the program
 * itself, and `staff:ID` is a staff member.
 */
export type Actor = "shopper" | "owner" | "gateway" | "shop" | `staff:${string}`;
