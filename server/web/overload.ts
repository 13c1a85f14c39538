import type { Request, Response } from "express";
import type { Refusal } from "../outcome.ts";
import type { Headers } from "./encoded-page.ts";
import { type ErrorPage, errorPage, type IsJsonRead, isCall, retryAfter, tooSlow, unavailable } from "./errors.ts";
import type { RenderSome } from "./page.ts";

/** Stands for a request's id in what is written once for many. */
const anyRequest = "REQUEST-ID";
/** For how long a written page is sent, in ms. */
const pageMs = 1000;

type EarlyAnswerOptions = {
  render: RenderSome<{ "content/error": ErrorPage }>;
  isJsonRead: IsJsonRead;
  /** of every answer */
  headers: Headers;
};

/** A body up to the place of the request's id, and after it; whole where it has none. */
type Written = { before: Buffer; after: Buffer | undefined; head: string[] };

type Kind = { status: number; refusal: Refusal; headers: Headers; namesRequest: boolean };
const kinds = {
  overload: { status: 503, refusal: unavailable, headers: { "Retry-After": retryAfter }, namesRequest: true },
  tooSlow: { status: 408, refusal: tooSlow, headers: { Connection: "close" }, namesRequest: false },
} satisfies Record<string, Kind>;

/** Answers a request that no route answers. */
type AnswerEarly = (req: Request, res: Response) => void;
export type EarlyAnswers = Record<keyof typeof kinds, AnswerEarly>;

/**
 * Answers what is beyond the bounds, 503, and what comes too slowly, 408, by JSON or a page as web/errors.ts does. A
 * flood of them has to cost less than what it keeps out, so that both are written once for many, and sent without Express.
 */
export function openEarlyAnswers(options: EarlyAnswerOptions): EarlyAnswers {
  return { overload: openEarlyAnswer(options, kinds.overload), tooSlow: openEarlyAnswer(options, kinds.tooSlow) };
}

function openEarlyAnswer({ render, isJsonRead, headers }: EarlyAnswerOptions, kind: Kind): AnswerEarly {
  const { status, refusal } = kind;
  const { code, error } = refusal;
  const requestId = kind.namesRequest ? anyRequest : undefined;
  const fixed = Object.entries({ ...headers, "Cache-Control": "no-store", ...kind.headers }).flat();
  const write = (text: string, type: string): Written => {
    const [before = "", after] = text.split(anyRequest);
    const head = [...fixed, "Content-Type", `${type}; charset=utf-8`];
    return { before: Buffer.from(before), after: after === undefined ? undefined : Buffer.from(after), head };
  };
  const json = write(JSON.stringify({ error, code, requestId }), "application/json");
  let page: Written | undefined;
  let writtenAt = 0;
  // Again now and then: it has the shop's name and colors.
  const currentPage = (): Written => {
    if (page && performance.now() - writtenAt < pageMs) return page;
    writtenAt = performance.now();
    page = write(render("content/error", errorPage({ status, error, requestId })), "text/html");
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
