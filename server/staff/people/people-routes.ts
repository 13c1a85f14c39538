import type { Request, RequestHandler, Response } from "express";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { saveSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { mailNotice } from "../orders/mail-notice.ts";
import { staffPeoplePath, staffPersonPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { versionOf } from "../records/records.ts";
import { staffFactors } from "../sign-in/factors.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { addPerson, findPerson, listPeople, removePerson, renewLink } from "./people.ts";
import { peoplePage, peopleView, personPage, personView } from "./people-pages.ts";
import { personForm } from "./person-form.ts";
import { personKind } from "./person-kind.ts";
import { listRoles } from "./roles.ts";
import type { Need } from "./rules/permissions.ts";

const noticesOf = (config: Shop["config"]): Readonly<Record<string, string>> => ({
  added: mailNotice("Added. The link is on its way.", config),
  saved: "Saved.",
  link: mailNotice("A new link is on its way.", config),
  removed: "Removed. They are signed out everywhere.",
});

type PersonRequest = Request<{ id: string }>;

/** Routes of the members of the staff: adding, roles, links, removing. */
export function peopleRoutes(shop: Shop, parts: StaffParts): Routes {
  const { config, render, db, now, notifyWorker } = shop;
  const notices = noticesOf(config);
  const noticeOf = ({ query }: Request): string | undefined =>
    typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;
  const reading = staffScreen(parts, "people:read");
  const guardOf = ({ needs }: { needs: Need }) => staffCall(parts, { needs, recent: true });

  const renderList = async (req: Request, res: Response, refusal?: Refusal) =>
    render(
      peopleView,
      peoplePage(
        staffContext(req, res),
        { people: await listPeople(db), roles: await listRoles(db) },
        { notice: noticeOf(req), refusal, typed: req.typed },
      ),
    );
  const list: RequestHandler = async (req, res) => sendPage(res, await renderList(req, res));

  const renderPerson = async (req: PersonRequest, res: Response, refusal?: Refusal) => {
    const person = await findPerson(db, req.params.id);
    if (!person) throw new RefusedPage(notFound);
    const input = {
      person,
      roles: await listRoles(db),
      factors: await staffFactors(db, person.id, parts.party),
      history: await historyOf(shop, req, personKind, person.id),
      seen: versionOf({ name: person.name, role: person.role }),
    };
    return render(personView, personPage(staffContext(req, res), input, { notice: noticeOf(req), refusal, typed: req.typed }));
  };
  const person: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPerson(req, res));

  const adding: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.addPerson, req);
    const added = body.ok ? await addPerson(db, { ...body.value, linkBy: "mail" }, auditSourceOf(req), now()) : body;
    if (added.ok) notifyWorker();
    await respond(req, res, added, {
      next: `${staffPeoplePath}?notice=added`,
      rerender: (refusal) => renderList(req, res, refusal),
      data: () => ({}),
    });
  };
  const answer = (req: PersonRequest, res: Response, outcome: Outcome<unknown>, notice: string) =>
    respond(req, res, outcome, {
      next: notice === "removed" ? `${staffPeoplePath}?notice=removed` : `${staffPersonPath(req.params.id)}?notice=${notice}`,
      rerender: (refusal) => renderPerson(req, res, refusal),
      data: () => ({}),
    });
  const changing: RequestHandler<{ id: string }> = (req, res) =>
    saveSent(shop, req, res, {
      call: staffCalls.changePerson,
      kind: personKind,
      form: personForm,
      id: req.params.id,
      next: `${staffPersonPath(req.params.id)}?notice=saved`,
      renderPage: (refusal) => renderPerson(req, res, refusal),
    });
  const linking: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.renewPersonLink, req);
    const request = { id: req.params.id, resetSteps: body.ok && body.value.resetSteps === "1", linkBy: "mail" as const };
    const outcome = body.ok ? await renewLink(db, request, auditSourceOf(req), now()) : body;
    if (outcome.ok) notifyWorker();
    await answer(req, res, outcome, "link");
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const outcome = await removePerson(db, req.params.id, auditSourceOf(req), now());
    await answer(req, res, outcome, "removed");
  };
  return routes(
    screenRoute(staffPeoplePath, reading, list),
    callRoute(staffCalls.addPerson, guardOf(staffCalls.addPerson), adding),
    screenRoute(staffPersonPath(":id"), reading, person),
    callRoute(staffCalls.changePerson, guardOf(staffCalls.changePerson), changing),
    callRoute(staffCalls.renewPersonLink, guardOf(staffCalls.renewPersonLink), linking),
    callRoute(staffCalls.removePerson, guardOf(staffCalls.removePerson), removing),
  );
}
