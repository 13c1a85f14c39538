import type { Request, RequestHandler, Response } from "express";
import { readSynonymLines } from "../../catalog/rules/synonyms.ts";
import { invalidFields, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { synonymCalls } from "../calls/synonyms.ts";
import { contentFormView } from "../pages/content-form.ts";
import { synonymsPage } from "../pages/synonyms.ts";
import { staffSynonymsPath } from "../paths.ts";
import { readRecord } from "../records.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { allSynonymsId, synonymsKind } from "../synonyms-kind.ts";
import { answerForm, contentCall, noticeOf, saveForm } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { historyOf } from "./record-history.ts";

/** Routes of the synonyms of the shop's search. */
export function synonymRoutes(shop: Shop, parts: StaffParts): Routes {
  const draw = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const saved = (await readRecord(shop.db, synonymsKind, allSynonymsId)) ?? { lines: [] };
    const history = await historyOf(shop, req, synonymsKind, allSynonymsId);
    const shown = { notice: noticeOf(req), refusal, typed: refusal ? req.typed : undefined, history };
    return shop.render(contentFormView, synonymsPage(deskOf(req, res), saved, shown));
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await draw(req, res));
  const saving: RequestHandler = async (req, res) => {
    const body = readBody(synonymCalls.saveSynonyms, req);
    const again = (refusal: Refusal) => draw(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffSynonymsPath, again);
    const { lines, faults } = readSynonymLines(body.value.lines);
    if (faults.length > 0) {
      const wrong = invalidFields([{ field: "lines", message: faults.join(" ") }]);
      return await answerForm(req, res, wrong, staffSynonymsPath, again);
    }
    const form = { kind: synonymsKind, id: allSynonymsId, seen: body.value.seen, fields: { lines } };
    await saveForm(shop, req, res, { ...form, next: `${staffSynonymsPath}?notice=saved`, draw: again });
  };
  return routes(
    screenRoute(staffSynonymsPath, staffScreen(parts, "products:read"), screen),
    contentCall(parts, synonymCalls.saveSynonyms, saving),
  );
}
