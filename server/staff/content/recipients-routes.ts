import type { Request, RequestHandler, Response } from "express";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffEmailRecipientsPath, staffEmailsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord, versionOf } from "../records/records.ts";
import { type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { contentForm, contentFormView } from "./content-form-page.ts";
import { noticeOf, saveSent } from "./content-form-routes.ts";
import { emailCalls } from "./email-calls.ts";
import { recipientsForm, recipientsKind } from "./recipients-form.ts";

/** The id of the only record of its kind. */
const only = "shop";

/** Routes of the recipients of emails to the owner. */
export function recipientsRoutes(shop: Shop, parts: StaffParts): Routes {
  const form = recipientsForm(shop.config.ownerMail);
  const renderPage = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const recipients = await readRecord(shop.db, recipientsKind, only);
    const context = staffContext(req, res);
    const state = {
      notice: noticeOf(req),
      refusal,
      typed: refusal ? req.typed : undefined,
      history: await historyOf(shop, req, recipientsKind, only),
    };
    const page = contentForm(context, staffEmailsPath, state, {
      heading: "Who gets emails to the owner",
      back: { href: staffEmailsPath, name: "Emails" },
      action: staffEmailRecipientsPath,
      seen: versionOf(recipients ?? {}),
      fields: await form.views(shop, recipients),
      mayWrite: may(context.staff, "settings:write"),
    });
    return shop.render(contentFormView, page);
  };
  const screen: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));
  const saving: RequestHandler = (req, res) =>
    saveSent(shop, req, res, {
      call: emailCalls.saveRecipients,
      kind: recipientsKind,
      form,
      id: only,
      next: `${staffEmailRecipientsPath}?notice=saved`,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  return routes(
    screenRoute(staffEmailRecipientsPath, staffScreen(parts, "settings:read"), screen),
    callRoute(emailCalls.saveRecipients, staffCall(parts, { needs: emailCalls.saveRecipients.needs, recent: true }), saving),
  );
}
