import { z } from "zod";
import { calls } from "../../server/calls.ts";
import type { RefusalCode } from "../../server/outcome.ts";
import type { StaffCall } from "../../server/staff/calls/staff-call.ts";
import { needText } from "../../server/staff/rules/permissions.ts";
import type { Call } from "../../server/web/call.ts";
import { refusalSchema, refusalsOf } from "../../server/web/call-refusals.ts";
import { refusalStatus } from "../../server/web/refusal-status.ts";

type Json = Record<string, unknown>;

/** Schemas that have an id stand once, under `components`. */
type Components = Record<string, unknown>;
type SharedParts = { schemas: Components; responses: Components };

/** A field with a default may be left out by the sender. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null) return value;
  const { required, ...own } = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutDefaults(each)]));
  const properties = own.properties as Record<string, Json> | undefined;
  if (!Array.isArray(required) || !properties) return required === undefined ? own : { ...own, required };
  const needed = required.filter((name: string) => !("default" in (properties[name] ?? {})));
  return needed.length > 0 ? { ...own, required: needed } : own;
}

/**
 * A zod schema as JSON Schema: what is sent is described before its transforms, and what has an id
 * is moved to `components`.
 */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Components };
  const text = (value: unknown) => JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  for (const [id, each] of Object.entries($defs ?? {})) components[id] = JSON.parse(text(each));
  const described = JSON.parse(text(own)) as Json;
  return io === "input" ? (withoutDefaults(described) as Json) : described;
}

const pathOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

function parametersOf({ path, query, headers = {} }: Call, components: Components): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const parameters = query ? schemaOf(query, "input", components) : {};
  const required = (parameters.required ?? []) as readonly string[];
  const inQuery = Object.entries((parameters.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  const inHeader = Object.entries(headers).map(([name, { schema, means }]) => ({
    name,
    in: "header",
    required: false,
    description: means,
    schema: schemaOf(schema, "input", components),
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

const ownToken = { _csrf: { type: "string", description: "the anti-forgery token, where no header brings it" } };

/** The fields of a native form: those of the call, and its token. A form can only post. */
function formOf({ method, guard, body, form }: Call, components: Components): Json | undefined {
  const schema = form ?? body;
  if (method !== "POST" || !schema) return undefined;
  const fields = schemaOf(schema, "input", components);
  return guard === "csrf" ? { allOf: [fields, { type: "object", properties: ownToken }] } : fields;
}

function bodyOf(call: Call, components: Components): Json | undefined {
  const { body, file } = call;
  const form = formOf(call, components);
  const upload = file && {
    type: "object",
    properties: { [file.field]: { type: "string", contentMediaType: file.types.join(", ") }, ...ownToken },
    required: [file.field],
  };
  const content = {
    ...(body && { "application/json": { schema: schemaOf(body, "input", components) } }),
    ...(form && { "application/x-www-form-urlencoded": { schema: form } }),
    ...(upload && { "multipart/form-data": { schema: upload } }),
  };
  return Object.keys(content).length > 0 ? { required: true, content } : undefined;
}

const headerOf = ([name, description]: [string, string]) => [name, { description, schema: { type: "string" } }];

/** The codes by the statuses that say them, lowest first, as JSON sorts whole numbers. */
const byStatus = (codes: ReadonlySet<RefusalCode>) => Object.entries(Object.groupBy(codes, (code) => refusalStatus[code]));

const waits = headerOf(["Retry-After", "seconds until the next try is taken"]);

/** Refusals of one status in JSON, described by their codes. */
const refusedWith = (codes: readonly RefusalCode[], data: z.ZodType | undefined, components: Components): Json => ({
  description: codes.join(", "),
  ...(codes.includes("too_many_tries") && { headers: Object.fromEntries([waits]) }),
  content: { "application/json": { schema: schemaOf(refusalSchema(codes, data), "output", components) } },
});

/**
 * Responses of the usual shape stand once for all calls, under `components`, by the names of their
 * codes.
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

function responsesOf(call: Call, shared: SharedParts): Json {
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

/** A change carries its token as this browser's visitor or session. */
const security = ({ guard }: Call) =>
  guard === "csrf"
    ? {
        security: [
          { visitor: [], token: [] },
          { session: [], token: [] },
        ],
      }
    : {};

function operationOf([name, call]: [string, StaffCall], shared: SharedParts): Json {
  const { needs } = call;
  const components = shared.schemas;
  const parameters = parametersOf(call, components);
  const requestBody = bodyOf(call, components);
  const tag = call.path.split("/").find((part) => !["", "storefront", "api"].includes(part)) ?? "shop";
  return {
    operationId: name,
    summary: call.summary,
    ...(needs && { description: `Takes the staff’s permission ${needText(needs)}.` }),
    tags: [tag.startsWith(":") || tag.includes(".") ? "shop" : tag],
    ...security(call),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(call, shared),
  };
}

const description = `The calls of the shop's own pages. JSON in is answered in JSON. A native form is answered by 303 to the next screen, or by its page again
with 422 (409 for a changed total); as PUT or DELETE it is posted with a field \`_method\`.

A refusal has a code, and each call names its own: programs branch on it, the words beside it may change. A value that breaks a form's rule is no
refusal: it is answered by 200 with \`{data: {errors}}\`. An answer of 429 says with \`Retry-After\` when to try again.`;

const cookie = (name: string, means: string) => ({ type: "apiKey", in: "cookie", name, description: means });
const securitySchemes = {
  session: cookie("user_id", "the session of a customer who signed in, for 7 days"),
  visitor: cookie("visitor", "this browser, signed; set with the first token"),
  checkout: cookie("checkoutId", "the checkout of this browser, for 24 hours; calls name theirs by its id"),
  csrftoken: cookie("csrftoken", "the anti-forgery token, readable by scripts"),
  token: { type: "apiKey", in: "header", name: "X-CSRFToken", description: "what the cookie csrftoken holds" },
};

/** The API's description, OpenAPI 3.1, of every call in `calls.ts`. */
export function openapiDocument(): Json {
  const shared: SharedParts = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  for (const entry of Object.entries(calls)) {
    const { path, method } = entry[1];
    paths[pathOf(path)] = { ...paths[pathOf(path)], [method.toLowerCase()]: operationOf(entry, shared) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Storefront", version: "1", description },
    paths,
    components: { ...shared, securitySchemes },
  };
}
