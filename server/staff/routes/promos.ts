import type { RequestHandler } from "express";
import { countPromos, listPromos, mostCounted } from "../../checkout/promo-records.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { promoCells, promosPage, promosView } from "../pages/promos.ts";
import { staffPromosBulkPath, staffPromosFilePath, staffRulesPath } from "../paths.ts";
import { startPromos, stopPromos } from "../promo-bulk.ts";
import { promoSearchOf, promosQueryOf, selectedPromosOf } from "../promo-query.ts";
import { type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { promoColumns } from "../rules/promo-columns.ts";
import { listViews } from "../saved-views.ts";
import { promoKind } from "../selling/kinds.ts";
import { deskOf } from "./desk.ts";
import { listBulk } from "./list-bulk.ts";
import { sendListFile } from "./list-file.ts";
import { removedHistoryOf } from "./removed-record.ts";

const pageSize = 50;
/** The most promos of one file. */
const mostInFile = 500_000;

const actions = {
  stop: {
    ...{ action: stopPromos, title: "Turn promos off", button: "Turn off" },
    consequence:
      "Shoppers can’t use these codes from then on, also where they are in a cart already. Each can be turned on again.",
  },
  start: {
    ...{ action: startPromos, title: "Turn promos on", button: "Turn on" },
    consequence: "Their days and limits stay: a promo that has ended, or is used up, gives nothing still.",
  },
};

/** Routes of the list of promos, on a page and as a file, and of actions on many. */
export function promoListRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, db, now, dates } = shop;
  const reading = staffScreen(parts, "rules:read");

  const list: RequestHandler = async (req, res) => {
    const query = promosQueryOf(req.query);
    const search = promoSearchOf(query, now());
    const found = await listPromos(db, search, query, pageSize + 1);
    const promos = found.slice(0, pageSize);
    const shown = {
      ...{ query, promos, count: await countPromos(db, search, mostCounted), notice: req.query.notice, now: search.now },
      next: found.length > pageSize ? promos.at(-1)?.code : undefined,
      views: await listViews(db, staffOf(req).staffId, "promos"),
      history: await removedHistoryOf(shop, req, promoKind),
    };
    sendPage(res, render(promosView, promosPage(deskOf(req, res), dates, shown)));
  };

  const file: RequestHandler = async (req, res) => {
    const query = promosQueryOf(req.query);
    const search = promoSearchOf(query, now());
    await sendListFile(res, dates, {
      ...{ name: "promos.csv", columns: promoColumns, chosen: query.columns, most: mostInFile },
      read: (after: string | undefined, limit) => listPromos(db, search, { sort: query.sort, after }, limit),
      mark: ({ code }) => code,
      cells: (promo) => promoCells(promo, dates, search.now),
    });
  };

  const { preview, running } = listBulk(shop, {
    ...{ path: staffRulesPath("promos"), bulk: staffPromosBulkPath, many: "promos", picked: "promo", actions },
    selectionOf: (fields) => selectedPromosOf(fields, now()),
    read: (req) => readBody(staffCalls.runPromosBulk, req),
  });

  return routes(
    screenRoute(staffRulesPath("promos"), reading, list),
    screenRoute(staffPromosFilePath, reading, file),
    screenRoute(staffPromosBulkPath, staffScreen(parts, staffCalls.runPromosBulk.needs), preview),
    callRoute(staffCalls.runPromosBulk, staffCall(parts, { needs: staffCalls.runPromosBulk.needs }), running),
  );
}
