import express, { type RequestHandler } from "express";
import { refuse } from "../outcome.ts";
import { RefusedPage } from "./respond.ts";

/**
 * Parsers for every call except the payment call, which has its own. No form of the shop is larger
 * than 64 kB.
 */
export const bodyParsers: readonly RequestHandler[] = [
  express.json({ limit: "64kb" }),
  express.urlencoded({ limit: "64kb", extended: false, parameterLimit: 200 }),
];

/** Parses forms with long texts below one path, up to `limit` bytes. */
export function longForms(below: string, limit: number): RequestHandler {
  const parse = express.urlencoded({ limit, extended: false, parameterLimit: 50 });
  return (req, res, next) => (req.path.startsWith(below) ? parse(req, res, next) : next());
}

const writes = new Set(["POST", "PUT", "DELETE", "PATCH"]);
const parsed = ["application/json", "application/x-www-form-urlencoded"];

/**
 * Refuses a change whose body has an unparsed type (415). Calls that take another type are
 * registered before this handler. A change without a body passes.
 */
export const requireKnownType: RequestHandler = (req, _res, next) => {
  if (!writes.has(req.method) || req.is(parsed) || !hasBody(req.headers)) return next();
  next(new RefusedPage(refuse("unsupported_type", "Please send JSON or a form.")));
};

/**
 * Refuses a body of another type at a call that takes files (415). Otherwise the token would be
 * reported as missing. A request without a body passes, and its call refuses it for the missing
 * fields.
 */
export const requireFiles: RequestHandler = (req, _res, next) =>
  next(req.is("multipart/form-data") === false ? new RefusedPage(noFiles) : undefined);

const noFiles = refuse("unsupported_type", "Please send a form with a file (multipart/form-data).");

const hasBody = (headers: NodeJS.Dict<string | string[]>) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/**
 * Keeps the typed values, to show the page again with them, and turns a native form's `_method`
 * into PUT or DELETE before routing.
 */
export const nativeForms: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  req.typed = typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  const method = req.typed._method;
  if (req.method === "POST" && (method === "PUT" || method === "DELETE") && req.is("application/x-www-form-urlencoded"))
    req.method = method;
  next();
};
