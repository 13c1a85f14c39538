import type { Request, Response } from "express";
import type { Outcome, Refusal, RefusalCode } from "../outcome.ts";
import { homePath } from "../paths.ts";
import { refusalStatus } from "./refusal-status.ts";

declare global {
  namespace Express {
    interface Request {
      /** a native form's values as they were typed, for the page that is shown again */
      typed: Record<string, unknown>;
    }
  }
}

type ResponseOptions<Value> = {
  /** where a native form goes after success: a path of ours */
  next?: string | ((value: Value) => string);
  /** the page of a native form once more, with the refusal */
  rerender?: (refusal: Refusal) => Promise<string> | string;
  /** what JSON callers get under `data`; the value itself when absent */
  data?: (value: Value) => unknown;
};

/**
 * A native form post; everything else speaks JSON. Scripts send files in a form's way too: they
 * bring the token in a header, which no form can, or do not ask for a page.
 */
export function isNative(req: Request): boolean {
  const type = req.is(["application/x-www-form-urlencoded", "multipart/form-data"]);
  if (type !== "multipart/form-data") return Boolean(type);
  return req.get("x-csrftoken") === undefined && req.accepts(["json", "html"]) === "html";
}

/** A page that depends on its visitor: never kept by anybody. */
export function sendPage(res: Response, html: string, status = 200): void {
  const body = Buffer.from(html);
  res.status(status);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Content-Length", body.length);
  res.setHeader("Cache-Control", "no-store");
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Never cached, whatever the status. */
export function sendJson(res: Response, status: number, body: unknown): void {
  res.status(status).setHeader("Cache-Control", "no-store");
  res.json(body);
}

/**
 * Answers a call in the caller's own world (decisions §3): JSON in, JSON out; a native form goes on
 * by 303 or sees its page again.
 */
export async function respond<Value>(
  req: Request,
  res: Response,
  outcome: Outcome<Value>,
  options: ResponseOptions<Value> = {},
): Promise<void> {
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
  { next, rerender }: ResponseOptions<Value>,
): Promise<void> {
  if (outcome.ok) {
    const path = typeof next === "function" ? next(outcome.value) : next;
    res.setHeader("Cache-Control", "no-store");
    return res.redirect(303, path ?? homePath);
  }
  // Whatever a form is refused for: where messages stand beside fields, it is one that was not
  // filled in right.
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
