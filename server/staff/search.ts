import { lookUpProducts, type StaffProduct } from "../catalog/product-list.ts";
import { type ListedCustomer, lookUpCustomers } from "../customers/list.ts";
import type { Db } from "../db/tables.ts";
import { type ListedOrder, lookUpOrders, orderOfNumber } from "../orders/list.ts";
import { type FoundPayment, findPayment } from "../payments/find-payment.ts";
import { type Area, mayEnter, type Role } from "./rules/roles.ts";

/** What each group shows at most. */
export const mostFound = 8;

/** One more than is shown tells that there are more; a group that the role may not see is undefined. */
export type Found = {
  orders: readonly ListedOrder[] | undefined;
  products: readonly StaffProduct[] | undefined;
  customers: readonly ListedCustomer[] | undefined;
};

const maySee = (role: Role, area: Area): boolean => mayEnter(role, { area, access: "read" });

/**
 * What was asked for by an order's whole number, with or without `#`, or by a whole key or reference of the gateway's;
 * undefined where there is none. What the gateway holds for no order is for those alone who may see payments.
 */
export async function askedFor(db: Db, role: Role, text: string): Promise<FoundPayment | undefined> {
  if (!maySee(role, "orders")) return undefined;
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number !== undefined && (await orderOfNumber(db, Number(number))) !== undefined) return { number: Number(number) };
  const found = await findPayment(db, text);
  return found && "orphan" in found && !maySee(role, "payments") ? undefined : found;
}

/** What begins with a text (trimmed, in lower case), of all that the role may see. */
export async function searchAll(db: Db, role: Role, text: string): Promise<Found> {
  const limit = mostFound + 1;
  return {
    orders: maySee(role, "orders") ? await lookUpOrders(db, text, limit) : undefined,
    products: maySee(role, "products") ? await lookUpProducts(db, text, limit) : undefined,
    customers: maySee(role, "customers") ? await lookUpCustomers(db, text, limit) : undefined,
  };
}
