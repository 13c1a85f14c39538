import { createHmac, timingSafeEqual } from "node:crypto";
import type { Response as ExpressResponse, Request, RequestHandler } from "express";
import { newId } from "../ids.ts";
import { sessionHash, sessionLife } from "./session.ts";

/**
 * The visitor: a browser by its signed cookie, and the customer who is signed in on it. Cacheable
 * pages read neither.
 */
export type Visitor = {
  /** 128-bit random id of this browser, when it has one */
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
  secure: boolean;
};

const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64url");

function verified(secret: string, cookie: string | undefined): string | undefined {
  const [id, mark] = (cookie ?? "").split(".");
  if (!id || !mark || !/^[a-f0-9]{32}$/.test(id)) return undefined;
  const given = Buffer.from(mark);
  const right = Buffer.from(sign(secret, `visitor:${id}`));
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}

/**
 * The cookies of a request as an object; the first of a repeated name wins, as browsers send the
 * closest path first.
 */
export function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && !(name in cookies)) cookies[name] = part.slice(at + 1).trim();
  }
  return cookies;
}

/**
 * Reads `visitor` and `user_id` into `req.visitor`, and binds the anti-forgery secret to them
 * (decisions §4). Sets no cookie by itself.
 */
export function readVisitor({ findSession, secret, secure }: Options): RequestHandler {
  const bind = (req: Request, subject: string) => {
    req.csrfSecret = { csrfSecret: sign(secret, `csrf:${subject}`) };
  };
  const bindSession = (req: Request, tokenHash: string) => {
    bind(req, `session:${tokenHash}`);
    req.csrfSecret.lifetime = sessionLife;
  };
  return async (req, _res, next) => {
    const cookies = cookiesOf(req.headers.cookie);
    const id = verified(secret, cookies.visitor);
    const session = cookies.user_id ? await findSession(cookies.user_id) : undefined;
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
      const value = `${made}.${sign(secret, `visitor:${made}`)}`;
      res.cookie("visitor", value, { maxAge: month, httpOnly: true, sameSite: "lax", secure, path: "/" });
      req.visitor = { ...req.visitor, id: made };
      if (!session) bind(req, `visitor:${made}`);
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
