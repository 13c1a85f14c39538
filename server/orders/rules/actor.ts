/**
 * The actor of an order's step. `owner` is a command of the owner's, `shop` the program by itself,
 * and a member of the staff is named by id.
 */
export type Actor = "shopper" | "owner" | "gateway" | "shop" | `staff:${string}`;
