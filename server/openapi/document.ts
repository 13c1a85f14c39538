import { calls } from "../calls.ts";
import { needText } from "../staff/people/rules/permissions.ts";
import type { StaffCall } from "../staff/staff-call.ts";
import type { Call } from "../web/call.ts";
import { bodyOf, parametersOf } from "./request.ts";
import { responsesOf, type SharedParts } from "./responses.ts";
import type { Json } from "./schema.ts";

const pathOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

/**
 * The security of a call. A call that changes data needs a token, together with the cookie of the
 * visitor or session.
 */
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

/** The OpenAPI 3.1 description of every call in `calls.ts`. */
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
