import { createHmac, timingSafeEqual } from "node:crypto";
import type { Response as ExpressResponse, Request, RequestHandler } from "express";
import { newId } from "../ids.ts";
import { cookieValues, readCookie, setCookie } from "./cookies.ts";
import { sessionHash, sessionLife } from "./session.ts";

/**
 * The visitor: a browser by its signed cookie, and the customer who is signed in on it. Cacheable
 * pages read neither.
 */
export type Visitor = {
  /** 128-bit random id of this browser, when it has one; `embedded:…` on pages of other origins */
  id: string | undefined;
  customerId: string | undefined;
  /** identifies the session, where there is one */
  session?: string | undefined;
};

declare global {
  namespace Express {
    interface Request {
      visitor: Visitor;
      /**
       * what the anti-forgery token is bound to: the session, else the visitor; and its lifetime in
       * ms
       */
      csrfSecret: { csrfSecret?: string; lifetime?: number };
      remember: (res: ExpressResponse) => string;
      /** gives this browser another id; a session that is bound stays bound */
      renewVisitor: (res: ExpressResponse, id: string) => void;
      /**
       * a session began or ended with this request: the anti-forgery secret is bound to it from now
       * on
       */
      bindSession: (token: string | undefined) => void;
    }
  }
}

const month = 30 * 24 * 3600 * 1000;

type Options = {
  /** the valid session of this token */
  findSession: (token: string) => Promise<{ customerId: string; tokenHash: string } | undefined>;
  secret: string;
};

const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64url");

/** `embedded` is who was seen on pages of other origins: never the same as on the shop's own. */
type VisitorKind = "visitor" | "embedded";

const idFor = (kind: VisitorKind, id: string): string => (kind === "embedded" ? `embedded:${id}` : id);

/** Whether this id is of somebody on a page of another origin. */
export const isEmbeddedVisitor = (id: string | undefined): boolean => id?.startsWith("embedded:") === true;

/** The id in a visitor's signed cookie; undefined where this shop did not sign it for this kind. */
export function visitorOfCookie(secret: string, cookie: string | undefined, kind: VisitorKind = "visitor"): string | undefined {
  const [id, mark] = (cookie ?? "").split(".");
  if (!id || !mark || !/^[a-f0-9]{32}$/.test(id)) return undefined;
  const given = Buffer.from(mark);
  const right = Buffer.from(sign(secret, `${kind}:${id}`));
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}

/**
 * Reads `visitor` and `user_id` into `req.visitor`, and binds the anti-forgery secret to them
 * (decisions §4). Sets no cookie by itself.
 */
export function readVisitor({ findSession, secret }: Options): RequestHandler {
  const bind = (req: Request, subject: string) => {
    req.csrfSecret = { csrfSecret: sign(secret, `csrf:${subject}`) };
  };
  const bindSession = (req: Request, tokenHash: string) => {
    bind(req, `session:${tokenHash}`);
    req.csrfSecret.lifetime = sessionLife;
  };
  return async (req, _res, next) => {
    const kind: VisitorKind = req.isEmbedded ? "embedded" : "visitor";
    const [known] = cookieValues(req, "visitor").flatMap((value) => visitorOfCookie(secret, value, kind) ?? []);
    const id = known && idFor(kind, known);
    const token = readCookie(req, "user_id");
    const session = token ? await findSession(token) : undefined;
    req.visitor = { id, customerId: session?.customerId, session: session?.tokenHash };
    req.csrfSecret = {};
    if (session) bindSession(req, session.tokenHash);
    else if (id) bind(req, `visitor:${id}`);
    req.bindSession = (token) => {
      if (token !== undefined) bindSession(req, sessionHash(token));
      else if (req.visitor.id) bind(req, `visitor:${req.visitor.id}`);
      else req.csrfSecret = {};
    };
    req.renewVisitor = (res, made) => {
      setCookie(req, res, "visitor", `${made}.${sign(secret, `${kind}:${made}`)}`, { maxAge: month });
      req.visitor = { ...req.visitor, id: idFor(kind, made) };
      if (!session) bind(req, `visitor:${req.visitor.id}`);
    };
    req.remember = (res) => {
      if (!req.visitor.id) req.renewVisitor(res, newId());
      return req.visitor.id ?? "";
    };
    next();
  };
}

/** The id of this browser; sets its cookie when it has none yet. */
export const ensureVisitorCookie = (req: Request, res: ExpressResponse): string => req.remember(res);
