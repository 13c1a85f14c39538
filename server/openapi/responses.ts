import type { z } from "zod";
import type { RefusalCode } from "../outcome.ts";
import type { Call } from "../web/call.ts";
import { refusalSchema, refusalsOf } from "../web/call-refusals.ts";
import { refusalStatus } from "../web/refusal-status.ts";
import { type Components, type Json, schemaOf } from "./schema.ts";

export type SharedParts = { schemas: Components; responses: Components };

const headerOf = ([name, description]: [string, string]) => [name, { description, schema: { type: "string" } }];

/**
 * The refusal codes grouped by their status, the lowest first, since objects sort whole-number
 * keys.
 */
const byStatus = (codes: ReadonlySet<RefusalCode>) => Object.entries(Object.groupBy(codes, (code) => refusalStatus[code]));

const waits = headerOf(["Retry-After", "seconds until the next try is taken"]);

/** The response for JSON refusals of one status; its description lists their codes. */
const refusedWith = (codes: readonly RefusalCode[], data: z.ZodType | undefined, components: Components): Json => ({
  description: codes.join(", "),
  ...(codes.includes("too_many_tries") && { headers: Object.fromEntries([waits]) }),
  content: { "application/json": { schema: schemaOf(refusalSchema(codes, data), "output", components) } },
});

/**
 * Describes refusals of the usual shape once for all calls, under `components`, with a name made of
 * their codes.
 */
function sharedRefusal(codes: readonly RefusalCode[], { schemas, responses }: SharedParts): Json {
  const name = [...codes].sort().join(".");
  responses[name] ??= refusedWith([...codes].sort(), undefined, schemas);
  return { $ref: `#/components/responses/${name}` };
}

const refusedByPage = (codes: readonly RefusalCode[]): Json => ({
  description: codes.join(", "),
  content: { "text/html": { schema: { type: "string" } } },
});

function refusalResponses(call: Call, shared: SharedParts): Json {
  const { failure, refusalData } = call;
  const { json, page } = refusalsOf(call);
  const own = failure && {
    description: "refused",
    content: { "application/json": { schema: schemaOf(failure.schema, "output", shared.schemas) } },
  };
  const inJson = (codes: readonly RefusalCode[]) =>
    refusalData ? refusedWith(codes, refusalData, shared.schemas) : sharedRefusal(codes, shared);
  return {
    ...Object.fromEntries(byStatus(page).map(([status, codes = []]) => [status, refusedByPage(codes)])),
    ...Object.fromEntries(byStatus(json).map(([status, codes = []]) => [status, inJson(codes)])),
    ...(own && { [failure.status]: own }),
  };
}

/** The responses of a call by status: its answer and its refusals. */
export function responsesOf(call: Call, shared: SharedParts): Json {
  const components = shared.schemas;
  const { answer, fieldErrors, method, body, file, form } = call;
  const own = answer.schema && schemaOf(answer.schema, "output", components);
  const schema = fieldErrors ? { anyOf: [own, schemaOf(fieldErrors, "output", components)] } : own;
  const content = answer.type && schema ? { content: { [answer.type]: { schema } } } : {};
  const headers = answer.headers && Object.fromEntries(Object.entries(answer.headers).map(headerOf));
  const redirected = answer.status >= 300;
  const posts = method === "POST" && Boolean(body ?? form ?? file);
  return {
    [answer.status]: { description: redirected ? "leads on" : "done", ...(headers && { headers }), ...content },
    ...(posts && !redirected && { 303: { description: "a native form goes on to the next screen" } }),
    ...refusalResponses(call, shared),
  };
}
