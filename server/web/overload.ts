import type { Request, Response } from "express";
import type { Refusal } from "../outcome.ts";
import type { Headers } from "./encoded-page.ts";
import { errorPage, errorView, type IsJsonRead, isCall, retryAfter, tooSlow, unavailable } from "./errors.ts";
import type { Render } from "./view.ts";

/** Stands for a request's id in an answer that is written once for many requests. */
const anyRequest = "REQUEST-ID";
/** How long a written page is used, in ms. */
const pageMs = 1000;

type EarlyAnswerOptions = {
  render: Render;
  isJsonRead: IsJsonRead;
  /** the headers of every answer */
  headers: Headers;
};

/** A body split at the place of the request's id; whole if it contains no id. */
type SplitBody = { before: Buffer; after: Buffer | undefined; head: string[] };

type Kind = { status: number; refusal: Refusal; headers: Headers; namesRequest: boolean };
const kinds = {
  overload: { status: 503, refusal: unavailable, headers: { "Retry-After": retryAfter }, namesRequest: true },
  tooSlow: { status: 408, refusal: tooSlow, headers: { Connection: "close" }, namesRequest: false },
} satisfies Record<string, Kind>;

/** Answers a request that does not reach any route. */
type AnswerEarly = (req: Request, res: Response) => void;
export type EarlyAnswers = Record<keyof typeof kinds, AnswerEarly>;

/**
 * Answers 503 to requests beyond the bounds and 408 to slow ones, by JSON or a page as
 * web/errors.ts does. A flood of such answers has to cost less than the requests that it keeps out,
 * so each is written once for many requests and sent without Express.
 */
export function openEarlyAnswers(options: EarlyAnswerOptions): EarlyAnswers {
  return { overload: openEarlyAnswer(options, kinds.overload), tooSlow: openEarlyAnswer(options, kinds.tooSlow) };
}

function openEarlyAnswer({ render, isJsonRead, headers }: EarlyAnswerOptions, kind: Kind): AnswerEarly {
  const { status, refusal } = kind;
  const { code, error } = refusal;
  const requestId = kind.namesRequest ? anyRequest : undefined;
  const fixed = Object.entries({ ...headers, "Cache-Control": "no-store", ...kind.headers }).flat();
  const write = (text: string, type: string): SplitBody => {
    const [before = "", after] = text.split(anyRequest);
    const head = [...fixed, "Content-Type", `${type}; charset=utf-8`];
    return { before: Buffer.from(before), after: after === undefined ? undefined : Buffer.from(after), head };
  };
  const json = write(JSON.stringify({ error, code, requestId }), "application/json");
  let page: SplitBody | undefined;
  let writtenAt = 0;
  // The page is rendered again after `pageMs`: the shop's name and colors may have changed.
  const currentPage = (): SplitBody => {
    if (page && performance.now() - writtenAt < pageMs) return page;
    writtenAt = performance.now();
    page = write(render(errorView, errorPage({ status, error, requestId })), "text/html");
    return page;
  };
  return (req, res) => {
    req.refusalCode = code;
    const { before, after, head } = isCall(req, isJsonRead) ? json : currentPage();
    const body = after ? Buffer.concat([before, Buffer.from(req.requestId), after]) : before;
    res.writeHead(status, [...head, "Content-Length", String(body.length), "X-Request-Id", req.requestId]);
    res.end(req.method === "HEAD" ? undefined : body);
  };
}
