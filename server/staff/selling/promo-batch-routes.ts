import type { Request, RequestHandler, Response } from "express";
import { endBatch, makeBatch, readBatch } from "../../checkout/promo-batches.ts";
import { tidyCode } from "../../checkout/rules/promo-fields.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { answerForm } from "../content/content-form-routes.ts";
import type { ResentForm } from "../forms/field-view.ts";
import { fileTime, zonedHead } from "../lists/columns.ts";
import { sendCsv } from "../lists/send-csv.ts";
import { staffPromoFilePath, staffRulePath } from "../paths.ts";
import { recordChange } from "../records/audit.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { promoKind } from "./kinds.ts";
import { ruleCalls } from "./rule-calls.ts";

type PromoRequest = Request<{ id: string }>;
type RenderPage = (req: PromoRequest, res: Response, sent: ResentForm) => Promise<string>;

/** Routes of the batches of single-use codes, which a promo's page shows. */
export function batchRoutes({ db, now, dates }: Shop, parts: StaffParts, renderPage: RenderPage): Routes {
  const { kind } = promoKind;
  const nextOf = (id: string, notice: string) => `${staffRulePath("promos", id)}?notice=${notice}`;

  const making: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(ruleCalls.makePromoBatch, req);
    const made: Outcome<unknown> = body.ok
      ? await transactOutcome(db, async (tx) => {
          const { batch: sentId, size, prefix } = body.value;
          const fields = { size: Number(size.trim() || Number.NaN), prefix: tidyCode(prefix) };
          const batchId = /^[\w-]{1,64}$/.test(sentId) ? sentId : newId();
          const outcome = await makeBatch(tx, { ...fields, id: batchId, promoId: id, madeBy: actorOf(req) }, now());
          if (!outcome.ok || !outcome.value) return outcome;
          const after = { Codes: fields.size, Prefix: fields.prefix };
          await recordChange(tx, auditSourceOf(req), { kind, id, action: "batch of codes made", after }, now());
          return outcome;
        })
      : body;
    await answerForm(req, res, made, nextOf(id, "batch"), (refusal) => renderPage(req, res, { refusal, typed: req.typed }));
  };

  const ending: RequestHandler<{ id: string; batch: string }> = async (req, res) => {
    const { id, batch } = req.params;
    const body = readBody(ruleCalls.endPromoBatch, req);
    const ended: Outcome<unknown> = body.ok
      ? await transactOutcome(db, async (tx) => {
          const outcome = await endBatch(tx, id, batch, now());
          if (!outcome.ok || !outcome.value) return outcome;
          const after = { Codes: outcome.value.size, Prefix: outcome.value.prefix };
          await recordChange(tx, auditSourceOf(req), { kind, id, action: "batch of codes ended", after }, now());
          return ok(true);
        })
      : body;
    await answerForm(req, res, ended, nextOf(id, "batch-ended"), (refusal) => renderPage(req, res, { refusal }));
  };

  const file: RequestHandler<{ id: string }> = async (req, res) => {
    const found = await readBatch(db, req.params.id, readLine(req.query.batch, 64));
    if (!found) throw new RefusedPage(notFound);
    const { batch, codes } = found;
    const lines = codes.map(({ code, number, placed_at }) =>
      csvLine([code, number === null ? "no" : "yes", number ?? "", fileTime(placed_at, dates)]),
    );
    await sendCsv(res, `codes-${batch.prefix || batch.id}.csv`, (write) =>
      write([csvLine(["Code", "Used", "Order", zonedHead("Placed", dates.timeZone)]), ...lines].join("")),
    );
  };

  const guard = staffCall(parts, { needs: promoKind.needs });
  return routes(
    callRoute(ruleCalls.makePromoBatch, guard, making),
    callRoute(ruleCalls.endPromoBatch, guard, ending),
    screenRoute(staffPromoFilePath(":id"), staffScreen(parts, "rules:read"), file),
  );
}
