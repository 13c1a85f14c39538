import type { RequestHandler } from "express";
import { countWaiting } from "../../catalog/review-decisions.ts";
import { countLowStock } from "../../catalog/stock.ts";
import { isDefaultName } from "../../config/store.ts";
import { countFailedJobs, lateEmails } from "../../jobs/count.ts";
import { countOrdersOf, type OrderSearch } from "../../orders/list.ts";
import { overdueOrders } from "../../orders/means.ts";
import { salesByDay } from "../../orders/sales.ts";
import { refusedMoney } from "../../payments/refused.ts";
import { countReportedOrphans } from "../../payments/sweep/decide.ts";
import { findRefusedReturns } from "../../payments/sweep/leave-refused.ts";
import { countHeldAttempts, countUnknownAttempts } from "../../payments/unknown.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import {
  staffHeldPaymentsPath,
  staffJobsPath,
  staffOrdersPath,
  staffPath,
  staffPaymentsPath,
  staffReviewsPath,
  staffStockPath,
} from "../paths.ts";
import { type Area, may, type Permission } from "../people/rules/permissions.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { setupSteps } from "../sign-in/setup.ts";
import { nearLimits } from "./shop-limits.ts";
import { lateEmailsTile, shopLimitTile, todayPage, todayView, type Waiting } from "./today-page.ts";

const most = 1000;
const days = 30;

/** The route of the first screen, with the waiting work that the role may see, and the sales. */
export function todayRoutes({ config, settings, render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const none = { text: "", since: undefined, until: undefined, before: undefined };
  const counting = (state: OrderSearch["state"]) => countOrdersOf(db, { ...none, state }, most);
  const tiles: readonly {
    area: Area;
    needs?: Permission;
    name: string;
    one?: string;
    href?: string;
    count: () => Promise<number>;
  }[] = [
    { area: "orders", name: "to pack", href: `${staffOrdersPath}?state=to-pack`, count: () => counting("to-pack") },
    {
      area: "orders",
      name: "cancellations requested",
      one: "cancellation requested",
      href: `${staffOrdersPath}?state=requested`,
      count: () => counting("requested"),
    },
    {
      area: "orders",
      name: "orders with an address to decide",
      one: "order with an address to decide",
      href: `${staffOrdersPath}?state=address`,
      count: () => counting("address"),
    },
    {
      area: "orders",
      name: "orders with a return to decide",
      one: "order with a return to decide",
      href: `${staffOrdersPath}?state=returns`,
      count: () => counting("returns"),
    },
    {
      area: "orders",
      name: "orders with a received return to restock or write off",
      one: "order with a received return to restock or write off",
      href: `${staffOrdersPath}?state=returns-received`,
      count: () => counting("returns-received"),
    },
    {
      area: "orders",
      name: "refunded orders that haven’t shipped",
      one: "refunded order that hasn’t shipped",
      href: `${staffOrdersPath}?state=refunded`,
      count: () => counting("refunded"),
    },
    {
      area: "orders",
      name: "orders not paid in full in time",
      one: "order not paid in full in time",
      href: `${staffOrdersPath}?state=overdue`,
      count: async () => (await overdueOrders(db, now(), most)).length,
    },
    {
      area: "orders",
      name: "orders with money to pay back without a card",
      one: "order with money to pay back without a card",
      href: `${staffOrdersPath}?state=pay-back`,
      count: () => counting("pay-back"),
    },
    {
      area: "orders",
      name: "orders whose payment is disputed at the bank",
      one: "order whose payment is disputed at the bank",
      href: `${staffOrdersPath}?state=disputed`,
      count: () => counting("disputed"),
    },
    {
      area: "orders",
      name: "orders on hold",
      one: "order on hold",
      href: `${staffOrdersPath}?state=held`,
      count: () => counting("held"),
    },
    {
      area: "orders",
      needs: "orders:refund",
      name: "payments under review",
      one: "payment under review",
      href: staffHeldPaymentsPath,
      count: () => countHeldAttempts(db),
    },
    {
      area: "payments",
      name: "payments whose outcome is unknown",
      one: "payment whose outcome is unknown",
      href: staffPaymentsPath,
      count: () => countUnknownAttempts(db),
    },
    {
      area: "payments",
      name: "refunds and charges that were refused",
      one: "refund or charge that was refused",
      href: staffPaymentsPath,
      count: async () => {
        const { refunds, charges } = await refusedMoney(db, now(), most);
        return refunds.length + charges.length + (await findRefusedReturns(db)).size;
      },
    },
    {
      area: "payments",
      name: "payments at the gateway without an order",
      one: "payment at the gateway without an order",
      href: staffPaymentsPath,
      count: () => countReportedOrphans(db, most),
    },
    {
      area: "reviews",
      name: "reviews to read",
      one: "review to read",
      href: staffReviewsPath,
      count: () => countWaiting(db, most),
    },
    {
      area: "jobs",
      name: "failed jobs",
      one: "failed job",
      href: `${staffJobsPath}?failed=1`,
      count: () => countFailedJobs(db, most),
    },
    {
      area: "stock",
      name: "variants low on stock",
      one: "variant low on stock",
      href: `${staffStockPath}?low=1`,
      count: () => countLowStock(db),
    },
  ];
  const screen: RequestHandler = async (req, res) => {
    const sees = (area: Area) => may(staffOf(req), `${area}:read`);
    const waiting: Waiting[] = [];
    for (const limit of await nearLimits(db, config, now()))
      if (sees(limit.kind === "declined cards" ? "payments" : "people")) waiting.push(shopLimitTile(limit, dates));
    const late = sees("jobs") ? await lateEmails(db, now()) : undefined;
    if (late) waiting.push(lateEmailsTile(late, dates));
    for (const { area, needs = `${area}:read` as const, count, name, one, href } of tiles)
      if (may(staffOf(req), needs)) waiting.push({ name, one, href, count: await count() });
    const sales = sees("reports") ? await salesByDay(db, dates, days, now()) : undefined;
    const { staffId } = staffOf(req);
    const { storeName } = settings.current();
    const setupInput = { ...config, staffId, party: parts.party, storeName: isDefaultName(storeName) ? undefined : storeName };
    const steps = sees("settings") ? await setupSteps(db, setupInput) : [];
    sendPage(res, render(todayView, todayPage(staffContext(req, res), dates, { waiting, sales, steps })));
  };
  return routes(screenRoute(staffPath, staffScreen(parts), screen));
}
