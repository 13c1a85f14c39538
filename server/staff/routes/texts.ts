import type { Request, RequestHandler, Response } from "express";
import { movePage, slugWords } from "../../content/content-pages.ts";
import { renderMarkdown } from "../../content/markdown.ts";
import { isPageSlug } from "../../content/rules/page-file.ts";
import { isExpected } from "../../content/rules/page-order.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { invalidFields, notFound, type Outcome, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { recordChange } from "../audit.ts";
import { contentStaffCalls } from "../calls/content.ts";
import { textKind } from "../content-kinds.ts";
import { contentFormView } from "../pages/content-form.ts";
import { textPage } from "../pages/texts.ts";
import { staffPagesPath, staffTextPath } from "../paths.ts";
import { createRecord, readRecord, removeRecord } from "../records.ts";
import { auditSourceOf, type StaffParts, staffScreen } from "../require-staff.ts";
import { answerForm, contentCall, noticeOf, saveForm } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { historyOf } from "./record-history.ts";
import { pathAfterRemoval } from "./removed-record.ts";

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

  const draw = async (req: TextRequest, res: Response, refusal?: Refusal, preview?: string): Promise<string> => {
    const { slug } = req.params;
    const text = slug === "new" || !isPageSlug(slug) ? undefined : await readRecord(db, textKind, slug);
    if (slug !== "new" && !text) throw new RefusedPage(notFound);
    const typed = refusal || preview !== undefined ? req.typed : undefined;
    const shown = { notice: noticeOf(req), refusal, typed, history: await historyOf(shop, req, textKind, slug) };
    const page = textPage(deskOf(req, res), { slug, text, preview, warning: warningOf(slug) }, shown);
    // A preview keeps the `seen` value of the form as it was opened.
    const seen = preview !== undefined && typeof req.typed?.seen === "string" ? req.typed.seen : page.seen;
    return render(contentFormView, { ...page, seen });
  };
  const screen: RequestHandler<{ slug: string }> = async (req, res) => sendPage(res, await draw(req, res));

  const saving: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.saveText, req);
    const again = (refusal: Refusal) => draw(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffPagesPath, again);
    const { slug: typedSlug, title, description, markdown, intent, seen } = body.value;
    if (intent === "preview") {
      const html = renderMarkdown(markdown.slice(0, 200_000));
      if (!html.ok) return await answerForm(req, res, html, staffPagesPath, again);
      return sendPage(res, await draw(req, res, undefined, html.value));
    }
    const fields = { title: title.trim(), description: description.trim(), markdown: markdown.replace(/\r\n?/g, "\n").trim() };
    const { slug } = req.params;
    if (slug !== "new")
      return await saveForm(shop, req, res, {
        kind: textKind,
        id: slug,
        seen,
        fields,
        next: `${staffTextPath(slug)}?notice=saved`,
        draw: again,
      });
    const id = typedSlug.trim();
    const added: Outcome<unknown> =
      isPageSlug(id) && id !== "new"
        ? await createRecord(db, textKind, { id, fields }, auditSourceOf(req), now())
        : invalidFields([{ field: "slug", message: slugWords }]);
    const taken = !added.ok && added.code === "changed";
    const outcome = taken ? invalidFields([{ field: "slug", message: "Another page has this address." }]) : added;
    await answerForm(req, res, outcome, `${staffTextPath(id)}?notice=added`, again);
  };
  const moving: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.moveText, req);
    const { slug } = req.params;
    const to = body.ok ? body.value.slug.trim() : "";
    const moved = body.ok
      ? await transactOutcome<Outcome<object>>(db, async (tx) => {
          const outcome = await movePage(tx, { slug, to, now: now() });
          const change = { kind: "page", id: to, action: `moved from ${slug}` };
          if (outcome.ok) await recordChange(tx, auditSourceOf(req), change, now());
          return outcome;
        })
      : body;
    await answerForm(req, res, moved, `${staffTextPath(to)}?notice=moved`, (refusal) => draw(req, res, refusal));
  };
  const removing: RequestHandler<{ slug: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.removeText, req);
    const { slug } = req.params;
    const again = (refusal: Refusal) => draw(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffPagesPath, again);
    const { seen, confirmed } = body.value;
    const removed =
      isExpected(slug) && confirmed !== "1"
        ? unconfirmed
        : await removeRecord(db, textKind, { id: slug, seen }, auditSourceOf(req), now());
    await answerForm(req, res, removed, pathAfterRemoval(staffPagesPath, textKind, slug), again);
  };
  return routes(
    screenRoute(staffTextPath(":slug"), reading, screen),
    contentCall(parts, contentStaffCalls.saveText, saving),
    contentCall(parts, contentStaffCalls.moveText, moving),
    contentCall(parts, contentStaffCalls.removeText, removing),
  );
}
