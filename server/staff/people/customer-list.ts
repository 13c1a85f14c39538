import { type CustomerSearch, countCustomers, listCustomers, type SummarizedCustomer } from "../../customers/list.ts";
import { usedTags } from "../../customers/tags.ts";
import type { Db } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import { newestOrderWith } from "../../orders/list.ts";
import { stateCell, timeCell } from "../lists/columns.ts";
import { choiceFilter, textFilter } from "../lists/filters.ts";
import { type ListExtras, staffList } from "../lists/list.ts";
import { staffCustomerPath, staffCustomersFilePath, staffCustomersPath } from "../paths.ts";
import { guestKey } from "./customer.ts";
import { customerState } from "./customer-page.ts";
import { findStaffCustomer } from "./customers.ts";

/** A guest who has ordered with this email, which nobody confirmed and no account has. */
async function findGuest(db: Db, email: string): Promise<ListExtras["guest"]> {
  const number = email.includes("@") ? await newestOrderWith(db, email.toLowerCase()) : undefined;
  const customer = number === undefined ? undefined : await findStaffCustomer(db, guestKey(number));
  if (!customer || customer.account) return undefined;
  return { href: staffCustomerPath(customer.key), email: customer.email, orders: customer.orderCount };
}

const kinds = [
  { value: "", text: "All" },
  { value: "accounts", text: "With an account" },
  { value: "guests", text: "Guests" },
] as const;

const tagOptions = async (db: Db) => [
  { value: "", text: "Any" },
  ...(await usedTags(db)).map(({ tag, label }) => ({ value: tag, text: label })),
];

/** The list of accounts, and of guests whose emails are confirmed. */
export const customerList = staffList({
  name: "customers",
  title: "Customers",
  path: staffCustomersPath,
  filePath: staffCustomersFilePath,
  needs: "customers:read",
  one: "customer",
  many: "customers",
  filters: {
    q: textFilter({ label: "Email or name", autocomplete: "off", maxlength: 200 }),
    who: choiceFilter(["", "accounts", "guests"], { label: "Customers", options: () => kinds }),
    tag: textFilter({ label: "Tag", maxlength: 100, options: tagOptions }),
  },
  views: { All: { who: "" }, Accounts: { who: "accounts" }, Guests: { who: "guests" } },
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    name: "By last name",
    lastOrder: "Last order first",
    spent: "Highest sum first",
    orders: "Most orders first",
  },
  search: ({ q, who, tag }): CustomerSearch => ({ text: q.toLowerCase(), who, tag }),
  read: ({ db }, search, page): Promise<SummarizedCustomer[]> => listCustomers(db, search, page, page.limit),
  count: ({ db }, search, most) => countCustomers(db, search, most),
  after: { shape: /^[\w-]{1,64}$/, of: ({ key }) => key },
  id: ({ key }) => key,
  rowName: ({ email }) => email,
  columns: {
    email: { label: "Email", cell: ({ key, email }) => ({ text: email, href: staffCustomerPath(key) }) },
    name: { label: "Name", cell: ({ name }) => name },
    orders: { label: "Orders", isFigure: true, isLabeled: true, cell: ({ order_count }) => String(order_count) },
    spent: { label: "Sum", isFigure: true, isLabeled: true, cell: ({ spent }) => dollars(spent) },
    lastOrder: {
      label: "Last order",
      isTime: true,
      isLabeled: true,
      cell: ({ last_order_at }, context) => timeCell(last_order_at || undefined, context),
    },
    tags: { label: "Tags", isWide: true, cell: ({ tags }) => tags.join(", ") },
    notes: {
      label: "Notes",
      isFigure: true,
      isLabeled: true,
      isWide: true,
      cell: ({ notes }) => (notes === 0 ? "" : String(notes)),
    },
    state: { label: "State", isInFirstLine: true, cell: ({ account }) => stateCell(customerState(account)) },
    since: { label: "Since", isTime: true, isOptional: true, cell: ({ since }, context) => timeCell(since, context) },
  },
  // An erasure redirects to this list, since an erased guest has no page.
  notices: { erased: "Erased. The books keep the orders’ numbers, products, and amounts." },
  empty: ({ q }) => (q ? `No customer’s email or name begins with “${q}”.` : "No customers match these filters."),
  extras: async ({ context, values, rows }) => ({
    ...(rows.length === 0 && { guest: await findGuest(context.db, values.q) }),
    remark:
      "The sum is what was paid for products, shipping, and tax, less what was given back. Guests are listed once they have followed a link in one of the shop’s emails. Find any other guest by the whole email.",
  }),
});
