import type { RequestHandler } from "express";
import { transact } from "../../db/transaction.ts";
import { type Outcome, ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { respond, sendJson } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { customerCalls } from "../calls.ts";
import { eventSourceOf } from "../event-source.ts";
import { customerCall, customerOf, recentProof } from "../require-customer.ts";
import { customerSubject, recordSecurityEvent } from "../security-events.ts";
import type { SettingsView } from "./settings.ts";

/**
 * Returns all stored data of a customer. The caller passes this function in, since the data belongs
 * to every feature.
 */
export type ExportData = (customerId: string) => Promise<Record<string, unknown>>;

/** Sends the customer's own data as a file, to scripts and to forms. */
export function exportRoutes(shop: Shop, { view, exportData }: { view: SettingsView; exportData: ExportData }): Routes {
  const { db, now } = shop;
  const exporting: RequestHandler = async (req, res) => {
    const outcome: Outcome<object> = req.staleToken ?? ok({});
    const rerender = (refusal: Refusal) => view(req, res, { refusal });
    if (!outcome.ok) return await respond(req, res, outcome, { rerender });
    const customerId = customerOf(req);
    const event = { kind: "data-exported" as const, source: eventSourceOf(req) };
    await transact(db, (tx) => recordSecurityEvent(tx, customerSubject(customerId), event, now()));
    res.setHeader("Content-Disposition", 'attachment; filename="my-data.json"');
    sendJson(res, 200, { data: await exportData(customerId) });
  };
  return routes(callRoute(customerCalls.exportData, customerCall, recentProof(shop), exporting));
}
