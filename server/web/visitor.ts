import type { Response as ExpressResponse, Request, RequestHandler } from "express";
import { newId } from "../ids.ts";
import { isSigned, secretsIn, sign, signaturesOf } from "../secrets.ts";
import { cookieValues, setCookie } from "./cookies.ts";
import { sessionHash, sessionLife } from "./session.ts";

/**
 * The visitor of a request: the browser, known by its signed cookie, and the customer who is signed
 * in in that browser. Cacheable pages read neither.
 */
export type Visitor = {
  /** 128-bit random id of this browser, when it has one; `embedded:…` on pages of other origins */
  id: string | undefined;
  customerId: string | undefined;
  /** identifies the session, if there is one */
  session?: string | undefined;
  /** when the customer last proved who they are; ms */
  authenticatedAt?: number | undefined;
};

declare global {
  namespace Express {
    interface Request {
      visitor: Visitor;
      /**
       * the secret to which the anti-forgery token is bound, made from the session or else the
       * visitor; `older` are made with the shop's older secrets, for pages that are still open;
       * `lifetime` is in ms
       */
      csrfSecret: { csrfSecret?: string; older?: readonly string[]; lifetime?: number; isOfSession?: boolean };
      remember: (res: ExpressResponse) => string;
      /**
       * gives this browser another id; the same answer must end the session or issue a session to
       * this id
       */
      renewVisitor: (res: ExpressResponse, id: string) => void;
      /** binds the anti-forgery secret to a session that began or ended with this request */
      bindSession: (token: string | undefined) => void;
    }
  }
}

const month = 30 * 24 * 3600 * 1000;

type Options = {
  /** finds the valid session of this token, if it was issued to this visitor */
  findSession: FindSession;
  secret: string;
};

/** `authenticatedAt` is when the customer last proved who they are; ms. */
export type SessionIdentity = { customerId: string; tokenHash: string; authenticatedAt: number };

export type FindSession = (token: string, visitor: string | undefined) => Promise<SessionIdentity | undefined>;

/**
 * `embedded` is a visitor seen on pages of other origins: its id differs from the id on the shop's
 * own pages.
 */
type VisitorKind = "visitor" | "embedded";

const idFor = (kind: VisitorKind, id: string): string => (kind === "embedded" ? `embedded:${id}` : id);

/** Whether this id is of somebody on a page of another origin. */
export const isEmbeddedVisitor = (id: string | undefined): boolean => id?.startsWith("embedded:") === true;

/** The label that is signed with an id. */
const labels = { visitor: "browser", embedded: "embedded" } as const;

function signedId(secret: string, cookie: string, label: string): string | undefined {
  const [id, mark] = cookie.split(".");
  if (!id || !mark || !/^[a-f0-9]{32}$/.test(id)) return undefined;
  return isSigned(secret, `${label}:${id}`, mark) ? id : undefined;
}

/** The id in a visitor's signed cookie; undefined if this shop did not sign it for this kind. */
export const visitorOfCookie = (secret: string, cookie: string, kind: VisitorKind = "visitor"): string | undefined =>
  signedId(secret, cookie, labels[kind]);

const kindOf = (req: Request): VisitorKind => (req.isEmbedded ? "embedded" : "visitor");

/**
 * The visitor of a request by its cookie alone. If the cookie is repeated, the first one that the
 * shop signed counts.
 */
export function visitorIn(req: Request, secret: string): string | undefined {
  const kind = kindOf(req);
  const [id] = cookieValues(req, "visitor").flatMap((value) => visitorOfCookie(secret, value, kind) ?? []);
  return id && idFor(kind, id);
}

const cookieOf = (secret: string, kind: VisitorKind, id: string): string => `${id}.${sign(secret, `${labels[kind]}:${id}`)}`;

/**
 * The id in a visitor's cookie that was signed with an older secret of the shop, not with the
 * newest.
 */
function visitorOfOlderSecret(req: Request, secret: string): string | undefined {
  // With one secret there is nothing to find, and each signature takes as long as a database
  // statement.
  if (secretsIn(secret).length === 1) return undefined;
  const kind = kindOf(req);
  const [cookie] = cookieValues(req, "visitor").filter((value) => visitorOfCookie(secret, value, kind) !== undefined);
  const id = cookie === undefined ? undefined : signedId(secret, cookie, labels[kind]);
  return id !== undefined && cookie !== cookieOf(secret, kind, id) ? id : undefined;
}

/** At most this many session cookies are looked up, since another host of the site may set many. */
const mostSessions = 5;

/**
 * The session of a visitor. If the cookie is repeated, the session issued to this visitor counts,
 * since another host of the site may have set a cookie of its own.
 */
async function sessionIn(req: Request, visitor: string | undefined, findSession: FindSession) {
  for (const token of cookieValues(req, "user_id").slice(0, mostSessions)) {
    const session = await findSession(token, visitor);
    if (session) return session;
  }
  return undefined;
}

/**
 * Binds the anti-forgery tokens of this request's page to a session, so that a new visitor id does
 * not change them.
 */
export function bindTokens(req: Request, secret: string, { session, lifetime }: { session: string; lifetime?: number }): void {
  req.csrfSecret = { ...signaturesFor(secret, session), isOfSession: true, ...(lifetime !== undefined && { lifetime }) };
}

function signaturesFor(secret: string, subject: string) {
  const [csrfSecret = "", ...older] = signaturesOf(secret, `csrf:${subject}`);
  return { csrfSecret, older };
}

/**
 * Reads `visitor` and `user_id` into `req.visitor`, and binds the anti-forgery secret to them.
 * Sets no cookie by itself.
 */
export function readVisitor({ findSession, secret }: Options): RequestHandler {
  const bindVisitor = (req: Request) => {
    req.csrfSecret = req.visitor.id ? signaturesFor(secret, `visitor:${req.visitor.id}`) : {};
  };
  const bindSession = (req: Request, tokenHash: string) =>
    bindTokens(req, secret, { session: `session:${tokenHash}`, lifetime: sessionLife });
  return async (req, res, next) => {
    const kind = kindOf(req);
    const id = visitorIn(req, secret);
    const session = await sessionIn(req, id, findSession);
    const { customerId, tokenHash, authenticatedAt } = session ?? {};
    req.visitor = { id, customerId, session: tokenHash, authenticatedAt };
    if (session) bindSession(req, session.tokenHash);
    else bindVisitor(req);
    req.bindSession = (token) => {
      if (token !== undefined) bindSession(req, sessionHash(token));
      else bindVisitor(req);
    };
    req.renewVisitor = (res, newVisitorId) => {
      setCookie(req, res, "visitor", cookieOf(secret, kind, newVisitorId), { maxAge: month });
      req.visitor = { ...req.visitor, id: idFor(kind, newVisitorId) };
      if (!req.csrfSecret.isOfSession) bindVisitor(req);
    };
    req.remember = (res) => {
      if (!req.visitor.id) req.renewVisitor(res, newId());
      return req.visitor.id ?? "";
    };
    // The cookie is signed again, so that the older secret can be removed.
    const signedBefore = visitorOfOlderSecret(req, secret);
    if (signedBefore !== undefined) setCookie(req, res, "visitor", cookieOf(secret, kind, signedBefore), { maxAge: month });
    next();
  };
}

/** The id of this browser; sets its cookie when it has none yet. */
export const ensureVisitorCookie = (req: Request, res: ExpressResponse): string => req.remember(res);
