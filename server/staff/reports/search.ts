import { lookUpProducts, type StaffProduct } from "../../catalog/product-list.ts";
import { type ListedCustomer, lookUpCustomers } from "../../customers/list.ts";
import type { Db } from "../../db/tables.ts";
import { type ListedOrder, lookUpOrders, orderOfNumber } from "../../orders/list.ts";
import { findPayment, type PaymentMatch } from "../../payments/find-payment.ts";
import { may, type Permissions } from "../people/rules/permissions.ts";

/** The most results that each group shows. */
export const mostFound = 8;

/**
 * Each group has up to one more result than is shown, so that the page can say that there are more.
 * A group that the role may not see is undefined.
 */
export type SearchResults = {
  orders: readonly ListedOrder[] | undefined;
  products: readonly StaffProduct[] | undefined;
  customers: readonly ListedCustomer[] | undefined;
};

/** The person who searches. */
type Searcher = { permissions: Permissions };

/**
 * Finds an order by its whole number, with or without `#`, or an order or a payment by a whole key
 * or reference of the gateway. Undefined if there is none. Money that the gateway holds for no
 * order is found only by those who may see payments.
 */
export async function findExactMatch(db: Db, staff: Searcher, text: string): Promise<PaymentMatch | undefined> {
  if (!may(staff, "orders:read")) return undefined;
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number !== undefined && (await orderOfNumber(db, Number(number))) !== undefined) return { number: Number(number) };
  const match = await findPayment(db, text);
  return match && "orphan" in match && !may(staff, "payments:read") ? undefined : match;
}

/**
 * Finds records that begin with a text (trimmed, in lower case), in the groups that the role may
 * see.
 */
export async function searchAll(db: Db, staff: Searcher, text: string): Promise<SearchResults> {
  const limit = mostFound + 1;
  return {
    orders: may(staff, "orders:read") ? await lookUpOrders(db, text, limit) : undefined,
    products: may(staff, "products:read") ? await lookUpProducts(db, text, limit) : undefined,
    customers: may(staff, "customers:read") ? await lookUpCustomers(db, text, limit) : undefined,
  };
}
