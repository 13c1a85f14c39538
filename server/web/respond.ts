import type { Request, Response } from "express";
import type { Outcome, Refusal, RefusalCode } from "../outcome.ts";
import { homePath } from "../paths.ts";
import { refusalStatus } from "./refusal-status.ts";

declare global {
  namespace Express {
    interface Request {
      /** a native form's typed values, to show the page again with them */
      typed: Record<string, unknown>;
      /** the code of this request's refusal, for metrics */
      refusalCode?: RefusalCode;
    }
  }
}

type ResponseOptions<Value> = {
  /** path of the shop to which a native form is redirected after success */
  next?: string | ((value: Value) => string);
  /**
   * where a native form of a visitor without a session is redirected, instead of showing its page
   * again
   */
  signIn?: () => Promise<string> | string;
  /** renders the page of a native form again, with the refusal */
  rerender?: (refusal: Refusal) => Promise<string> | string;
  /** what JSON callers get as `data`; the value itself if absent */
  data?: (value: Value) => unknown;
};

/**
 * Whether a native form posted this request; all other callers get JSON. Scripts send files as
 * forms do, but with the token in a header or without accepting HTML.
 */
export function isNative(req: Request): boolean {
  const type = req.is(["application/x-www-form-urlencoded", "multipart/form-data"]);
  if (type !== "multipart/form-data") return Boolean(type);
  return req.get("x-csrftoken") === undefined && req.accepts(["json", "html"]) === "html";
}

/** Sends a page that depends on its visitor: never cached. */
export function sendPage(res: Response, html: string, status = 200): void {
  const body = Buffer.from(html);
  res.status(status);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Content-Length", body.length);
  res.setHeader("Cache-Control", "no-store");
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Sends JSON that is never cached, whatever the status. */
export function sendJson(res: Response, status: number, body: unknown): void {
  res.status(status).setHeader("Cache-Control", "no-store");
  res.json(body);
}

/** Answers a native form by a redirect (303) or by its page again, and any other caller by JSON. */
export async function respond<Value>(
  req: Request,
  res: Response,
  outcome: Outcome<Value>,
  options: ResponseOptions<Value> = {},
): Promise<void> {
  if (!outcome.ok) req.refusalCode = outcome.code;
  if (!outcome.ok && outcome.retryAfter !== undefined) res.setHeader("Retry-After", String(Math.ceil(outcome.retryAfter)));
  if (isNative(req)) return await respondToForm(res, outcome, options);
  if (outcome.ok) return sendJson(res, 200, { data: options.data ? options.data(outcome.value) : outcome.value });
  const { code, error, errors, data } = outcome;
  if (code === "invalid_fields") return sendJson(res, 200, { data: { errors, ...(data as object | undefined) } });
  sendJson(res, refusalStatus[code], { error, code, ...(data !== undefined && { data }) });
}

async function respondToForm<Value>(
  res: Response,
  outcome: Outcome<Value>,
  { next, signIn, rerender }: ResponseOptions<Value>,
): Promise<void> {
  if (outcome.ok) {
    const path = typeof next === "function" ? next(outcome.value) : next;
    res.setHeader("Cache-Control", "no-store");
    return res.redirect(303, path ?? homePath);
  }
  if (outcome.leadsTo !== undefined) {
    res.setHeader("Cache-Control", "no-store");
    return res.redirect(303, outcome.leadsTo);
  }
  if (signIn && outcome.code === "signed_out") {
    res.setHeader("Cache-Control", "no-store");
    return res.redirect(303, await signIn());
  }
  // If messages stand beside fields, the page's status is that of an invalid form, whatever the
  // refusal.
  const status = refusalStatus[outcome.errors ? "invalid_fields" : outcome.code];
  if (rerender && outcome.code !== "not_found") return sendPage(res, await rerender(outcome), status);
  throw new RefusedPage(outcome);
}

/** A refusal that has no page of its own: web/errors.ts shows it. */
export class RefusedPage extends Error {
  readonly code: RefusalCode;
  constructor({ code, error }: Refusal) {
    super(error);
    this.code = code;
  }
}
