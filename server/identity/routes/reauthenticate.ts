import type { Request, RequestHandler, Response } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { reauthenticatePath, settingsPath } from "../../customers/paths.ts";
import { customerCall, customerOf, customerScreen, recentProof } from "../../customers/require-customer.ts";
import { customerSubject } from "../../customers/security-events.ts";
import { isRecentProof } from "../../customers/sessions.ts";
import { ok, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { relyingPartyOf } from "../../web/relying-party.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSessionCookie } from "../../web/session-cookie.ts";
import { csrfToken } from "../../web/token.ts";
import { identityCalls } from "../calls.ts";
import { hasTotp } from "../factors/totp.ts";
import { proofPage, proofView, resubmitPage, resubmitView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { findPasskeysOf } from "../passkeys/queries.ts";
import { socialPath } from "../paths.ts";
import { findAccount } from "../queries.ts";
import { reauthenticate } from "../reauthenticate.ts";
import { sensitiveForm } from "../sensitive-forms.ts";
import { failureWords } from "../social/failures.ts";
import { findProvidersOf } from "../social/queries.ts";
import { identityPageInput } from "./page-input.ts";

/** The reason why a provider's proof did not count. */
const socialWords = (failure: unknown): string | undefined =>
  failure === "another"
    ? "That isn’t the account that signs in here. Please choose the one you signed in with."
    : failureWords(failure);

/** Routes of the page that asks for a proof and then sends a kept form again, and of its calls. */
export function reauthenticationRoutes({ render, social, config }: Shop, identity: Identity): Routes {
  const party = relyingPartyOf(config.publicUrl);
  const ask = async (req: Request, res: Response, refusal?: Refusal) => {
    const account = await findAccount(identity.db, customerOf(req));
    const pendingForm = sensitiveForm((await req.findDraft(reauthenticatePath))?.form ?? "");
    const keys = await findProvidersOf(identity.db, customerOf(req));
    const providers = social.providers
      .filter(({ key }) => keys.includes(key))
      .map(({ place, label }) => ({ label, href: `${socialPath(place)}?confirm=1` }));
    const words = socialWords(req.query.social);
    const pageRefusal = refusal ?? (words === undefined ? undefined : refuse("failed", words));
    const hasPasskey = (await findPasskeysOf(identity.db, customerSubject(customerOf(req)), party.id)).length > 0;
    const hasAuthenticator = await hasTotp(identity.db, customerSubject(customerOf(req)));
    const hasPassword = account?.password_hash != null;
    const holder = { providers, email: account?.email ?? "", hasPassword, hasPasskey, hasAuthenticator };
    return render(
      proofView,
      proofPage({ ...identityPageInput(req, res, refusal), refusal: pageRefusal }, holder, pendingForm?.page ?? settingsPath),
    );
  };
  const screen: RequestHandler = async (req, res) => {
    if (!isRecentProof(req.visitor.authenticatedAt, identity.now())) return sendPage(res, await ask(req, res));
    const draft = await req.findDraft(reauthenticatePath);
    const form = draft && sensitiveForm(draft.form);
    if (!draft || !form) return res.redirect(303, settingsPath);
    sendPage(res, render(resubmitView, resubmitPage(csrfToken(req, res), form, draft)));
    await req.deleteDraft(reauthenticatePath);
  };
  const proving: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.reauthenticate, req);
    const session = req.visitor.session ?? "";
    const sessionHolder = { customerId: customerOf(req), session, source: eventSourceOf(req) };
    const outcome = body.ok ? await reauthenticate(identity, sessionHolder, body.value) : body;
    if (outcome.ok) setSessionCookie(req, res, outcome.value.session);
    const rerender = (refusal: Refusal) => ask(req, res, refusal);
    await respond(req, res, outcome, { next: reauthenticatePath, rerender, data: () => ({}) });
  };
  const checking: RequestHandler = async (req, res) => await respond(req, res, req.staleToken ?? ok({}), { next: settingsPath });
  return routes(
    callRoute(
      identityCalls.checkRecentProof,
      customerCall,
      recentProof({ db: identity.db, now: identity.now, config }),
      checking,
    ),
    screenRoute(reauthenticatePath, customerScreen, screen),
    callRoute(identityCalls.reauthenticate, customerCall, proving),
  );
}
