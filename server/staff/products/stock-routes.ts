import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import { countedUnits, movedUnits } from "../../catalog/rules/stock-reasons.ts";
import { findStock } from "../../catalog/stock-list.ts";
import { listMovements, type MovementMark, type MovementResult } from "../../catalog/stock-movements.ts";
import { newId } from "../../ids.ts";
import { numbersOfOrders } from "../../orders/list.ts";
import { unshippedUnits } from "../../orders/unshipped.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffVariantStockPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { staffIn } from "../records/history-page.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { adjustForStaff, undoForStaff } from "./stock-actions.ts";
import type { adjustmentBody } from "./stock-calls.ts";
import { variantStockPage, variantStockView } from "./stock-page.ts";

const pageSize = 50;

const notices: Readonly<Record<string, string>> = {
  adjusted: "Stock changed.",
  undone: "Undone by a movement the other way.",
};

/**
 * Reads the mark `at-id`, which says where a page of movements begins. Any other value gives
 * undefined, which stands for the first page.
 */
function markOf(value: unknown): MovementMark | undefined {
  const match = /^(\d{1,15})-([\w-]{1,140})$/.exec(readLine(value, 160));
  return match?.[1] && match[2] ? { at: Number(match[1]), id: match[2] } : undefined;
}

type AdjustmentBody = z.output<typeof adjustmentBody>;
type VariantRequest = Request<{ id: string }>;

/** Routes of a variant's stock with its movements. */
export function stockRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "stock:read");

  const renderPage = async (req: VariantRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const variant = await findStock(db, req.params.id);
    if (!variant) throw new RefusedPage(notFound);
    const before = markOf(req.query.before);
    const rows = await listMovements(db, variant.id, before, pageSize + 1);
    const movements = rows.slice(0, pageSize);
    const last = movements.at(-1);
    const names = {
      people: await findStaffNames(db, staffIn(movements.map(({ actor }) => actor))),
      orders: await numbersOfOrders(db, [...new Set(movements.flatMap(({ order_id }) => order_id ?? []))]),
    };
    const next = rows.length > pageSize && last ? { at: last.at, id: last.id } : undefined;
    const unshipped = await unshippedUnits(db, variant.id);
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    const input = { variant, unshipped, movements, before, next, names, key: newId() };
    return render(
      variantStockView,
      variantStockPage(staffContext(req, res), dates, input, { notice, refusal, typed: req.typed }),
    );
  };
  const variant: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const answer = (req: VariantRequest, res: Response, outcome: Outcome<MovementResult>, notice: string) =>
    respond(req, res, outcome, {
      next: `${staffVariantStockPath(req.params.id)}?notice=${notice}`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  const contextOf = (req: Request) => ({ db, source: auditSourceOf(req), now: now() });

  const adjusting: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.adjustStock, req as Request);
    await answer(req, res, body.ok ? await adjust(req, body.value) : body, "adjusted");
  };
  const adjust = async (req: VariantRequest, body: AdjustmentBody): Promise<Outcome<MovementResult>> => {
    const { key, reason, units: text, note } = body;
    const units = reason === "counted" ? countedUnits(text) : movedUnits(reason, text);
    if (!units.ok) return units;
    const adjustment = reason === "counted" ? { counted: units.value } : { by: units.value, reason };
    return await adjustForStaff(contextOf(req as Request), { id: key, variantId: req.params.id, adjustment, note: note.trim() });
  };

  const undoing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.undoMovement, req as Request);
    const undone = body.ok ? await undoForStaff(contextOf(req as Request), req.params.id, body.value.movementId) : body;
    await answer(req, res, undone, "undone");
  };

  const guard = staffCall(parts, { needs: staffCalls.adjustStock.needs });
  return routes(
    screenRoute(staffVariantStockPath(":id"), reading, variant),
    callRoute(staffCalls.adjustStock, guard, adjusting),
    callRoute(staffCalls.undoMovement, guard, undoing),
  );
}
