import type { Request, RequestHandler, Response } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { reauthenticatePath, settingsPath, signInPath } from "../../customers/paths.ts";
import { customerCall, customerOf, recentProof } from "../../customers/require-customer.ts";
import type { Refusal } from "../../outcome.ts";
import { homePath } from "../../paths.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { relyingPartyOf } from "../../web/relying-party.ts";
import { isNative, respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { setSessionCookie } from "../../web/session-cookie.ts";
import { identityCalls } from "../calls.ts";
import { signInPage, signInView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { addPasskey, beginPasskey, removePasskey } from "../passkeys/register.ts";
import { beginPasskeySignIn, signInWithPasskey } from "../passkeys/sign-in.ts";
import { reauthenticateByPasskey } from "../reauthenticate.ts";
import { identityPageInput } from "./page-input.ts";
import type { Settings } from "./password.ts";
import { exchangeToken, nextAfter, requesterOf } from "./request-context.ts";

/** Routes to add and remove passkeys, to sign in by a passkey, and to give a proof by a passkey. */
export function passkeyRoutes(shop: Shop, identity: Identity, settings: Settings): Routes {
  const { render, config } = shop;
  const party = relyingPartyOf(config.publicUrl);
  const proofGuards = [customerCall, recentProof(shop)];
  const holderOf = (req: Request, res: Response) => ({
    customerId: customerOf(req),
    source: eventSourceOf(req),
    visitor: requesterOf(req, res).visitor.id,
  });
  const settingsAgain = (req: Request, res: Response) => (refusal: Refusal) => settings(req, res, { open: "", refusal });

  const beginning: RequestHandler = async (req, res) => {
    const site = { party, shopName: shop.settings.current().storeName };
    const outcome = req.staleToken ?? (await beginPasskey(identity, site, holderOf(req, res)));
    await respond(req, res, outcome, { next: `${settingsPath}#passkeys`, rerender: settingsAgain(req, res) });
  };
  const adding: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.addPasskey, req);
    const outcome = body.ok ? await addPasskey(identity, party, holderOf(req, res), body.value) : body;
    await respond(req, res, outcome, { next: `${settingsPath}?notice=passkey-added`, rerender: settingsAgain(req, res) });
  };
  const removing: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.removePasskey, req);
    const outcome = body.ok ? await removePasskey(identity, holderOf(req, res), body.value.id) : body;
    await respond(req, res, outcome, { next: `${settingsPath}?notice=passkey-removed`, rerender: settingsAgain(req, res) });
  };

  const asking: RequestHandler = async (req, res) => {
    const outcome = req.staleToken ?? (await beginPasskeySignIn(identity, party, requesterOf(req, res)));
    await respond(req, res, outcome, { next: signInPath });
  };
  const signingIn: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.signInWithPasskey, req);
    const signedIn = body.ok ? await signInWithPasskey(identity, party, requesterOf(req, res), body.value.credential) : body;
    if (!isNative(req)) return await respond(req, res, signedIn);
    const entered = signedIn.ok ? await exchangeToken(identity, req, res, signedIn.value.token) : signedIn;
    const rerender = (refusal: Refusal) => render(signInView, signInPage(identityPageInput(req, res, refusal)));
    await respond(req, res, entered, { next: nextAfter(nextPath(req.typed.next) ?? homePath), rerender });
  };
  const proving: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.reauthenticateByPasskey, req);
    const sessionHolder = { ...holderOf(req, res), session: req.visitor.session ?? "" };
    const outcome = body.ok ? await reauthenticateByPasskey(identity, party, sessionHolder, body.value.credential) : body;
    if (outcome.ok) setSessionCookie(req, res, outcome.value.session);
    await respond(req, res, outcome, { next: reauthenticatePath, data: () => ({}) });
  };
  return routes(
    callRoute(identityCalls.beginPasskey, ...proofGuards, beginning),
    callRoute(identityCalls.addPasskey, ...proofGuards, adding),
    callRoute(identityCalls.removePasskey, ...proofGuards, removing),
    callRoute(identityCalls.beginPasskeySignIn, asking),
    callRoute(identityCalls.signInWithPasskey, signingIn),
    callRoute(identityCalls.reauthenticateByPasskey, customerCall, proving),
  );
}
