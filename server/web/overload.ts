import type { Request, Response } from "express";
import type { RefusalCode } from "../outcome.ts";
import type { Headers } from "./encoded-page.ts";
import { type ErrorPage, errorPage, type IsJsonRead, isCall, retryAfter, unavailable } from "./errors.ts";
import type { RenderSome } from "./page.ts";

/** Stands for a request's id in what is written once for many. */
const anyRequest = "REQUEST-ID";
/** For how long a written page is sent, in ms. */
const pageMs = 1000;

type OverloadOptions = {
  render: RenderSome<{ "content/error": ErrorPage }>;
  isJsonRead: IsJsonRead;
  /** of every answer */
  headers: Headers;
};

/** A body up to the place of the request's id, and after it. */
type Written = { before: Buffer; after: Buffer; head: string[] };

/**
 * Answers what is beyond the bounds: 503, by JSON or a page as web/errors.ts does. A flood of them has to cost less
 * than what it keeps out, so that both are written once for many, and sent without Express.
 */
export function openOverloadAnswer({ render, isJsonRead, headers }: OverloadOptions): (req: Request, res: Response) => void {
  const fixed = Object.entries({ ...headers, "Cache-Control": "no-store", "Retry-After": retryAfter }).flat();
  const write = (text: string, type: string): Written => {
    const [before = "", after = ""] = text.split(anyRequest);
    return { before: Buffer.from(before), after: Buffer.from(after), head: [...fixed, "Content-Type", `${type}; charset=utf-8`] };
  };
  const { code, error }: { code: RefusalCode; error: string } = unavailable;
  const json = write(JSON.stringify({ error, code, requestId: anyRequest }), "application/json");
  let page: Written | undefined;
  let writtenAt = 0;
  // Again now and then: it has the shop's name and colors.
  const currentPage = (): Written => {
    if (page && performance.now() - writtenAt < pageMs) return page;
    writtenAt = performance.now();
    page = write(render("content/error", errorPage(503, error, anyRequest)), "text/html");
    return page;
  };
  return (req, res) => {
    req.refusalCode = code;
    const { before, after, head } = isCall(req, isJsonRead) ? json : currentPage();
    const body = Buffer.concat([before, Buffer.from(req.requestId), after]);
    res.writeHead(503, [...head, "Content-Length", String(body.length), "X-Request-Id", req.requestId]);
    res.end(req.method === "HEAD" ? undefined : body);
  };
}
