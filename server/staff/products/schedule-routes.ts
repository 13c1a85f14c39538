import type { Request, RequestHandler, Response } from "express";
import { applySchedules } from "../../catalog/apply-schedules.ts";
import { notFound, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffSchedulePath } from "../paths.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord, saveRecord, versionOf } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { productKind } from "./product-kind.ts";
import { recordScheduled } from "./record-scheduled.ts";
import { hasSkippedTime, scheduleOf } from "./schedule-form.ts";
import { scheduleKind } from "./schedule-kind.ts";
import { schedulePage, scheduleView } from "./schedule-page.ts";

const notices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  skipped: "Saved. Clocks go forward over one of these times: it counts from the end of the skipped hour.",
};

type ScheduleRequest = Request<{ id: string }>;
type RenderPage = { refusal?: Refusal | undefined; notice?: string | undefined };

/** Routes of the schedule of a product. */
export function scheduleRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, db, dates, now } = shop;
  const reading = staffScreen(parts, "products:read");

  const read = async (id: string) => {
    const product = await readRecord(db, productKind, id);
    const saved = await readRecord(db, scheduleKind, id);
    if (!product || !saved) throw new RefusedPage(notFound);
    return { product, saved };
  };
  const renderPage = async (req: ScheduleRequest, res: Response, { refusal, notice }: RenderPage = {}) => {
    const { id } = req.params;
    const { product, saved } = await read(id);
    const history = await historyOf(shop, req, scheduleKind, id, saved);
    const input = { id, product, saved, seen: versionOf(saved), now: now(), history };
    const page = schedulePage(staffContext(req, res), dates, input, {
      refusal,
      notice,
      typed: refusal && req.typed,
    });
    return render(scheduleView, page);
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) =>
    sendPage(res, await renderPage(req, res, { notice: notices[String(req.query.notice)] }));

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(staffCalls.saveSchedule, req);
    const { product, saved } = await read(id);
    const schedule = body.ok ? scheduleOf(saved, body.value, product.variants, { dates, now: now() }) : body;
    const notice = body.ok && schedule.ok && hasSkippedTime(body.value, dates) ? "skipped" : "saved";
    const options = {
      next: `${staffSchedulePath(id)}?notice=${notice}`,
      rerender: (refusal: Refusal) => renderPage(req, res, { refusal }),
      data: () => ({}),
    };
    if (!body.ok || !schedule.ok) return await respond(req, res, schedule, options);
    const form = { id, seen: body.value.seen, fields: withoutTheirs(schedule.value, req.typed) };
    const outcome = await saveRecord(db, scheduleKind, form, auditSourceOf(req), now());
    // Applies due schedules now, so that the next page already shows a price that begins at once.
    if (outcome.ok) await applySchedules(db, now(), recordScheduled);
    const isLate = !outcome.ok && outcome.code === "changed";
    const renderLate = () => renderConflict(shop, req, res, { kind: scheduleKind, ...form });
    await respond(req, res, outcome, isLate ? { rerender: renderLate } : options);
  };

  return routes(
    screenRoute(staffSchedulePath(":id"), reading, screen),
    callRoute(staffCalls.saveSchedule, staffCall(parts, { needs: staffCalls.saveSchedule.needs }), save),
  );
}
