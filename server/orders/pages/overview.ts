import { lastPage, pagerOf } from "../../catalog/rules/paging.ts";
import type { DashboardFrame } from "../../customers/dashboard.ts";
import { dashboardPath } from "../../customers/paths.ts";
import { profileOf } from "../../customers/profile.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { view } from "../../web/view.ts";
import { ordersOf, ordersPerPage, type PastOrder } from "../past-orders.ts";
import { orderPath } from "../paths.ts";
import { moneyWord, stateWord } from "../rules/words.ts";

type OverviewPageInput = {
  dates: Dates;
  customerId: string;
  page: number;
  /** how many favourites the customer has */
  favourites: number;
  /** the result of a form, named in the address */
  notice: unknown;
};

type OverviewPage = Awaited<ReturnType<typeof overviewPage>>;
export const overviewView = view<DashboardFrame & OverviewPage>("orders/overview");

/**
 * The values of views/orders/overview.hbs: the greeting, a page of orders, and links to the other
 * screens.
 */
export async function overviewPage(db: Db, { dates, customerId, page, favourites, notice }: OverviewPageInput) {
  const { first_name: firstName, email, email_verified: verified } = await profileOf(db, customerId);
  const { orders, count, page: current } = await ordersOf(db, customerId, page);
  return {
    firstName,
    // Orders placed as a guest are listed only once the address is verified.
    ...(verified === 0 && { unconfirmed: email, linkSent: notice === "link-sent" }),
    favourites,
    count,
    orders: orders.map((order) => shownRow(order, dates)),
    pager: pagerOf(current, lastPage(count, ordersPerPage), (number) => `${dashboardPath}?page=${number}`),
  };
}

const shownRow = (order: PastOrder, dates: Dates) => ({
  href: orderPath(order.id),
  number: order.number,
  placed: dates.day(order.placedAt),
  state: stateWord(order),
  money: moneyWord(order.money, order.state, order.total, order.trouble),
  total: order.total,
  units: order.units === 1 ? "1 item" : `${order.units} items`,
  thumbs: order.thumbs,
});
