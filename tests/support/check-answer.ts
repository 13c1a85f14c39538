import { z } from "zod";
import { calls } from "../../server/calls.ts";
import type { RefusalCode } from "../../server/outcome.ts";
import { callPath } from "../../server/screens.ts";
import type { Call } from "../../server/web/call.ts";
import { refusalSchema, refusalsOf } from "../../server/web/call-refusals.ts";
import { refusalStatus } from "../../server/web/refusal-status.ts";
import type { Answer } from "./browser-of.ts";

export type CheckedRequest = { method: string; path: string; body?: unknown };

const patterns = Object.entries(calls).map(([name, call]) => ({
  name,
  call,
  pattern: new RegExp(`^${call.path.replace(/[.\\]/g, String.raw`\$&`).replace(/:\w+/g, "[^/]+")}/?$`),
}));

/** The field `_method` of a native form replaces the request's method. */
const methodOf = ({ method, body }: CheckedRequest): string => /(?:^|&)_method=(PUT|DELETE)\b/.exec(String(body))?.[1] ?? method;

/**
 * Sorts paths with fewer parameters first, in the order in which Express matches them: `/address`
 * before `/:field`.
 */
const fewestParameters = (one: { call: Call }, other: { call: Call }) =>
  one.call.path.split(":").length - other.call.path.split(":").length;

function callsAt(request: CheckedRequest) {
  const { pathname } = new URL(request.path, "http://shop.test");
  const path = callPath(pathname) ?? pathname;
  return patterns
    .filter(({ call, pattern }) => call.method === methodOf(request) && pattern.test(path))
    .sort(fewestParameters)[0];
}

const typeOf = ({ headers }: Answer): string => headers.get("content-type")?.split(";")[0] ?? "";
const isJson = (answer: Answer): boolean => typeOf(answer) === "application/json";

/**
 * The schema of a call's refusals with this status; it rejects a code that the call does not list.
 */
function refusalFor(call: Call, status: number): z.ZodType {
  if (status === call.failure?.status) return call.failure.schema;
  const codes = [...refusalsOf(call).json].filter((code: RefusalCode) => refusalStatus[code] === status);
  return refusalSchema(codes, call.refusalData);
}

/** The schema of a call's answers with this status, as JSON. */
function schemaFor(call: Call, status: number): z.ZodType {
  const { answer, fieldErrors } = call;
  if (status >= 400) return refusalFor(call, status);
  const own = answer.type === "application/json" && answer.status === status ? answer.schema : undefined;
  const allowed = [...(own ? [own] : []), ...(fieldErrors && status === 200 ? [fieldErrors] : [])];
  return allowed.length > 0 ? z.union(allowed) : z.never();
}

function answerFault(call: Call, answer: Answer): string | undefined {
  const { status, text } = answer;
  if (isJson(answer)) {
    const parsed = schemaFor(call, status).safeParse(answer.body);
    return parsed.success ? undefined : z.prettifyError(parsed.error);
  }
  if (status === 304) return text === "" ? undefined : "has a body";
  if (status >= 300 && status < 400) return answer.headers.has("location") ? undefined : "leads nowhere";
  // Pages of native forms have no schema.
  if (status !== call.answer.status || (typeOf(answer) === "text/html" && call.answer.type !== "text/html")) return undefined;
  if (typeOf(answer) !== (call.answer.type ?? "")) return `came as ${typeOf(answer)}`;
  if (status === 204) return text === "" ? undefined : "has a body";
  const parsed = (call.answer.schema ?? z.string()).safeParse(text);
  return parsed.success ? undefined : z.prettifyError(parsed.error);
}

/**
 * A form without a token is always refused. The shop's own cached pages get their token in the
 * browser.
 */
const hasFormWithoutToken = ({ path }: CheckedRequest, { text }: Answer): boolean =>
  path.startsWith("/staff/") && text.includes('name="_csrf" value=""');

/** Throws if a call's answer contradicts its `calls.ts`, or a staff page's form has no token. */
export function checkAnswer(request: CheckedRequest, answer: Answer): void {
  if (hasFormWithoutToken(request, answer)) throw new Error(`${request.path} has a form without a token`);
  const match = callsAt(request);
  const fault = match && answerFault(match.call, answer);
  if (fault === undefined) return;
  throw new Error(
    `${match?.name} (${request.method} ${request.path}) answered ${answer.status} ${answer.text.slice(0, 500)}\n${fault}`,
  );
}
