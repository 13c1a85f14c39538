import { listedCustomer } from "../../customers/list.ts";
import type { Db } from "../../db/tables.ts";
import { findOrder } from "../../orders/find.ts";
import { listOrdersByIds, orderOfNumber } from "../../orders/list.ts";
import { findPerson } from "../../personal-data/erase.ts";
import { guestKey, guestOrder, type StaffCustomer } from "./customer.ts";

/** The most orders that a customer's page lists. */
const most = 50;

/**
 * Finds a customer by an account's id, or by `guest-` and the number of one of a guest's orders.
 * Undefined if there is none, or if it was erased.
 */
export async function findStaffCustomer(db: Db, key: string): Promise<StaffCustomer | undefined> {
  const number = guestOrder(key);
  const holder = number === undefined ? await holderOf(db, key) : await guestOf(db, number);
  if (!holder) return undefined;
  const person = holder.email === "" ? undefined : await findPerson(db, holder.email);
  const orders = person?.orders ?? [];
  const latest = orders.slice(-most).map(({ id }) => id);
  return { ...holder, orders: await listOrdersByIds(db, latest), orderCount: orders.length };
}

type Holder = Pick<StaffCustomer, "key" | "account" | "email" | "name">;

async function holderOf(db: Db, id: string): Promise<Holder | undefined> {
  const account = await listedCustomer(db, id);
  if (!account) return undefined;
  return { key: id, account, email: account.email, name: `${account.first_name} ${account.last_name}`.trim() };
}

/** The holder of an order: its account, or otherwise the guest. */
async function guestOf(db: Db, number: number): Promise<Holder | undefined> {
  const id = await orderOfNumber(db, number);
  const order = id === undefined ? undefined : await findOrder(db, id);
  if (!order) return undefined;
  if (order.customerId !== null) return await holderOf(db, order.customerId);
  if (order.email === "") return undefined;
  const { firstName, lastName } = order.shippingAddress;
  return { key: guestKey(number), account: undefined, email: order.email, name: `${firstName} ${lastName}`.trim() };
}
