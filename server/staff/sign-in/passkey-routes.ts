import type { Request, RequestHandler, Response } from "express";
import { beginPasskeySignIn } from "../../identity/passkeys/sign-in.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { clientAddress } from "../../web/network.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { requestSource } from "../../web/request-source.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffNext, staffSecurityPath } from "../paths.ts";
import { addStaffPasskey, beginStaffPasskey, removeStaffPasskey, signInStaffByPasskey } from "./passkeys.ts";
import { enter, type StaffParts, staffCall, staffOf } from "./require-staff.ts";
import { newPasskeyPage, newPasskeyView } from "./security-page.ts";

type RenderPage = (req: Request, res: Response, refusal: Refusal) => string | Promise<string>;

/**
 * Routes for a person's own passkeys, and for signing in with a passkey. `renderSecurity` and
 * `renderSignIn` render the pages that have the forms.
 */
export function staffPasskeyRoutes(
  { render, settings }: Shop,
  parts: StaffParts,
  { renderSecurity, renderSignIn }: { renderSecurity: RenderPage; renderSignIn: RenderPage },
): Routes {
  const proofGuard = staffCall(parts, { recent: true });
  const holderOf = (req: Request, res: Response) => {
    const { staffId, email, name } = staffOf(req);
    return { staffId, email, name, source: requestSource(req), visitor: ensureVisitorCookie(req, res) };
  };
  const answer = (req: Request, res: Response, outcome: Outcome<object>, notice: string) =>
    respond(req, res, outcome, {
      next: `${staffSecurityPath}?notice=${notice}`,
      rerender: (refusal) => renderSecurity(req, res, refusal),
      data: () => ({}),
    });
  /**
   * Shows the page on which the person names the passkey and the device creates it. The page
   * contains the challenge for the device.
   */
  const beginning: RequestHandler = async (req, res) => {
    const shopName = `${settings.current().storeName} staff`;
    const outcome = await beginStaffPasskey(parts, holderOf(req, res), shopName);
    if (outcome.ok && isNative(req))
      return sendPage(res, render(newPasskeyView, newPasskeyPage(staffContext(req, res), outcome.value)));
    await respond(req, res, outcome, { rerender: (refusal) => renderSecurity(req, res, refusal) });
  };
  const adding: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.addStaffPasskey, req);
    await answer(req, res, body.ok ? await addStaffPasskey(parts, holderOf(req, res), body.value) : body, "passkey-added");
  };
  const removing: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.removeStaffPasskey, req);
    const outcome = body.ok ? await removeStaffPasskey(parts, holderOf(req, res), body.value.id) : body;
    await answer(req, res, outcome, "passkey-removed");
  };
  const asking: RequestHandler = async (req, res) => {
    const asker = { visitor: { id: ensureVisitorCookie(req, res) }, address: clientAddress(req) };
    const outcome = req.staleToken ?? (await beginPasskeySignIn(parts, parts.party, asker));
    await respond(req, res, outcome, { next: staffSecurityPath });
  };
  const signingIn: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.signInStaffWithPasskey, req);
    const asker = { visitor: ensureVisitorCookie(req, res), source: requestSource(req) };
    const entered = body.ok ? await signInStaffByPasskey(parts, asker, body.value.credential) : body;
    if (entered.ok) await enter(parts, req, res, entered.value.token);
    await respond(req, res, entered, {
      next: staffNext(nextPath(req.typed.next)),
      rerender: (refusal) => renderSignIn(req, res, refusal),
      data: () => ({}),
    });
  };
  return routes(
    callRoute(staffCalls.beginStaffPasskey, proofGuard, beginning),
    callRoute(staffCalls.addStaffPasskey, proofGuard, adding),
    callRoute(staffCalls.removeStaffPasskey, proofGuard, removing),
    callRoute(staffCalls.beginStaffPasskeySignIn, asking),
    callRoute(staffCalls.signInStaffWithPasskey, signingIn),
  );
}
