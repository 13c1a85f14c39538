import type { Request, RequestHandler, Response } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { may } from "../people/rules/permissions.ts";
import { type StaffParts, staffCall, staffOf } from "../sign-in/require-staff.ts";
import { staffLists } from "./all.ts";
import { removeView, renameView, saveView } from "./saved-views.ts";

/** Routes of saved views: each person gives names to addresses of lists. */
export function savedViewRoutes({ db, now }: Shop, parts: StaffParts): Routes {
  const answer = (req: Request, res: Response, outcome: Outcome<{ address: string }>) =>
    respond(req, res, outcome, { next: ({ address }) => address, data: () => ({}) });
  const saving: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.saveView, req);
    if (!body.ok) return await answer(req, res, body);
    const staff = staffOf(req);
    const list = staffLists.find(({ name }) => name === body.value.list);
    if (!list || !may(staff, list.needs)) return await answer(req, res, notAllowed);
    await answer(req, res, await saveView(db, { staffId: staff.staffId, ...body.value }, now()));
  };
  const renaming: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.renameView, req);
    const { staffId } = staffOf(req);
    await answer(req, res, body.ok ? await renameView(db, { staffId, id: req.params.id, ...body.value }) : body);
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const { staffId } = staffOf(req);
    await answer(req, res, await removeView(db, { staffId, id: req.params.id }));
  };
  const guard = staffCall(parts);
  return routes(
    callRoute(staffCalls.saveView, guard, saving),
    callRoute(staffCalls.renameView, guard, renaming),
    callRoute(staffCalls.removeView, guard, removing),
  );
}
