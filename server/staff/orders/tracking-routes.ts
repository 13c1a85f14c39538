import type { Request, RequestHandler, Response } from "express";
import { ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { largeForms } from "../large-forms.ts";
import { startBulk } from "../lists/bulk-routes.ts";
import { staffBulkRunPath, staffTrackingPath } from "../paths.ts";
import { readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { linesOf, readTrackingFile } from "./read-tracking-file.ts";
import { trackingCalls } from "./tracking-calls.ts";
import { shipParcels, tryLines } from "./tracking-file.ts";
import { readTrackingLines } from "./tracking-lines.ts";
import { trackingPage, trackingView } from "./tracking-page.ts";

/** Routes of shipping by a file of tracking numbers: the dry run, and the shipping. */
export function trackingRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, render } = shop;
  const guard = staffCall(parts, { needs: trackingCalls.tryTracking.needs });
  const renderPage = (req: Request, res: Response, input: Parameters<typeof trackingPage>[1]) =>
    render(trackingView, trackingPage(staffContext(req, res), input));

  const screen: RequestHandler = (req, res) => sendPage(res, renderPage(req, res, {}));

  const trying: RequestHandler = async (req, res) => {
    const lines = req.staleToken ?? linesOf(req);
    const tried = lines.ok ? await tryLines(db, lines.value) : [];
    if (lines.ok && isNative(req)) return sendPage(res, renderPage(req, res, { tried }));
    await respond(req, res, lines, {
      rerender: (refusal: Refusal) => renderPage(req, res, { refusal, typed: req.typed }),
      data: () => ({}),
    });
  };

  const shipping: RequestHandler = async (req, res) => {
    const body = readBody(trackingCalls.shipTracking, req);
    const lines = body.ok ? readTrackingLines(body.value.lines, "") : body;
    if (!body.ok || !lines.ok) {
      const rerender = (refusal: Refusal) => renderPage(req, res, { refusal });
      return await respond(req, res, lines, { next: staffTrackingPath, rerender });
    }
    const { id } = body.value;
    // Orders that can no longer ship are refused one by one, and the run reports them.
    const parcels = lines.value.flatMap(({ parcel }) => (parcel.ok ? [parcel.value] : []));
    await startBulk(shop, req, { id, action: shipParcels, selection: { parcels } });
    await respond(req, res, ok({}), { next: staffBulkRunPath(id), data: () => ({}) });
  };

  return {
    screens: routes(screenRoute(staffTrackingPath, staffScreen(parts, trackingCalls.tryTracking.needs), screen)),
    forms: routes(
      behind([readStaff(parts), tokenFirst, guard, requireFiles, readTrackingFile], callRoute(trackingCalls.tryTracking, trying)),
      behind(largeForms(parts), callRoute(trackingCalls.shipTracking, guard, shipping)),
    ),
  };
}
