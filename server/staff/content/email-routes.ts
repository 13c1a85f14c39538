import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { changedWordings } from "../../content/email-wordings.ts";
import { wordingFaults } from "../../content/rules/email-wording.ts";
import type { EmailTemplate, EmailWording } from "../../jobs/rules/email-template.ts";
import { invalidFields, notFound, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { emailTemplateOf, emailTemplates } from "../email-templates.ts";
import { mailNotice } from "../orders/mail-notice.ts";
import { staffEmailPath, staffEmailsPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { answerForm, contentCall, noticeOf, saveForm } from "./content-form-routes.ts";
import { emailCalls } from "./email-calls.ts";
import { emailForm } from "./email-form.ts";
import { emailKind } from "./email-kind.ts";
import { type EmailPreview, emailPage, emailsPage, emailsView, emailView } from "./email-pages.ts";
import { sampleEmail } from "./email-samples.ts";
import { sendTestEmail } from "./test-email.ts";

type EmailRequest = Request<{ kind: string }>;
type RenderedEmail = { refusal?: Refusal; preview?: EmailPreview; notice?: string };

/**
 * The content security policy of an email's page: the page may use its own styles and the shop's
 * pictures, but no scripts.
 */
function emailPolicy(html: string, publicUrl: string): string {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = ""]) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`,
  );
  const { origin } = new URL(publicUrl);
  return `default-src 'none'; style-src ${styles.join(" ") || "'none'"}; img-src ${origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-same-origin`;
}

/** Routes of the shop's emails: their list, and the words of each with a preview and a test. */
export function emailRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render, config } = shop;
  const reading = staffScreen(parts, "emails:read");

  const templateOf = ({ params }: EmailRequest): EmailTemplate => {
    const template = emailTemplateOf(params.kind);
    if (!template) throw new RefusedPage(notFound);
    return template;
  };
  const sample = (req: EmailRequest, template: EmailTemplate, wording: EmailWording) =>
    sampleEmail(shop, { template, wording, to: staffOf(req).email, messageId: "preview" });

  const list: RequestHandler = async (req, res) => {
    const input = { templates: emailTemplates, changed: await changedWordings(db) };
    sendPage(res, render(emailsView, emailsPage(staffContext(req, res), { dates, now: now() }, input)));
  };
  const renderPage = async (
    req: EmailRequest,
    res: Response,
    { refusal, preview, notice }: RenderedEmail = {},
  ): Promise<string> => {
    const template = templateOf(req);
    const wording = (await readRecord(db, emailKind, template.kind)) ?? template.wording;
    const isAgain = refusal !== undefined || preview !== undefined || notice !== undefined;
    // A preview keeps the `seen` value from when the form was opened.
    const seen = isAgain && typeof req.typed?.seen === "string" ? req.typed.seen : undefined;
    const page = emailPage(
      staffContext(req, res),
      { template, wording, fields: await emailForm(template).views(shop, wording), seen, preview },
      {
        notice: notice ?? noticeOf(req),
        refusal,
        typed: isAgain ? req.typed : undefined,
        history: await historyOf(shop, req, emailKind, template.kind),
      },
    );
    return render(emailView, page);
  };
  const screen: RequestHandler<{ kind: string }> = async (req, res) => {
    const template = templateOf(req);
    const wording = (await readRecord(db, emailKind, template.kind)) ?? template.wording;
    const { subject, text } = sample(req, template, wording);
    sendPage(res, await renderPage(req, res, { preview: { subject, text } }));
  };

  const saving: RequestHandler<{ kind: string }> = async (req, res) => {
    const template = templateOf(req);
    const body = readBody(emailCalls.saveEmail, req);
    const rerender = (refusal: Refusal) => renderPage(req, res, { refusal });
    const words = body.ok ? await emailForm(template).read(body.value, shop) : body;
    if (!body.ok || !words.ok) return await answerForm(req, res, words, staffEmailsPath, rerender);
    const { seen, intent } = body.value;
    const fields = words.value;
    const next = `${staffEmailPath(template.kind)}?notice=saved`;
    if (intent === "save")
      return await saveForm(shop, req, res, { kind: emailKind, id: template.kind, seen, fields, next, renderPage: rerender });
    const faults = wordingFaults(template, fields);
    if (faults.length > 0) return await answerForm(req, res, invalidFields(faults), staffEmailsPath, rerender);
    const { subject, text, html } = sample(req, template, fields);
    if (intent === "html") {
      res.setHeader("Content-Security-Policy", emailPolicy(html, config.publicUrl));
      return sendPage(res, html);
    }
    if (intent === "preview") return sendPage(res, await renderPage(req, res, { preview: { subject, text } }));
    const { staffId, email } = staffOf(req);
    const sent = await sendTestEmail(shop, { staffId, template, wording: fields }, auditSourceOf(req));
    if (!sent.ok) return await answerForm(req, res, sent, staffEmailsPath, rerender);
    sendPage(
      res,
      await renderPage(req, res, { preview: { subject, text }, notice: mailNotice(`A test is on its way to ${email}.`, config) }),
    );
  };
  const resetting: RequestHandler<{ kind: string }> = async (req, res) => {
    const template = templateOf(req);
    const body = readBody(emailCalls.resetEmail, req);
    const rerender = (refusal: Refusal) => renderPage(req, res, { refusal });
    if (!body.ok) return await answerForm(req, res, body, staffEmailsPath, rerender);
    const form = { kind: emailKind, id: template.kind, seen: body.value.seen, fields: template.wording };
    await saveForm(shop, req, res, { ...form, next: `${staffEmailPath(template.kind)}?notice=reset`, renderPage: rerender });
  };
  return routes(
    screenRoute(staffEmailsPath, reading, list),
    screenRoute(staffEmailPath(":kind"), reading, screen),
    contentCall(parts, emailCalls.saveEmail, saving),
    contentCall(parts, emailCalls.resetEmail, resetting),
  );
}
