import type { Request, RequestHandler } from "express";
import { toAmount } from "../../money.ts";
import { saleDays } from "../../orders/reports.ts";
import { calendarUnits } from "../../orders/rules/report-days.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { refusalStatus } from "../../web/refusal-status.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { zonedHead } from "../lists/columns.ts";
import { sendCsv } from "../lists/send-csv.ts";
import { staffBookingsFilePath, staffReportsFilePath, staffReportsPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { writeBookings } from "./bookings-file.ts";
import { type PeriodBefore, periodBefore } from "./period-before.ts";
import { mostRows, type ReportInput, type ReportTable, reportKinds, reportTable } from "./report-tables.ts";
import { type ReportQuery, reportsPage, reportsView } from "./reports-page.ts";
import { bookedDays, checkDays, dayAfter, keptDays, rangeOf, unitOf } from "./rules/report-period.ts";

/** Routes of the reports on sales and stock, on a page and as files. */
export function reportRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "reports:read");
  const queryOf = ({ query }: Request): ReportQuery => ({
    kind: reportKinds.find((kind) => kind === query.report) ?? "day",
    by: calendarUnits.find((unit) => unit === query.by),
    ...rangeOf(readLine(query.from, 40), readLine(query.to, 40), dates.local(now()).day),
  });
  /** The report that a query asks for, or its refusal; the stock report has no period. */
  const inputOf = async (query: ReportQuery): Promise<Outcome<ReportInput>> => {
    const days = query.kind === "stock" ? ok(rangeOf("", "", dates.local(now()).day)) : checkDays(query);
    if (!days.ok) return days;
    const span = bookedDays(days.value, dates.local(now()).day, await saleDays(db, dates));
    return ok({ kind: query.kind, span, unit: unitOf(query.by, span) });
  };
  /** The sums before a report's period; undefined where nothing was booked before it. */
  const beforeOf = async ({ kind, span }: ReportInput, table: ReportTable): Promise<PeriodBefore | undefined> => {
    const first = (await saleDays(db, dates))?.first;
    const hasEarlier = kind !== "stock" && first !== undefined && first < span.from;
    return hasEarlier ? await periodBefore(db, dates, kind, span, table) : undefined;
  };

  const screen: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const input = await inputOf(query);
    const table = input.ok ? await reportTable(db, dates, input.value, mostRows) : undefined;
    const report = input.ok && table ? { ...input.value, table, before: await beforeOf(input.value, table) } : undefined;
    const today = dates.local(now()).day;
    const first = (await saleDays(db, dates))?.first ?? today;
    const { from, to } = keptDays(query);
    const kept = rangeOf(from, to, today);
    const refused = input.ok ? undefined : input;
    const page = reportsPage(staffContext(req, res), dates, { query, report, refused, kept, today, first });
    sendPage(res, render(reportsView, page), refused ? refusalStatus[refused.code] : 200);
  };
  const file: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const input = await inputOf(query);
    if (!input.ok) throw new RefusedPage(input);
    const { columns, rows, total, unit } = await reportTable(db, dates, input.value);
    const name = query.kind === "stock" ? "stock.csv" : `${unit ?? query.kind}-${query.from}-${query.to}.csv`;
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}"` });
    res.write(csvLine(columns.map(({ name: head, isTime }) => (isTime ? zonedHead(head, dates.timeZone) : head))));
    for (const row of [...rows, total])
      res.write(csvLine(row.map((value, at) => (columns[at]?.kind === "money" ? toAmount(Number(value)) : value))));
    res.end();
  };
  const bookings: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const days = checkDays(query);
    if (!days.ok) throw new RefusedPage(days);
    const period = { from: dates.startOf(query.from), to: dates.startOf(dayAfter(query.to)) };
    await sendCsv(res, `bookings-${query.from}-${query.to}.csv`, (write) => writeBookings(db, dates, period, write));
  };
  return routes(
    screenRoute(staffReportsPath, reading, screen),
    screenRoute(staffReportsFilePath, reading, file),
    screenRoute(staffBookingsFilePath, reading, bookings),
  );
}
