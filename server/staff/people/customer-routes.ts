import type { Request, RequestHandler, Response } from "express";
import { listNotes } from "../../customers/notes.ts";
import { addressText } from "../../customers/rules/address-lines.ts";
import { listAddresses } from "../../customers/saved-addresses.ts";
import { customerSubject, listSecurityEvents } from "../../customers/security-events.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import { planErasure } from "../../personal-data/erase.ts";
import type { Shop } from "../../shop.ts";
import type { Call } from "../../web/call.ts";
import { readBody } from "../../web/read.ts";
import { requestSource } from "../../web/request-source.ts";
import { isNative, RefusedPage, respond, sendJson, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffCustomerPath, staffCustomersPath } from "../paths.ts";
import { listChanges } from "../records/audit.ts";
import { auditHistory, staffIn } from "../records/history-page.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import type { StaffCustomer } from "./customer.ts";
import { eraseForStaff, exportForStaff, noteForStaff, signOutForStaff } from "./customer-actions.ts";
import { staffCustomerPage, staffCustomerView } from "./customer-page.ts";
import { changeTags, suggestedTags } from "./customer-tags.ts";
import { customerTagsKind } from "./customer-tags-kind.ts";
import { findStaffCustomer } from "./customers.ts";
import { findStaffNames } from "./queries/people.ts";

const notices: Readonly<Record<string, string>> = {
  "signed-out": "Signed out in every browser.",
  noted: "Noted.",
  tagged: "The tags were saved.",
};

type CustomerRequest = Request<{ key: string }>;

/** Routes of a customer's page, and of the actions on it. */
export function staffCustomerRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, db, now, dates, config } = shop;
  const reading = staffScreen(parts, "customers:read");

  const customerOf = async ({ params }: CustomerRequest): Promise<StaffCustomer> => {
    const customer = await findStaffCustomer(db, params.key);
    if (!customer) throw new RefusedPage(notFound);
    return customer;
  };
  const renderPage = async (req: CustomerRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const customer = await customerOf(req);
    const id = customer.account?.id;
    const events = id === undefined ? [] : await listSecurityEvents(db, customerSubject(id), { offset: 0, limit: 50 });
    const notes = id === undefined ? [] : await listNotes(db, id);
    const changes = await listChanges(db, { kind: "customer", id: customer.key }, 50);
    const actors = [...notes.map(({ actor }) => actor), ...changes.map(({ actor }) => actor)];
    const names = await findStaffNames(db, [
      ...new Set([...staffIn(actors), ...events.flatMap(({ actor, actor_id }) => (actor === "staff" ? (actor_id ?? []) : []))]),
    ]);
    const plan = customer.email === "" ? undefined : await planErasure(db, customer.email);
    const input = {
      customer,
      addresses: id === undefined ? [] : (await listAddresses(db, id)).map(({ address }) => addressText(address)),
      events,
      notes,
      history: auditHistory(changes, names, dates),
      names,
      tags: {
        labels: (await readRecord(db, customerTagsKind, customer.key))?.tags ?? [],
        suggestions: await suggestedTags(db),
        history: await historyOf(shop, req, customerTagsKind, customer.key),
      },
      openMatters: plan?.ok ? plan.value.openMatters : [],
    };
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    return render(
      staffCustomerView,
      staffCustomerPage(staffContext(req, res), { dates, now: now() }, input, { notice, refusal, typed: req.typed }),
    );
  };
  const screen: RequestHandler<{ key: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const inputOf = async (req: CustomerRequest) => ({
    db,
    customer: await customerOf(req),
    source: auditSourceOf(req),
    origin: requestSource(req),
    now: now(),
  });
  const answer = (req: CustomerRequest, res: Response, outcome: Outcome<object>, notice: string) =>
    respond(req, res, outcome, {
      // An erased guest has no page any more.
      next: notice === "erased" ? `${staffCustomersPath}?notice=erased` : `${staffCustomerPath(req.params.key)}?notice=${notice}`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });

  const signingOut: RequestHandler<{ key: string }> = async (req, res) =>
    await answer(req, res, await signOutForStaff(await inputOf(req)), "signed-out");
  const exporting: RequestHandler<{ key: string }> = async (req, res) => {
    const outcome = await exportForStaff(await inputOf(req), config.publicUrl);
    if (!outcome.ok || !isNative(req))
      return await respond(req, res, outcome, { rerender: (refusal) => renderPage(req, res, refusal) });
    res.setHeader("Content-Disposition", 'attachment; filename="customer.json"');
    sendJson(res, 200, { data: outcome.value });
  };
  const erasing: RequestHandler<{ key: string }> = async (req, res) => {
    const body = readBody(staffCalls.eraseStaffCustomer, req);
    const outcome = body.ok ? await eraseForStaff(await inputOf(req), body.value.email, config.dataDir) : body;
    await answer(req, res, outcome, "erased");
  };
  const tagging =
    (call: typeof staffCalls.addCustomerTag | typeof staffCalls.removeCustomerTag): RequestHandler<{ key: string }> =>
    async (req, res) => {
      const body = readBody(call, req);
      const isAdded = call === staffCalls.addCustomerTag;
      const { key } = await customerOf(req);
      const tag = body.ok ? body.value.tag : "";
      const change = { key, change: isAdded ? { add: tag } : { remove: tag }, source: auditSourceOf(req), now: now() };
      await answer(req, res, body.ok ? await changeTags(db, change) : body, "tagged");
    };
  const noting: RequestHandler<{ key: string }> = async (req, res) => {
    const body = readBody(staffCalls.addCustomerNote, req);
    await answer(req, res, body.ok ? await noteForStaff(await inputOf(req), { add: body.value.note }) : body, "noted");
  };
  const removingNote: RequestHandler<{ key: string }> = async (req, res) => {
    const body = readBody(staffCalls.removeCustomerNote, req);
    await answer(req, res, body.ok ? await noteForStaff(await inputOf(req), { remove: body.value.id }) : body, "noted");
  };

  const needs = "customers:write";
  const [guard, provenGuard] = [staffCall(parts, { needs }), staffCall(parts, { needs, recent: true })];
  const call = (declaration: Call & { money?: true }, handler: RequestHandler<{ key: string }>) =>
    callRoute(declaration, declaration.money ? provenGuard : guard, handler);
  return routes(
    screenRoute(staffCustomerPath(":key"), reading, screen),
    call(staffCalls.signOutStaffCustomer, signingOut),
    call(staffCalls.exportStaffCustomer, exporting),
    call(staffCalls.eraseStaffCustomer, erasing),
    call(staffCalls.addCustomerTag, tagging(staffCalls.addCustomerTag)),
    call(staffCalls.removeCustomerTag, tagging(staffCalls.removeCustomerTag)),
    call(staffCalls.addCustomerNote, noting),
    call(staffCalls.removeCustomerNote, removingNote),
  );
}
