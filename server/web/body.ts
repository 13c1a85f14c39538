import express, { type RequestHandler } from "express";
import { refuse } from "../outcome.ts";
import { RefusedPage } from "./respond.ts";

/**
 * Parsers for everything but the payment call, which has its own. No form of the shop is larger
 * than 64 kB.
 */
export const bodyParsers: readonly RequestHandler[] = [
  express.json({ limit: "64kb" }),
  express.urlencoded({ limit: "64kb", extended: false, parameterLimit: 200 }),
];

/** For forms that hold a whole text, below one path: `limit` bytes. */
export function longForms(below: string, limit: number): RequestHandler {
  const parse = express.urlencoded({ limit, extended: false, parameterLimit: 50 });
  return (req, res, next) => (req.path.startsWith(below) ? parse(req, res, next) : next());
}

const writes = new Set(["POST", "PUT", "DELETE", "PATCH"]);
const parsed = ["application/json", "application/x-www-form-urlencoded"];

/**
 * Refuses a change whose body has a type that is not parsed here (415); a call that takes another
 * one is registered before. A change without a body passes.
 */
export const requireKnownType: RequestHandler = (req, _res, next) => {
  if (!writes.has(req.method) || req.is(parsed) || !hasBody(req.headers)) return next();
  next(new RefusedPage(refuse("unsupported_type", "Please send JSON or a form.")));
};

/**
 * For calls that take files: refuses a body of another type (415), instead of missing the token of
 * a form that is not there. One without a body passes, and is refused for what it lacks.
 */
export const requireFiles: RequestHandler = (req, _res, next) =>
  next(req.is("multipart/form-data") === false ? new RefusedPage(noFiles) : undefined);

const noFiles = refuse("unsupported_type", "Please send a form with a file (multipart/form-data).");

const hasBody = (headers: NodeJS.Dict<string | string[]>) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/**
 * Keeps what was typed, to show the page again with it, and turns a native form's `_method` into
 * PUT or DELETE before routing.
 */
export const nativeForms: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  req.typed = typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  const method = req.typed._method;
  if (req.method === "POST" && (method === "PUT" || method === "DELETE") && req.is("application/x-www-form-urlencoded"))
    req.method = method;
  next();
};
