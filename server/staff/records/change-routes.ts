import type { RequestHandler } from "express";
import { applySchedules } from "../../catalog/apply-schedules.ts";
import { notFound } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { RefusedPage, respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { refusedStaffView, undoRefusedPage } from "../error-page.ts";
import { recordScheduled } from "../products/record-scheduled.ts";
import { scheduleKind } from "../products/schedule-kind.ts";
import { auditSourceOf, type StaffParts, staffCall } from "../sign-in/require-staff.ts";
import { recordKinds } from "./kinds.ts";
import { undoableChange, undoChange } from "./undo.ts";

/** The path of the record's page, with a parameter for the notice that the change was undone. */
function undonePath(path: string): string {
  const { pathname, search, searchParams, hash } = new URL(path, "http://shop");
  searchParams.set("undone", "1");
  return `${pathname}${search === "" ? "?undone=1" : `?${searchParams}`}${hash}`;
}

/** Routes to undo entries of the audit. */
export function changeRoutes({ db, now, render }: Shop, parts: StaffParts): Routes {
  const anybody = staffCall(parts);
  // The needed permission depends on the entry's record.
  const guard: RequestHandler<{ id: string }> = async (req, res, next) => {
    const change = await undoableChange(db, recordKinds, req.params.id);
    const callGuard = change ? staffCall(parts, { needs: change.kind.needs, recent: change.kind.money === true }) : anybody;
    await callGuard(req as never, res, next);
  };
  const undoing: RequestHandler<{ id: string }> = async (req, res) => {
    const change = await undoableChange(db, recordKinds, req.params.id);
    const outcome = await undoChange(db, recordKinds, req.params.id, auditSourceOf(req), now());
    // The undo may have changed a schedule. Applies due schedules now, so that the next page
    // already shows a price that begins at once.
    if (outcome.ok && change?.kind.kind === scheduleKind.kind) await applySchedules(db, now(), recordScheduled);
    await respond(req, res, outcome, {
      next: ({ path }) => undonePath(path),
      rerender: (refusal) => {
        if (!change) throw new RefusedPage(notFound);
        return render(refusedStaffView, undoRefusedPage(staffContext(req, res), change.kind.path(change.entry.id), refusal));
      },
      data: () => ({}),
    });
  };
  return routes(callRoute(staffCalls.undoRecordChange, guard, undoing));
}
