import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { failureOf } from "../db/failure.ts";
import type { OutageLog } from "../db/outage-log.ts";
import { type Refusal, type RefusalCode, refuse, notFound as unknownPath } from "../outcome.ts";
import { isApiPath } from "../paths.ts";
import { refusalStatus } from "./refusal-status.ts";
import { type Resend, resendOf } from "./resend.ts";
import { isNative, RefusedPage, sendJson, sendPage } from "./respond.ts";
import { type Render, view } from "./view.ts";

/** Whether a read of this path is a call that answers in JSON. */
export type IsJsonRead = (path: string) => boolean;

/** Whether the caller wants JSON, not a page. */
export function isCall(req: Request, isJsonRead: IsJsonRead): boolean {
  if (isApiPath(req.path)) return true;
  return req.method === "GET" || req.method === "HEAD" ? isJsonRead(req.path) : !isNative(req);
}

const unreadable = refuse("invalid", "We couldn’t read this request.");
const failure = refuse("server_error", "something went wrong please try later");
/** The words for a lost database: the request may be sent again once the database responds. */
export const unavailable = refuse("unavailable", "something went wrong please try later");
/** The refusal of a body that came too slowly. */
export const tooSlow = refuse("too_slow", "That came too slowly. Please try again.");
/** seconds */
export const retryAfter = "5";

/** The client's mistakes, by the status that Express or a parser sets on its error. */
const refusals: Readonly<Record<number, Refusal>> = {
  403: refuse("forbidden", "That isn’t allowed."),
  404: unknownPath,
  413: refuse("too_large", "That’s larger than we can accept."),
  415: refuse("unsupported_type", "Please send JSON or a form."),
};

export type ErrorResponse = {
  status: number;
  code: RefusalCode;
  error: string;
  /** the request's id, for failures of the shop: a report about the failure can name it */
  requestId?: string | undefined;
  /** the form to send again, if its token was stale and its route has no page for that */
  resend?: Resend | undefined;
};

/**
 * The answer to an error: a refusal in its own words, a parser's error by its status, 503 if the
 * database does not respond, 500 for everything else.
 */
function errorResponseOf(error: unknown): Omit<ErrorResponse, "requestId" | "resend"> {
  if (error instanceof RefusedPage) return { status: refusalStatus[error.code], code: error.code, error: error.message };
  const status: unknown = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  const isClients = typeof status === "number" && status >= 400 && status < 500;
  // This comes first: a body that its sender breaks off may have the error code of a lost database.
  if (isClients) return { ...(refusals[status] ?? unreadable), status };
  return failureOf(error) === undefined ? { ...failure, status: 500 } : { ...unavailable, status: 503 };
}

const respondInJson = (res: Response, { status, code, error, requestId }: ErrorResponse): void =>
  sendJson(res, status, { error, code, requestId });

/** The values of views/content/error.hbs. */
type ErrorPage = Pick<ErrorResponse, "status" | "resend"> & {
  title: string;
  robots: string;
  message: string;
  requestId: string | undefined;
};

export const errorView = view<ErrorPage>("content/error");

/** The values of views/content/not-found.hbs. */
type NotFoundPage = typeof notFoundPage;

export const notFoundView = view<NotFoundPage>("content/not-found");

export const errorPage = ({ status, error, requestId, resend }: Omit<ErrorResponse, "code">): ErrorPage => ({
  title: "Something went wrong",
  robots: "noindex",
  status,
  requestId,
  message: error,
  resend,
});

type ErrorOptions = {
  render: Render;
  outages: OutageLog;
  isJsonRead: IsJsonRead;
  /**
   * renders the page in another frame than the shop's, for people who see that frame, such as the
   * staff; undefined for everybody else
   */
  renderOther?: (req: Request, res: Response, response: ErrorResponse) => string | undefined;
};

const notFoundPage = { title: "Page not found", robots: "noindex" };

declare global {
  namespace Express {
    interface Request {
      /** the body came too slowly and 408 was sent; any further reading of the body fails */
      isCutOff?: boolean;
    }
  }
}

/** Answers 404 to a path that no route took. */
export const notFound = ({ render, isJsonRead, renderOther }: Omit<ErrorOptions, "outages">): RequestHandler => {
  return (req, res) => {
    const response = { ...unknownPath, status: 404 };
    if (isCall(req, isJsonRead)) return respondInJson(res, response);
    sendPage(res, renderOther?.(req, res, response) ?? render(notFoundView, notFoundPage), 404);
  };
};

/**
 * The one error handler: JSON for calls, a page for people; never a stack trace, never the
 * request's values.
 */
export function errorHandler({ render, outages, isJsonRead, renderOther }: ErrorOptions): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, _next) => {
    if (req.isCutOff) return;
    const response = errorResponseOf(error);
    const { status } = response;
    req.refusalCode = response.code;
    if (status >= 500) outages.refused(error instanceof Error ? error : new Error(String(error)), req.requestId);
    if (res.headersSent) return void res.destroy();
    if (status === 503) res.set("Retry-After", retryAfter);
    const requestId = status >= 500 ? req.requestId : undefined;
    const resend = response.code === "csrf" ? resendOf(req, res) : undefined;
    if (!resend && isCall(req, isJsonRead)) return respondInJson(res, { ...response, requestId });
    const errorDetails = { ...response, requestId, resend };
    const other = renderOther?.(req, res, errorDetails);
    if (other !== undefined) return sendPage(res, other, status);
    if (status === 404) return sendPage(res, render(notFoundView, notFoundPage), 404);
    sendPage(res, render(errorView, errorPage(errorDetails)), status);
  };
}
