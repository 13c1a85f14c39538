import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import type { Call } from "../../web/call.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Route } from "../../web/routes.ts";
import type { FormBody } from "../forms/body.ts";
import type { FormContext } from "../forms/form.ts";
import type { Need } from "../people/rules/permissions.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { type RecordKind, readRecord, removeRecord, saveRecord } from "../records/records.ts";
import { pathAfterRemoval } from "../records/removed-record.ts";
import { type RecordFields, withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, type StaffParts, staffCall } from "../sign-in/require-staff.ts";

const notices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  added: "Added.",
  removed: "Removed.",
  ordered: "The order was changed.",
  reset: "The email has the shop’s own words again.",
  moved: "The address was changed. The earlier one leads to it.",
};

/** The notice after another form of the page was saved, but not this form. */
export const notSavedYet = "Saved. What you typed into the form is as it was, and not saved yet.";

export const noticeOf = ({ query }: Request): string | undefined =>
  typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;

/** Renders a form's page, with the refusal if the form was refused. */
type RenderPage = (refusal?: Refusal) => Promise<string>;
type RenderRefused = (refusal: Refusal) => Promise<string>;

/** Saves the fields of a form, and shows both values if somebody else saved first. */
export async function saveForm<Fields extends RecordFields>(
  shop: Shop,
  req: Request,
  res: Response,
  {
    kind,
    id,
    seen,
    fields,
    next,
    renderPage,
  }: { kind: RecordKind<Fields>; id: string; seen: string; fields: Partial<Fields>; next: string; renderPage: RenderRefused },
): Promise<void> {
  const form = { id, seen, fields: withoutTheirs(fields, req.typed ?? {}) };
  const saved = await saveRecord(shop.db, kind, form, auditSourceOf(req), shop.now());
  const isConflict = !saved.ok && saved.code === "changed";
  await respond(req, res, saved, {
    next,
    rerender: (refusal) => (isConflict ? renderConflict(shop, req, res, { kind, ...form }) : renderPage(refusal)),
    data: () => ({}),
  });
}

type SentForm<Fields extends RecordFields> = {
  call: Call & { body: z.ZodType<{ seen: string }> };
  kind: RecordKind<Fields>;
  form: { read(body: FormBody, context: FormContext, stored?: Fields): Promise<Outcome<Partial<Fields>>> };
  id: string;
  next: string;
  renderPage: RenderRefused;
};

/** Reads a sent form and saves its fields. Both the call and the form may refuse the fields. */
export async function saveSent<Fields extends RecordFields>(
  shop: Shop,
  req: Request,
  res: Response,
  { call, form, ...sent }: SentForm<Fields>,
): Promise<void> {
  const body = readBody(call, req);
  const stored = body.ok ? await readRecord(shop.db, sent.kind, sent.id) : undefined;
  const fields = body.ok ? await form.read(body.value, shop, stored) : body;
  if (!body.ok || !fields.ok) return await answerForm(req, res, fields, sent.next, sent.renderPage);
  await saveForm(shop, req, res, { ...sent, seen: body.value.seen, fields: fields.value });
}

type SentRemoval<Fields extends RecordFields> = Omit<SentForm<Fields>, "form" | "next"> & { list: string };

/**
 * Removes a record if it is still as the form showed it. The record's list then offers to undo the
 * removal.
 */
export async function removeSent<Fields extends RecordFields>(
  { db, now }: Shop,
  req: Request,
  res: Response,
  { call, kind, id, list, renderPage }: SentRemoval<Fields>,
): Promise<void> {
  const body = readBody(call, req);
  const removed = body.ok ? await removeRecord(db, kind, { id, seen: body.value.seen }, auditSourceOf(req), now()) : body;
  await answerForm(req, res, removed, pathAfterRemoval(list, kind, id), renderPage);
}

/**
 * The typed values of the page's own form, if that form was refused and another form of the page
 * sent them along.
 */
export const keptFields = ({ typed }: Request): Record<string, unknown> | undefined => (typed?.kept === "1" ? typed : undefined);

/**
 * Answers a second form of a page. If the page's own form was refused before, shows the page again
 * with the values typed into that form.
 */
export async function answerBeside(
  req: Request,
  res: Response,
  outcome: Outcome<unknown>,
  next: string,
  renderPage: RenderPage,
): Promise<void> {
  if (outcome.ok && keptFields(req) && isNative(req)) return sendPage(res, await renderPage());
  await answerForm(req, res, outcome, next, renderPage);
}

export const answerForm = (
  req: Request,
  res: Response,
  outcome: Outcome<unknown>,
  next: string,
  renderPage: RenderRefused,
): Promise<void> => respond(req, res, outcome, { next, rerender: renderPage, data: () => ({}) });

/** A call that checks the permissions first. */
export const contentCall = (parts: StaffParts, call: Call & { needs?: Need }, handler: RequestHandler<never>): Route =>
  callRoute(call, staffCall(parts, { needs: call.needs }), handler);
