import type { Call } from "../web/call.ts";
import { type Components, type Json, schemaOf } from "./schema.ts";

/** The parameters of a call, in its path, its query and its own headers. */
export function parametersOf({ path, query, headers = {} }: Call, components: Components): Json[] {
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

/**
 * The fields of a native form: the fields of the call, and the token. Only a POST call has a form.
 */
function formOf({ method, guard, body, form }: Call, components: Components): Json | undefined {
  const schema = form ?? body;
  if (method !== "POST" || !schema) return undefined;
  const fields = schemaOf(schema, "input", components);
  return guard === "csrf" ? { allOf: [fields, { type: "object", properties: ownToken }] } : fields;
}

/** The body of a call in each accepted media type; undefined if the call has no body. */
export function bodyOf(call: Call, components: Components): Json | undefined {
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
