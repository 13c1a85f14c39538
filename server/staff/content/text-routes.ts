import type { Request, RequestHandler, Response } from "express";
import { movePage, slugWords } from "../../content/content-pages.ts";
import { isPageSlug } from "../../content/rules/page-file.ts";
import { isExpected } from "../../content/rules/page-order.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { renderMarkdown } from "../../markdown.ts";
import { invalidFields, notFound, type Outcome, type Refusal, refuse } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import type { FormBody } from "../forms/body.ts";
import { staffPagesPath, staffTextPath } from "../paths.ts";
import { recordChange } from "../records/audit.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord, removeRecord } from "../records/records.ts";
import { pathAfterRemoval } from "../records/removed-record.ts";
import { auditSourceOf, type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { contentStaffCalls } from "./content-calls.ts";
import { contentFormView } from "./content-form-page.ts";
import { answerForm, contentCall, noticeOf, saveForm } from "./content-form-routes.ts";
import { textKind } from "./kinds.ts";
import { textAddressForm, textForm } from "./text-form.ts";
import { textPage } from "./text-page.ts";

type TextRequest = Request<{ slug: string }>;

const warningOf = (slug: string): string | undefined =>
  isExpected(slug)
    ? "Shoppers look for this page, and the law may ask for it: the footer and the checkout link to it."
    : undefined;
const unconfirmed = refuse("unconfirmed", "This page is expected in every shop. Confirm that it goes.");

/** Routes of the pages of text: showing, previewing, adding, saving, moving and removing one. */
export function textRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, render } = shop;
  const reading = staffScreen(parts, "pages:read");

  const renderPage = async (req: TextRequest, res: Response, refusal?: Refusal, preview?: string): Promise<string> => {
    const { slug } = req.params;
    const text = slug === "new" || !isPageSlug(slug) ? undefined : await readRecord(db, textKind, slug);
    if (slug !== "new" && !text) throw new RefusedPage(notFound);
    const typed = refusal || preview !== undefined ? req.typed : undefined;
    const pageState = { notice: noticeOf(req), refusal, typed, history: await historyOf(shop, req, textKind, slug) };
    const fields = await textForm.views(shop, text);
    const input = { slug, text, fields, address: await textAddressForm.views(shop), preview, warning: warningOf(slug) };
    const page = textPage(staffContext(req, res), input, pageState);
    // A preview keeps the `seen` value from when the form was opened.
    const seen = preview !== undefined && typeof req.typed?.seen === "string" ? req.typed.seen : page.seen;
    return render(contentFormView, { ...page, seen });
  };
  const screen: RequestHandler<{ slug: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const saving: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.saveText, req);
    const rerender = (refusal: Refusal) => renderPage(req, res, refusal);
    const text = body.ok ? await textForm.read(body.value, shop) : body;
    if (!body.ok || !text.ok) return await answerForm(req, res, text, staffPagesPath, rerender);
    const { intent, seen } = body.value;
    const fields = text.value;
    if (intent === "preview") {
      const html = renderMarkdown(fields.markdown.slice(0, 200_000));
      if (!html.ok) return await answerForm(req, res, html, staffPagesPath, rerender);
      return sendPage(res, await renderPage(req, res, undefined, html.value));
    }
    const { slug } = req.params;
    if (slug !== "new")
      return await saveForm(shop, req, res, {
        kind: textKind,
        id: slug,
        seen,
        fields,
        next: `${staffTextPath(slug)}?notice=saved`,
        renderPage: rerender,
      });
    const form: FormBody = body.value;
    const id = readLines(form.slug);
    const added: Outcome<unknown> =
      isPageSlug(id) && id !== "new"
        ? await createRecord(db, textKind, { id, fields }, auditSourceOf(req), now())
        : invalidFields([{ field: "slug", message: slugWords }]);
    const isTaken = !added.ok && added.code === "changed";
    const outcome = isTaken ? invalidFields([{ field: "slug", message: "Another page has this address." }]) : added;
    await answerForm(req, res, outcome, `${staffTextPath(id)}?notice=added`, rerender);
  };
  const moving: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.moveText, req);
    const { slug } = req.params;
    const to = body.ok ? readLines(body.value.slug) : "";
    const moved = body.ok
      ? await transactOutcome<Outcome<object>>(db, async (tx) => {
          const outcome = await movePage(tx, { slug, to, now: now() });
          const change = { kind: "page", id: to, action: `moved from ${slug}` };
          if (outcome.ok) await recordChange(tx, auditSourceOf(req), change, now());
          return outcome;
        })
      : body;
    await answerForm(req, res, moved, `${staffTextPath(to)}?notice=moved`, (refusal) => renderPage(req, res, refusal));
  };
  const removing: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.removeText, req);
    const { slug } = req.params;
    const rerender = (refusal: Refusal) => renderPage(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffPagesPath, rerender);
    const { seen, confirmed } = body.value;
    const removed =
      isExpected(slug) && confirmed !== "1"
        ? unconfirmed
        : await removeRecord(db, textKind, { id: slug, seen }, auditSourceOf(req), now());
    await answerForm(req, res, removed, pathAfterRemoval(staffPagesPath, textKind, slug), rerender);
  };
  return routes(
    screenRoute(staffTextPath(":slug"), reading, screen),
    contentCall(parts, contentStaffCalls.saveText, saving),
    contentCall(parts, contentStaffCalls.moveText, moving),
    contentCall(parts, contentStaffCalls.removeText, removing),
  );
}
