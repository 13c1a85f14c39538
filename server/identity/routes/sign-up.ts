import type { Request, RequestHandler, Response } from "express";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { homePath } from "../../paths.ts";
import type { Shop } from "../../shop.ts";
import { widgetPolicy } from "../../web/headers.ts";
import { nextPath } from "../../web/next-path.ts";
import { read } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import type { Visitor } from "../../web/visitor.ts";
import { identityCalls } from "../calls.ts";
import { signUpLinkPage, signUpLinkView, signUpPage, signUpView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { signUpPath } from "../paths.ts";
import { signUpBody, signUpLinkBody, signUpOrderBody } from "../schema.ts";
import { type Registration, signUp } from "../sign-up.ts";
import { findPending, finishSignUp, isRequester, type PendingAccount, requestSignUp } from "../sign-up-mail.ts";
import { setSignedInNotice } from "../signed-in-notice.ts";
import type { SignedIn } from "../verify.ts";
import { identityPageInput, linkOf } from "./page-input.ts";
import { exchangeToken, nextAfter, requesterOf } from "./request-context.ts";

/** The account that a link would open, and whether this browser requested it. */
const pendingAccountForm = ({ visitor }: Request, pending: PendingAccount) => ({
  email: pending.email,
  asksPassword: !isRequester(pending, visitor),
});

/**
 * Finds the person who placed an order in this browser; passed in, since orders belong to another
 * feature.
 */
export type FindOrderer = (
  visitor: Visitor,
  orderId: string,
) => Promise<Pick<Registration, "email" | "firstName" | "lastName"> | undefined>;

type SignUpForm = Registration & { botToken: string | undefined; next: string | undefined };

const pastDay = refuse("link_expired", "This order is more than a day old. Please fill in your details to create an account.");

/**
 * Turns an error of another field into a general error, since the form has no field except the
 * password.
 */
function withoutEmailField<Value>(outcome: Outcome<Value>): Outcome<Value> {
  const wrong = outcome.ok ? undefined : outcome.errors?.find(({ field }) => field !== "password");
  return wrong ? refuse("email_taken", wrong.message) : outcome;
}

/**
 * Routes to sign up, the page of the mailed link that finishes it, and the bot check's challenges.
 */
export function signUpRoutes({ render, config }: Shop, identity: Identity, findOrderer: FindOrderer): Routes {
  const { botCheck } = config;
  const policy = botCheck && widgetPolicy(config.publicUrl, botCheck.origins);
  const renderSignUp = (req: Request, res: Response, { refusal, mailedTo, order }: SignUpScreen = {}) => {
    if (policy) res.setHeader("Content-Security-Policy", policy);
    const check = { form: identity.bots.form, script: botCheck?.script };
    return render(signUpView, signUpPage(identityPageInput(req, res, refusal), check, { mailedTo, order }));
  };
  const renderSignUpLink = async (req: Request, res: Response, link: string, refusal?: Refusal) => {
    // A token in an address must not leak to other sites by the referrer.
    res.setHeader("Referrer-Policy", "same-origin");
    const pending = await findPending(identity, link);
    return render(
      signUpLinkView,
      signUpLinkPage(identityPageInput(req, res, refusal), link, pending && pendingAccountForm(req, pending)),
    );
  };
  const screen: RequestHandler = async (req, res) => {
    const link = linkOf(req.query.token);
    sendPage(res, link === undefined ? renderSignUp(req, res) : await renderSignUpLink(req, res, link));
  };

  /** A native form signs in at once; the island sends the token to `verify_token`. */
  const goOn = async (req: Request, res: Response, outcome: Outcome<{ token: string }>, options: SignInOptions) => {
    if (!isNative(req)) {
      if (outcome.ok) setSignedInNotice(req, res, "signed-up");
      return await respond(req, res, outcome);
    }
    const signedIn = outcome.ok ? await exchangeToken(identity, req, res, outcome.value.token) : outcome;
    if (signedIn.ok) setSignedInNotice(req, res, "signed-up");
    await respond(req, res, signedIn, options);
  };
  const readForm = (req: Request): Outcome<SignUpForm> => {
    const body = read(signUpBody, req);
    if (!body.ok) return body;
    const { first_name: firstName, last_name: lastName, botToken, next, ...typed } = body.value;
    return ok({ ...typed, firstName, lastName, botToken, next: nextPath(next) });
  };
  const readOrderForm = async (req: Request): Promise<Outcome<SignUpForm>> => {
    const body = read(signUpOrderBody, req);
    if (!body.ok) return body;
    const { orderId, password, botToken, next } = body.value;
    const orderer = await findOrderer(req.visitor, orderId);
    return orderer ? ok({ ...orderer, password, botToken, next: nextPath(next) }) : pastDay;
  };
  const registering: RequestHandler = async (req, res) => {
    const { orderId } = req.typed;
    const form = typeof orderId === "string" ? await readOrderForm(req) : readForm(req);
    const order = form.ok && typeof orderId === "string" ? { id: orderId, email: form.value.email } : undefined;
    const rerender = (refusal: Refusal) => renderSignUp(req, res, { refusal, order });
    if (!form.ok) return await respond(req, res, form, { rerender });
    const { next, botToken, ...registration } = form.value;
    if (isNative(req) && !botToken) {
      const request = await requestSignUp(identity, requesterOf(req, res), { ...registration, next });
      return request.ok
        ? sendPage(res, renderSignUp(req, res, { mailedTo: request.value.email }))
        : await respond(req, res, request, { rerender });
    }
    const outcome = await signUp(identity, requesterOf(req, res), { ...registration, botToken });
    await goOn(req, res, order ? withoutEmailField(outcome) : outcome, { next: nextAfter(next ?? homePath), rerender });
  };
  const finishing: RequestHandler = async (req, res) => {
    const body = read(signUpLinkBody, req);
    const outcome = body.ok ? await finishSignUp(identity, requesterOf(req, res), body.value) : body;
    const rerender = (refusal: Refusal) => renderSignUpLink(req, res, linkOf(req.typed.token) ?? "", refusal);
    const next = nextAfter((outcome.ok ? outcome.value.next : undefined) ?? homePath);
    await goOn(req, res, outcome.ok ? { ...outcome, value: { token: outcome.value.token } } : outcome, { next, rerender });
  };
  const posting: RequestHandler = (req, res, next) => (linkOf(req.typed.token) ? finishing : registering)(req, res, next);

  const offering: RequestHandler = async (req, res) => {
    const { offer } = identity.bots;
    await respond(req, res, offer ? { ok: true, value: await offer() } : notFound);
  };
  return routes(
    screenRoute(signUpPath, screen),
    callRoute(identityCalls.signUp, posting),
    callRoute(identityCalls.findBotChallenge, offering),
  );
}

type SignUpScreen = { refusal?: Refusal; mailedTo?: string; order?: { id: string; email: string } | undefined };
type SignInOptions = { next: (entered: SignedIn) => string; rerender: (refusal: Refusal) => Promise<string> | string };
