import type { Request, RequestHandler, Response } from "express";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { rolePage, rolesPage, rolesView, roleView } from "../pages/roles.ts";
import { staffNewRolePath, staffRolePath, staffRolesPath } from "../paths.ts";
import { createRecord, removeRecord, saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../require-staff.ts";
import { roleKind } from "../role-kind.ts";
import { findRole, holdersOfRoles, listRoles, type RoleFields } from "../roles.ts";
import type { Permission } from "../rules/permissions.ts";
import { withReads } from "../rules/permissions.ts";
import { withoutTheirs } from "../rules/record-changes.ts";
import { drawConflict } from "./conflict.ts";
import { deskOf } from "./desk.ts";
import { historyOf } from "./record-history.ts";
import { pathAfterRemoval, removedHistoryOf } from "./removed-record.ts";

const notices: Readonly<Record<string, string>> = { created: "Created.", saved: "Saved.", removed: "Removed." };
const noticeOf = ({ query }: Request): string | undefined =>
  typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;

type RoleRequest = Request<{ id: string }>;
type Body = { name: string; permissions: Permission | Permission[] };

const fieldsOf = ({ name, permissions }: Body): RoleFields => ({
  name: name.trim(),
  permissions: withReads([permissions].flat()),
});

/** Routes of the roles: those that every shop has, and the owner's own with their forms. */
export function roleRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const list: RequestHandler = async (req, res) => {
    const history = await removedHistoryOf({ db, dates }, req, roleKind);
    const found = { roles: await listRoles(db), holders: await holdersOfRoles(db), history };
    sendPage(res, render(rolesView, rolesPage(deskOf(req, res), found, noticeOf(req))));
  };

  const drawNew = async (req: Request, res: Response, refusal?: Refusal) => {
    const blank = { role: undefined, newId: newId(), seen: "", holders: 0, history: [] };
    return render(roleView, rolePage(deskOf(req, res), blank, { refusal, typed: req.typed }));
  };
  const screenNew: RequestHandler = async (req, res) => sendPage(res, await drawNew(req, res));

  const draw = async (req: RoleRequest, res: Response, refusal?: Refusal) => {
    const { id } = req.params;
    const role = await findRole(db, id);
    if (!role) throw new RefusedPage(notFound);
    const saved = { name: role.name, permissions: withReads(role.permissions) };
    const input = {
      ...{ role, newId: "", seen: versionOf(saved), holders: (await holdersOfRoles(db)).get(id) ?? 0 },
      history: await historyOf({ db, dates }, req as Request, roleKind, id, saved),
    };
    return render(roleView, rolePage(deskOf(req, res), input, { notice: noticeOf(req), refusal, typed: req.typed }));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await draw(req, res));

  const creating: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.createRole, req);
    const id = body.ok && /^[0-9a-f]{32}$/.test(body.value.id) ? body.value.id : newId();
    const created: Outcome<unknown> = body.ok
      ? await createRecord(db, roleKind, { id, fields: fieldsOf(body.value) }, auditSourceOf(req), now())
      : body;
    await respond(req, res, created, {
      next: `${staffRolePath(id)}?notice=created`,
      rerender: (refusal) => drawNew(req, res, refusal),
      data: () => ({}),
    });
  };
  const saving: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.saveRole, req);
    const next = `${staffRolePath(req.params.id)}?notice=saved`;
    if (!body.ok) return await respond(req, res, body, { next, rerender: (refusal) => draw(req, res, refusal) });
    const fields = withoutTheirs<RoleFields>(fieldsOf(body.value), req.typed ?? {});
    const form = { id: req.params.id, seen: body.value.seen, fields };
    const saved = await saveRecord(db, roleKind, form, auditSourceOf(req), now());
    await respond(req, res, saved, {
      next,
      rerender: (refusal) =>
        refusal.code === "changed"
          ? drawConflict({ db, dates, render }, req as Request, res, { kind: roleKind, ...form })
          : draw(req, res, refusal),
      data: () => ({}),
    });
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.removeRole, req);
    const wanted = { id: req.params.id, seen: body.ok ? body.value.seen : "" };
    const removed = body.ok ? await removeRecord(db, roleKind, wanted, auditSourceOf(req), now()) : body;
    await respond(req, res, removed, {
      next: pathAfterRemoval(staffRolesPath, roleKind, wanted.id),
      rerender: (refusal) => draw(req, res, refusal),
      data: () => ({}),
    });
  };

  const reading = staffScreen(parts, "people:read");
  const guard = staffCall(parts, { needs: "people:write", recent: true });
  return routes(
    screenRoute(staffRolesPath, reading, list),
    // This comes before the role, whose id parameter would match its path.
    screenRoute(staffNewRolePath, staffScreen(parts, "people:write"), screenNew),
    callRoute(staffCalls.createRole, guard, creating),
    screenRoute(staffRolePath(":id"), reading, screen),
    callRoute(staffCalls.saveRole, guard, saving),
    callRoute(staffCalls.removeRole, guard, removing),
  );
}
