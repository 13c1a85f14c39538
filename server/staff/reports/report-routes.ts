import type { Request, RequestHandler } from "express";
import { toAmount } from "../../money.ts";
import { firstSale, type Period } from "../../orders/reports.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { refusalStatus } from "../../web/refusal-status.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { zonedHead } from "../lists/columns.ts";
import { staffReportsFilePath, staffReportsPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { mostRows, type ReportTable, reportKinds, reportTable, stockTable } from "./report-tables.ts";
import { type ReportQuery, reportsPage, reportsView } from "./reports-page.ts";
import { checkDays, dayAfter, keptDays, rangeOf } from "./rules/report-period.ts";

/** Routes of the reports on sales and stock, on a page and as files. */
export function reportRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "reports:read");
  const queryOf = ({ query }: Request): ReportQuery => ({
    kind: reportKinds.find((kind) => kind === query.report) ?? "day",
    ...rangeOf(readLine(query.from, 40), readLine(query.to, 40), dates.local(now()).day),
  });
  /** The period of a query; its days begin and end by the shop's calendar. */
  const periodOf = ({ from, to }: ReportQuery): Period => ({ from: dates.startOf(from), to: dates.startOf(dayAfter(to)) });

  /** The table of a query; the stock report has no period. */
  const tableOf = async (query: ReportQuery, most?: number): Promise<Outcome<ReportTable>> => {
    if (query.kind === "stock") return ok(await stockTable(db, most));
    const days = checkDays(query);
    return days.ok ? ok(await reportTable(db, dates, query.kind, periodOf(query), most)) : days;
  };

  const screen: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const table = await tableOf(query, mostRows);
    const time = now();
    const days = { today: dates.local(time).day, first: dates.local((await firstSale(db)) ?? time).day };
    const { from, to } = keptDays(query);
    const range = rangeOf(from, to, days.today);
    const page = reportsPage(staffContext(req, res), { query, table, kept: range, ...days, timeZone: dates.timeZone });
    sendPage(res, render(reportsView, page), table.ok ? 200 : refusalStatus[table.code]);
  };
  const file: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const table = await tableOf(query);
    if (!table.ok) throw new RefusedPage(table);
    const { columns, rows, total } = table.value;
    const name = query.kind === "stock" ? "stock.csv" : `${query.kind}-${query.from}-${query.to}.csv`;
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}"` });
    res.write(csvLine(columns.map(({ name: head, isTime }) => (isTime ? zonedHead(head, dates.timeZone) : head))));
    for (const row of [...rows, total])
      res.write(csvLine(row.map((value, at) => (columns[at]?.kind === "money" ? toAmount(Number(value)) : value))));
    res.end();
  };
  return routes(screenRoute(staffReportsPath, reading, screen), screenRoute(staffReportsFilePath, reading, file));
}
