import { z } from "zod";
import type { RefusalCode } from "../outcome.ts";
import { isApiPath } from "../paths.ts";
import type { Call } from "./call.ts";
import { refusalStatus } from "./refusal-status.ts";

/** A page of a foreign origin is refused, unless the call is open to it (web/embedding.ts). */
function originCodes({ crossOrigin, path }: Call): readonly RefusalCode[] {
  return crossOrigin === "public" || !/^\/(?:storefront|identity|staff)\//.test(path) ? [] : ["forbidden"];
}

const guardCodes = ({ guard }: Call): readonly RefusalCode[] => (guard === "csrf" ? ["csrf"] : []);

/** The codes with which a body may be refused, by its parsers or while it comes. */
const bodyCodes = ({ method }: Call): readonly RefusalCode[] =>
  method === "GET" ? [] : ["invalid", "too_large", "too_slow", "unsupported_type"];

/** The record that a path names may be missing, and the path's escapes may be malformed (`%E0`). */
const pathCodes = ({ path }: Call): readonly RefusalCode[] => (path.includes(":") ? ["invalid", "not_found"] : []);

const commonCodes = (call: Call): readonly RefusalCode[] => [
  ...bodyCodes(call),
  ...guardCodes(call),
  ...originCodes(call),
  ...pathCodes(call),
  // The database does not respond.
  "unavailable",
  "server_error",
];

/** Whether programs make this read. Its errors are answered in JSON too. */
export const isJsonRead = ({ method, path, answer }: Call): boolean =>
  method === "GET" && (isApiPath(path) || answer.type === "application/json");

/** A read that is not JSON answers common errors by a page, as a screen does. */
const hearsByPage = (call: Call): boolean => call.method === "GET" && !isJsonRead(call);

/** The codes that a call may answer in JSON, and the codes that it answers only by a page. */
export function refusalsOf(call: Call): { json: ReadonlySet<RefusalCode>; page: ReadonlySet<RefusalCode> } {
  const own = call.codes ?? [];
  // If a call describes its own answer with some status, no common refusal has this status.
  const common = commonCodes(call).filter((code) => refusalStatus[code] !== call.failure?.status);
  return hearsByPage(call)
    ? { json: new Set(own), page: new Set(common) }
    : { json: new Set([...common, ...own]), page: new Set() };
}

/** Whether the shop itself failed (5xx). Such an answer names its request. */
const isOurs = (code: RefusalCode): boolean => refusalStatus[code] >= 500;

/** The JSON of a call's refusal with one of these codes, and its data. */
export const refusalSchema = (codes: readonly RefusalCode[], data?: z.ZodType): z.ZodType =>
  z.strictObject({
    error: z.string().min(1),
    code: z.enum(codes),
    ...(codes.some(isOurs) && { requestId: z.string().min(1).optional() }),
    ...(data && { data: data.optional() }),
  });
