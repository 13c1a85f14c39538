import type { ListedCustomer } from "../../customers/list.ts";
import type { ListedOrder } from "../../orders/list.ts";

/** An account, or a guest who is known by an order. */
export type StaffCustomer = {
  /** an account's id, or `guest-` and the number of one of a guest's orders */
  key: string;
  account: ListedCustomer | undefined;
  email: string;
  name: string;
  /** the latest of all orders placed with the account or its email */
  orders: readonly ListedOrder[];
  orderCount: number;
};

export const guestKey = (number: number): string => `guest-${number}`;

/** The order's number in a guest's key; undefined for an account's key. */
export function guestOrder(key: string): number | undefined {
  const number = /^guest-(\d{1,9})$/.exec(key)?.[1];
  return number === undefined ? undefined : Number(number);
}
