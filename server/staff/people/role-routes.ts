import type { Request, RequestHandler, Response } from "express";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { answerForm, removeSent, saveSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { staffNewRolePath, staffRolePath, staffRolesPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, versionOf } from "../records/records.ts";
import { removedHistoryOf } from "../records/removed-record.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { roleForm } from "./role-form.ts";
import { roleKind } from "./role-kind.ts";
import { rolePage, rolesPage, rolesView, roleView } from "./role-pages.ts";
import { findRole, holdersOfRoles, listRoles } from "./roles.ts";
import { withReads } from "./rules/permissions.ts";

const notices: Readonly<Record<string, string>> = { created: "Created.", saved: "Saved.", removed: "Removed." };
const noticeOf = ({ query }: Request): string | undefined =>
  typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;

type RoleRequest = Request<{ id: string }>;
/** Routes of the built-in roles, and of the owner's own roles with their forms. */
export function roleRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, db, now } = shop;
  const list: RequestHandler = async (req, res) => {
    const history = await removedHistoryOf(shop, req, roleKind);
    const input = { roles: await listRoles(db), holders: await holdersOfRoles(db), history };
    sendPage(res, render(rolesView, rolesPage(staffContext(req, res), input, noticeOf(req))));
  };

  const renderNew = async (req: Request, res: Response, refusal?: Refusal) => {
    const blank = { role: undefined, newId: newId(), seen: "", holders: 0, history: [] };
    return render(roleView, rolePage(staffContext(req, res), blank, { refusal, typed: req.typed }));
  };
  const screenNew: RequestHandler = async (req, res) => sendPage(res, await renderNew(req, res));

  const renderPage = async (req: RoleRequest, res: Response, refusal?: Refusal) => {
    const { id } = req.params;
    const role = await findRole(db, id);
    if (!role) throw new RefusedPage(notFound);
    const saved = { name: role.name, permissions: withReads(role.permissions) };
    const input = {
      role,
      newId: "",
      seen: versionOf(saved),
      holders: (await holdersOfRoles(db)).get(id) ?? 0,
      history: await historyOf(shop, req, roleKind, id, saved),
    };
    return render(roleView, rolePage(staffContext(req, res), input, { notice: noticeOf(req), refusal, typed: req.typed }));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const creating: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.createRole, req);
    const id = body.ok && /^[0-9a-f]{32}$/.test(body.value.id) ? body.value.id : newId();
    const fields = body.ok ? await roleForm.read(body.value, shop) : body;
    const created: Outcome<unknown> = fields.ok
      ? await createRecord(db, roleKind, { id, fields: fields.value }, auditSourceOf(req), now())
      : fields;
    await answerForm(req, res, created, `${staffRolePath(id)}?notice=created`, (refusal) => renderNew(req, res, refusal));
  };
  const saving: RequestHandler<{ id: string }> = (req, res) => {
    const { id } = req.params;
    return saveSent(shop, req, res, {
      call: staffCalls.saveRole,
      kind: roleKind,
      form: roleForm,
      id,
      next: `${staffRolePath(id)}?notice=saved`,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  };
  const removing: RequestHandler<{ id: string }> = (req, res) =>
    removeSent(shop, req, res, {
      call: staffCalls.removeRole,
      kind: roleKind,
      id: req.params.id,
      list: staffRolesPath,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });

  const reading = staffScreen(parts, "people:read");
  const guard = staffCall(parts, { needs: "people:write", recent: true });
  return routes(
    screenRoute(staffRolesPath, reading, list),
    // This route comes before the role's route, whose id parameter would match its path.
    screenRoute(staffNewRolePath, staffScreen(parts, "people:write"), screenNew),
    callRoute(staffCalls.createRole, guard, creating),
    screenRoute(staffRolePath(":id"), reading, screen),
    callRoute(staffCalls.saveRole, guard, saving),
    callRoute(staffCalls.removeRole, guard, removing),
  );
}
