import type { Request, RequestHandler } from "express";
import { countPromos, listPromos } from "../../checkout/promo-records.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { type PromosQuery, promoCells, promoHeads, promosPage } from "../pages/promos.ts";
import { staffPromosFilePath, staffRulesPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { deskOf } from "./desk.ts";
import { typedLine } from "./typed-line.ts";

const pageSize = 50;
const inBatch = 500;
/** Of one file. */
const mostInFile = 500_000;
const standings = ["current", "past"] as const;

/** What is not well said counts as not given. */
const queryOf = ({ query }: Request): PromosQuery => ({
  q: typedLine(query.q, 40),
  standing: standings.find((each) => each === query.show) ?? "all",
  after: typedLine(query.after, 100) || undefined,
});

/** The list of promos, and the same as a file. */
export function promoListRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, { area: "rules", access: "read" });

  const list: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const filter = { ...query, now: now() };
    const found = await listPromos(db, filter, pageSize + 1);
    const promos = found.slice(0, pageSize);
    const shown = {
      ...{ query, promos, count: await countPromos(db, filter), notice: req.query.notice, now: filter.now },
      next: found.length > pageSize ? promos.at(-1)?.code : undefined,
    };
    sendPage(res, render("staff/promos", promosPage(deskOf(req, res), dates, shown)));
  };

  /** Written as it is read: a large file is never whole in memory. */
  const file: RequestHandler = async (req, res) => {
    const filter = { ...queryOf(req), now: now() };
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="promos.csv"' });
    res.write(csvLine(promoHeads));
    let after: string | undefined;
    for (let written = 0; written < mostInFile && !res.destroyed; written += inBatch) {
      const promos = await listPromos(db, { ...filter, after }, inBatch);
      for (const promo of promos) res.write(csvLine(promoCells(promo, dates, filter.now)));
      after = promos.at(-1)?.code;
      if (promos.length < inBatch) break;
    }
    res.end();
  };

  return routes(screenRoute(staffRulesPath("promos"), reading, list), screenRoute(staffPromosFilePath, reading, file));
}
