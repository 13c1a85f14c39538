import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { RenderSome } from "./page.ts";
import { isNative, RefusedPage, sendJson, sendPage } from "./respond.ts";

const isCall = (req: Request): boolean =>
  (req.method !== "GET" && req.method !== "HEAD" && !isNative(req)) || req.path.startsWith("/storefront/api/");

const words: Record<number, string> = {
  400: "this request could not be read",
  403: "this is not allowed",
  404: "we could not find that",
  413: "this is larger than we can take",
  415: "please send JSON or a form",
};

/** What a client did wrong, by the status that a parser or a refusal put on the error; everything else is ours. */
function statusOf(error: unknown): number {
  const status: unknown = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : 500;
}

const hasWords = (error: unknown): error is RefusedPage => error instanceof RefusedPage;

/** What views/content/error.hbs receives. */
export type ErrorPage = { title: string; robots: string; status: number; ours: boolean; message: string };
/** What views/content/not-found.hbs receives. */
export type NotFoundPage = typeof notFoundPage;

type ErrorViews = { "content/error": ErrorPage; "content/not-found": NotFoundPage };

const notFoundPage = { title: "Page not found", robots: "noindex" };

/** The last stop of a path that no route took. */
export const notFound = (render: RenderSome<ErrorViews>): RequestHandler => {
  return (req, res) => {
    if (isCall(req)) return sendJson(res, 404, { error: words[404] });
    sendPage(res, render("content/not-found", notFoundPage), 404);
  };
};

/** The one error handler: JSON for calls, a designed page for people; never a stack trace, never what was sent. */
export function errorHandler(render: RenderSome<ErrorViews>, log: Logger): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, _next) => {
    const status = statusOf(error);
    if (status === 500) log.error({ err: error instanceof Error ? error : new Error(String(error)) }, "request failed");
    if (res.headersSent) return void res.destroy();
    const text = hasWords(error) ? error.message : (words[status] ?? "something went wrong please try later");
    if (isCall(req)) return sendJson(res, status, { error: text });
    if (status === 404) return sendPage(res, render("content/not-found", notFoundPage), 404);
    sendPage(
      res,
      render("content/error", { title: "Something went wrong", robots: "noindex", status, ours: status === 500, message: text }),
      status,
    );
  };
}
