import type { Request, RequestHandler, Response } from "express";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { synonymCalls } from "../calls/synonyms.ts";
import { contentFormView } from "../pages/content-form.ts";
import { synonymsPage } from "../pages/synonyms.ts";
import { staffSynonymsPath } from "../paths.ts";
import { synonymsForm } from "../products/synonyms-form.ts";
import { readRecord } from "../records.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { allSynonymsId, synonymsKind } from "../synonyms-kind.ts";
import { contentCall, noticeOf, saveSent } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { historyOf } from "./record-history.ts";

/** Routes of the synonyms of the shop's search. */
export function synonymRoutes(shop: Shop, parts: StaffParts): Routes {
  const draw = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const saved = (await readRecord(shop.db, synonymsKind, allSynonymsId)) ?? { lines: [] };
    const history = await historyOf(shop, req, synonymsKind, allSynonymsId);
    const shown = { notice: noticeOf(req), refusal, typed: refusal ? req.typed : undefined, history };
    const input = { saved, fields: await synonymsForm.views(shop, saved) };
    return shop.render(contentFormView, synonymsPage(deskOf(req, res), input, shown));
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await draw(req, res));
  const saving: RequestHandler = (req, res) =>
    saveSent(shop, req, res, {
      call: synonymCalls.saveSynonyms,
      kind: synonymsKind,
      form: synonymsForm,
      id: allSynonymsId,
      next: `${staffSynonymsPath}?notice=saved`,
      draw: (refusal) => draw(req, res, refusal),
    });
  return routes(
    screenRoute(staffSynonymsPath, staffScreen(parts, "products:read"), screen),
    contentCall(parts, synonymCalls.saveSynonyms, saving),
  );
}
