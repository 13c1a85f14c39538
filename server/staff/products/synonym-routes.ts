import type { Request, RequestHandler, Response } from "express";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { contentFormView } from "../content/content-form-page.ts";
import { contentCall, noticeOf, saveSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { staffSynonymsPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord } from "../records/records.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { synonymCalls } from "./synonym-calls.ts";
import { synonymsForm } from "./synonyms-form.ts";
import { allSynonymsId, synonymsKind } from "./synonyms-kind.ts";
import { synonymsPage } from "./synonyms-page.ts";

/** Routes of the synonyms of the shop's search. */
export function synonymRoutes(shop: Shop, parts: StaffParts): Routes {
  const renderPage = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const saved = (await readRecord(shop.db, synonymsKind, allSynonymsId)) ?? { lines: [] };
    const history = await historyOf(shop, req, synonymsKind, allSynonymsId);
    const state = { notice: noticeOf(req), refusal, typed: refusal ? req.typed : undefined, history };
    const input = { saved, fields: await synonymsForm.views(shop, saved) };
    return shop.render(contentFormView, synonymsPage(staffContext(req, res), input, state));
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));
  const saving: RequestHandler = (req, res) =>
    saveSent(shop, req, res, {
      call: synonymCalls.saveSynonyms,
      kind: synonymsKind,
      form: synonymsForm,
      id: allSynonymsId,
      next: `${staffSynonymsPath}?notice=saved`,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  return routes(
    screenRoute(staffSynonymsPath, staffScreen(parts, "products:read"), screen),
    contentCall(parts, synonymCalls.saveSynonyms, saving),
  );
}
