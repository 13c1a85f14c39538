import type { CustomerSort, ListedCustomer } from "../../customers/list.ts";
import type { Dates } from "../../dates.ts";
import type { OrdersOfCustomer } from "../../orders/list.ts";
import { view } from "../../web/view.ts";
import type { StaffCustomer } from "../customer.ts";
import type { CustomersQuery } from "../customer-query.ts";
import { staffCustomerPath, staffCustomersFilePath, staffCustomersPath } from "../paths.ts";
import { type CustomerColumn, customerColumns } from "../rules/customer-columns.ts";
import { shownColumns } from "../rules/list-columns.ts";
import type { SavedView } from "../saved-views.ts";
import { customerState } from "./customers.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells, timeCell } from "./list.ts";

const givenIn = ({ q, sort, columns }: CustomersQuery) => givenOf({ q, sort: sort === "newest" ? "" : sort }, columns);

const customersAddress = (path: string, query: CustomersQuery): string =>
  listAddress(path, [...givenIn(query), ...givenOf({ after: query.after ?? "" }, [])]);

/** An account; `orders` is undefined if the list shows no column of them. */
export type CustomerItem = ListedCustomer & { orders: OrdersOfCustomer | undefined };

/** A customer's cells in the list and in its file. */
export function customerCells(customer: CustomerItem, dates: Dates): Record<CustomerColumn, ListCell> {
  const { id, email, first_name, last_name, created_at, orders } = customer;
  const state = customerState(customer);
  return {
    email: { text: email || "erased", href: staffCustomerPath(id) },
    name: { text: `${first_name} ${last_name}`.trim() },
    since: timeCell(dates.day(created_at)),
    state: { text: state.text, states: [state] },
    orders: { text: String(orders?.count ?? 0) },
    lastOrder: timeCell(orders && dates.day(orders.latest)),
  };
}

/** The notice of an erasure leads to the list, since nothing else is left of a guest. */
const erased = "Erased. The books keep the orders’ numbers, products, and amounts.";

type CustomersInput = {
  wasErased: boolean;
  query: CustomersQuery;
  customers: readonly CustomerItem[];
  /** the id of the last one if there are more */
  next: string | undefined;
  /** a guest who has ordered with the searched email, but has no account */
  guest: StaffCustomer | undefined;
  views: readonly SavedView[];
};

const withSort = (first: CustomersQuery) => (sort: CustomerSort, name: string) => ({
  name,
  href: customersAddress(staffCustomersPath, { ...first, sort }),
  current: sort === first.sort,
});

/**
 * The list of accounts, and a guest whose whole email was searched for. Its address contains the
 * search, the sort, the columns and the page.
 */
export function customersPage(
  desk: DeskInput,
  dates: Dates,
  { query, customers, next, guest, views: saved, wasErased }: CustomersInput,
) {
  const first = { ...query, after: undefined };
  const [given, sorted] = [givenIn(first), withSort(first)];
  const shown = shownColumns(customerColumns, query.columns);
  const builtIn = [{ name: "All", href: staffCustomersPath, current: query.q === "" }];
  return {
    ...deskFrame(desk, "Customers", staffCustomersPath),
    ...listFrame({ path: staffCustomersPath, given, columns: customerColumns, chosen: query.columns, builtIn, saved }),
    token: desk.token,
    notice: wasErased ? erased : undefined,
    q: query.q,
    search: { name: "q", label: "Email or name", value: query.q, autocomplete: "off", maxlength: "200" },
    searchKeep: hiddenFields(given, ["q"]),
    sorts: [sorted("newest", "Newest first"), sorted("oldest", "Oldest first"), sorted("email", "By email")],
    customers: customers.map((customer) => ({ cells: shownCells(customerColumns, shown, customerCells(customer, dates)) })),
    guest: guest && { href: staffCustomerPath(guest.key), email: guest.email, orders: guest.orderCount },
    first: query.after === undefined ? undefined : customersAddress(staffCustomersPath, first),
    next: next === undefined ? undefined : customersAddress(staffCustomersPath, { ...query, after: next }),
    file: customersAddress(staffCustomersFilePath, first),
  };
}

type CustomersPage = ReturnType<typeof customersPage>;
export const customersView = view<CustomersPage>("staff/customers");
