import type { Request, RequestHandler, Response } from "express";
import { type Outcome, type Refusal, refuse } from "../../outcome.ts";
import { clearCookie, cookieValues, setStrictCookie } from "../../web/cookies.ts";
import { refusalStatus } from "../../web/refusal-status.ts";
import { requestSource } from "../../web/request-source.ts";
import { resentFields } from "../../web/resend.ts";
import { isNative, RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { sessionHash } from "../../web/session.ts";
import { formToken } from "../../web/token.ts";
import type { Render } from "../../web/view.ts";
import { bindTokens, ensureVisitorCookie } from "../../web/visitor.ts";
import { staffSecurityPath, staffSignInPath } from "../paths.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { may, type Need } from "../people/rules/permissions.ts";
import type { AuditSource } from "../records/audit.ts";
import { hasSecondStep, staffFactors } from "./factors.ts";
import { confirmStaffByPasskey, signInStaffByPasskey } from "./passkeys.ts";
import type { OpenStaffSession } from "./queries/sessions.ts";
import { findStaffSession, staffSessionLife } from "./sessions.ts";
import { confirmStaff, type StaffAccess, signInStaff } from "./sign-in.ts";
import { proofPage, proofView } from "./sign-in-pages.ts";

declare global {
  namespace Express {
    interface Request {
      /** the signed-in member of the staff */
      staff?: OpenStaffSession | undefined;
      /** the signed-in person has to set up a second step before anything else */
      lacksSecondStep?: boolean;
    }
  }
}

/** The greatest age, in ms, of the last proof of identity for changes of money and of people. */
const recent = 10 * 60_000;

export type StaffParts = StaffAccess & {
  /** whether a second step must be in use before anything else is shown */
  secondStepRequired: boolean;
  render: Render;
};

/** Binds the anti-forgery token to a session of the staff. */
const bindToken = (req: Request, secret: string, tokenHash: string): void =>
  bindTokens(req, secret, { session: `staff:${tokenHash}` });

/** Reads the cookie into `req.staff`; sets no cookie. */
export const readStaff =
  ({ db, now, secret }: StaffParts): RequestHandler =>
  async (req, _res, next) => {
    // Another host of the site may have set a cookie of the same name, so up to five cookies are
    // tried.
    for (const token of cookieValues(req, "staff").slice(0, 5)) {
      req.staff = await findStaffSession(db, token, now());
      if (req.staff) break;
    }
    if (req.staff) bindToken(req, secret, req.staff.tokenHash);
    next();
  };

/**
 * Gives the browser a new or renewed session, and binds the anti-forgery tokens of this request's
 * pages to the session.
 */
export async function enter({ db, now, secret }: StaffParts, req: Request, res: Response, token: string): Promise<void> {
  setStrictCookie(req, res, "staff", token, { maxAge: staffSessionLife });
  req.staff = await findStaffSession(db, token, now());
  bindToken(req, secret, sessionHash(token));
}

export function leave(req: Request, res: Response): void {
  res.setHeader("Clear-Site-Data", '"cache"');
  clearCookie(req, res, "staff");
}

/** The signed-in member of the staff, behind `staffScreen` or `staffCall`. */
export function staffOf(req: Request): OpenStaffSession {
  if (!req.staff) throw new Error("this route has to stand behind staffScreen or staffCall");
  return req.staff;
}

/** The actor of a request, for histories. */
export const actorOf = (req: Request): `staff:${string}` => `staff:${staffOf(req).staffId}`;
export const auditSourceOf = (req: Request): AuditSource => ({
  actor: actorOf(req),
  requestId: requestSource(req).requestId,
});

/**
 * Whether a request came by a link on another site, such as a mail program's page. Such a request
 * lacks the cookie, which is `SameSite=Strict`: a page of the shop then requests the same address
 * again, with the cookie.
 */
const fromElsewhere = (req: Request): boolean => req.get("sec-fetch-site") === "cross-site" && req.method === "GET";

const signInFor = (req: Request): string => `${staffSignInPath}?next=${encodeURIComponent(req.originalUrl)}`;

/**
 * Lets a member of the staff see a screen if their role allows it. Leads others to the sign-in,
 * which leads back to the screen.
 */
export const staffScreen =
  (parts: StaffParts, need?: Need): RequestHandler =>
  async (req, res, next) => {
    if (!req.staff && fromElsewhere(req)) return void res.set("Refresh", "0").status(200).type("text/plain").send("One moment.");
    if (!req.staff) return res.redirect(303, signInFor(req));
    if (await mustSetUp(parts, req)) return res.redirect(303, staffSecurityPath);
    if (need && !may(req.staff, need)) throw new RefusedPage(notAllowed);
    next();
  };

/**
 * Whether the person has to set up a second step first. The page for this is open to people without
 * a second step.
 */
async function mustSetUp({ db, secondStepRequired, party }: StaffParts, req: Request): Promise<boolean> {
  req.lacksSecondStep = secondStepRequired && !(await hasSecondStep(db, staffOf(req).staffId, party));
  return req.lacksSecondStep && !req.path.startsWith(staffSecurityPath);
}

type CallNeeds = { needs?: Need | undefined; recent?: boolean };

const signedOut = refuse("signed_out", "Please sign in to continue.");
const unproven = refuse("reauthenticate", "Please confirm it’s you to continue.");

/**
 * Lets a call of the staff pass if the role allows it and, with `recent`, if the last proof is at
 * most ten minutes old. If the session or a recent proof is missing, or the token is stale, a
 * native form gets a page that asks for a proof and then sends the form unchanged, so that no typed
 * value is lost.
 */
export const staffCall =
  (parts: StaffParts, { needs, recent: mustBeRecent = false }: CallNeeds = {}): RequestHandler =>
  async (req, res, next) => {
    const proof = proofIn(req);
    if (!req.staff) {
      // A stale token belongs to the ended session, so the page that asks for a proof has a fresh
      // token.
      if (req.staleToken || !proof) return await askForProof(parts, req, res, signedOut);
      const entered = await enterBy(parts, req, res, proof);
      if (!entered.ok) return await askForProof(parts, req, res, entered);
      await enter(parts, req, res, entered.value.token);
    } else if (mustBeRecent && !req.staleToken && parts.now() - req.staff.authenticatedAt >= recent) {
      if (!proof) return await askForProof(parts, req, res, unproven);
      const confirmed = await confirmBy(parts, req, res, proof);
      if (!confirmed.ok) return await askForProof(parts, req, res, confirmed);
      await enter(parts, req, res, confirmed.value.token);
    }
    if (!req.staff) return await askForProof(parts, req, res, signedOut);
    if (await mustSetUp(parts, req)) return res.redirect(303, staffSecurityPath);
    if (needs && !may(req.staff, needs)) return await respond(req, res, notAllowed);
    if (req.staleToken) throw new RefusedPage(req.staleToken);
    next();
  };

/** `passkey`: JSON of a credential, instead of the other values. */
type Proof = { email: string; password: string; code: string; passkey: string };

/** The names of the proof's fields, which are sent together with the form's own fields. */
const proofFields = { email: "proof_email", password: "proof_password", code: "proof_code", passkey: "proof_passkey" } as const;

function proofIn({ typed }: Request): Proof | undefined {
  const field = (name: string, most = 500) => (typeof typed?.[name] === "string" ? String(typed[name]).slice(0, most) : "");
  if (typed?.[proofFields.password] === undefined) return undefined;
  return {
    email: field(proofFields.email),
    password: field(proofFields.password),
    code: field(proofFields.code),
    passkey: field(proofFields.passkey, 24_000),
  };
}

const askerOf = (req: Request, res: Response) => ({ visitor: ensureVisitorCookie(req, res), source: requestSource(req) });

const enterBy = (parts: StaffParts, req: Request, res: Response, proof: Proof): Promise<Outcome<{ token: string }>> =>
  proof.passkey === ""
    ? signInStaff(parts, proof, requestSource(req))
    : signInStaffByPasskey(parts, askerOf(req, res), proof.passkey);

const confirmBy = (parts: StaffParts, req: Request, res: Response, proof: Proof): Promise<Outcome<{ token: string }>> =>
  proof.passkey === ""
    ? confirmStaff(parts, staffOf(req), proof, requestSource(req))
    : confirmStaffByPasskey(parts, staffOf(req), askerOf(req, res), proof.passkey);

async function askForProof(parts: StaffParts, req: Request, res: Response, refusal: Refusal): Promise<void> {
  if (!isNative(req)) return await respond(req, res, refusal);
  req.refusalCode = refusal.code;
  if (refusal.retryAfter !== undefined) res.setHeader("Retry-After", String(refusal.retryAfter));
  const factors = req.staff && (await staffFactors(parts.db, req.staff.staffId, parts.party));
  const page = proofPage({
    token: formToken(req, res),
    action: req.originalUrl,
    typed: resentFields(req),
    isSignedIn: req.staff !== undefined,
    factors,
    refusal: refusal === signedOut || refusal === unproven ? undefined : refusal,
  });
  // If the request has no valid anti-forgery token of this browser, the page has the status of a
  // refused token, since such a request is refused for its token first.
  const code = req.staleToken ? "csrf" : refusal.code;
  sendPage(res, parts.render(proofView, page), refusalStatus[refusal.errors ? "invalid_fields" : code]);
}
