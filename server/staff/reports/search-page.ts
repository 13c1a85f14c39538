import type { Dates } from "../../dates.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { orderRow } from "../orders/order-row.ts";
import { staffCustomerPath, staffCustomersPath, staffOrdersPath, staffProductsPath } from "../paths.ts";
import { customerState } from "../people/customer-page.ts";
import { productRow } from "../products/product-row.ts";
import { mostFound, type SearchResults } from "./search.ts";

/** `detail` distinguishes the row from similar rows. */
type Row = { href: string; name: string; detail: string; state: string; tone: string };
type Group = { heading: string; noun: string; rows: readonly Row[]; hasMore: boolean; list: string };

const group = <Record>(
  records: readonly Record[] | undefined,
  { heading, list, q }: { heading: string; list: string; q: string },
  rowOf: (record: Record) => Row,
): Group[] =>
  records === undefined
    ? []
    : [
        {
          heading,
          noun: heading.toLowerCase(),
          rows: records.slice(0, mostFound).map(rowOf),
          hasMore: records.length > mostFound,
          list: `${list}?${new URLSearchParams({ q })}`,
        },
      ];

const textOf = (...parts: string[]): string => parts.filter(Boolean).join(" · ");

function groupsOf({ orders, products, customers }: SearchResults, q: string, dates: Dates): Group[] {
  return [
    ...group(orders, { heading: "Orders", list: staffOrdersPath, q }, (order) => {
      const { number, href, email, total, placed, state, tone } = orderRow(order, dates);
      return { href, name: `Order ${number}`, detail: textOf(email, total, placed.text), state, tone };
    }),
    ...group(products, { heading: "Products", list: staffProductsPath, q }, (product) => {
      const { href, name, brand, category, price, state, tone } = productRow(product);
      return { href, name, detail: textOf(brand, category, price), state, tone };
    }),
    ...group(customers, { heading: "Customers", list: staffCustomersPath, q }, (customer) => {
      const name = `${customer.first_name} ${customer.last_name}`.trim();
      const { text: state, tone } = customerState(customer);
      const detail = textOf(name, `since ${dates.day(customer.created_at).text}`);
      return { href: staffCustomerPath(customer.id), name: customer.email || "erased", detail, state, tone };
    }),
  ];
}

/** `payment`: the state of a payment without an order, if its key was searched for. */
type SearchInput = { q: string; found: SearchResults | undefined; payment: string | undefined };

/**
 * The results, in the groups that the role may see. Before a search, the page only says what can be
 * searched for.
 */
export const searchPage = (context: StaffContext, dates: Dates, { q, found, payment }: SearchInput) => ({
  ...staffFrame({ ...context, q }, q === "" ? "Search" : `Search for “${q}”`, undefined),
  q,
  payment,
  groups: found === undefined ? [] : groupsOf(found, q, dates),
});

type SearchPage = ReturnType<typeof searchPage>;
export const searchView = view<SearchPage>("staff/search");
