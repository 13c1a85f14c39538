import { type ListedCustomer, searchCustomers } from "../../customers/list.ts";
import type { Db } from "../../db/tables.ts";
import { newestOrderWith, type OrdersOfCustomer, ordersOfCustomers } from "../../orders/list.ts";
import { stateCell, timeCell } from "../lists/columns.ts";
import { textFilter } from "../lists/filters.ts";
import { type ListExtras, staffList } from "../lists/list.ts";
import { staffCustomerPath, staffCustomersFilePath, staffCustomersPath } from "../paths.ts";
import { guestKey } from "./customer.ts";
import { customerState } from "./customer-page.ts";
import { findStaffCustomer } from "./customers.ts";

/** An account; `orders` is undefined if no shown column needs them. */
type CustomerRow = ListedCustomer & { orders: OrdersOfCustomer | undefined };

/** A guest who has ordered with an email, but has no account. */
async function findGuest(db: Db, email: string): Promise<ListExtras["guest"]> {
  const number = email.includes("@") ? await newestOrderWith(db, email.toLowerCase()) : undefined;
  const customer = number === undefined ? undefined : await findStaffCustomer(db, guestKey(number));
  if (!customer || customer.account) return undefined;
  return { href: staffCustomerPath(customer.key), email: customer.email, orders: customer.orderCount };
}

/** The list of accounts, and the guest whose whole email was searched for. */
export const customerList = staffList({
  name: "customers",
  title: "Customers",
  path: staffCustomersPath,
  filePath: staffCustomersFilePath,
  needs: "customers:read",
  one: "customer",
  many: "customers",
  caption: "Accounts",
  filters: { q: textFilter({ label: "Email or name", autocomplete: "off", maxlength: 200 }) },
  views: { All: { q: "" } },
  sorts: { newest: "Newest first", oldest: "Oldest first", email: "By email" },
  search: ({ q }) => q.toLowerCase(),
  read: async ({ db }, search, page): Promise<CustomerRow[]> => {
    const customers = await searchCustomers(db, search, page, page.limit);
    const counted = page.shows("orders") || page.shows("lastOrder") ? customers : [];
    const orders = await ordersOfCustomers(
      db,
      counted.map(({ id }) => id),
    );
    return customers.map((customer) => ({ ...customer, orders: orders.get(customer.id) }));
  },
  after: { shape: /^[\w-]{1,64}$/, of: ({ id }) => id },
  id: ({ id }) => id,
  rowName: ({ email }) => email,
  columns: {
    email: { label: "Email", cell: ({ id, email }) => ({ text: email || "erased", href: staffCustomerPath(id) }) },
    name: { label: "Name", cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim() },
    since: { label: "Since", isTime: true, cell: ({ created_at }, context) => timeCell(created_at, context) },
    state: { label: "State", isInFirstLine: true, cell: (customer) => stateCell(customerState(customer)) },
    orders: { label: "Orders", isFigure: true, isOptional: true, cell: ({ orders }) => String(orders?.count ?? 0) },
    lastOrder: {
      label: "Last order",
      isTime: true,
      isOptional: true,
      cell: ({ orders }, context) => timeCell(orders?.latest, context),
    },
  },
  // An erasure redirects to this list, since an erased guest has no page.
  notices: { erased: "Erased. The books keep the orders’ numbers, products, and amounts." },
  empty: ({ q }) => `No account ${q ? `begins with “${q}”` : "yet"}.`,
  extras: async ({ context, values }) => ({ guest: await findGuest(context.db, values.q) }),
});
