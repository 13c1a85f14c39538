import { z } from "zod";
import { catalogCalls } from "./catalog/calls.ts";
import { checkoutCalls } from "./checkout/calls.ts";
import { contentCalls } from "./content/calls.ts";
import { customerCalls } from "./customers/calls.ts";
import { identityCalls } from "./identity/calls.ts";
import { orderCalls } from "./orders/calls.ts";
import { cspReportPath, csrfPath, draftPath, openapiPath } from "./paths.ts";
import { paymentCalls } from "./payments/calls.ts";
import { staffCalls } from "./staff/calls.ts";
import { type Call, data, json, noContent } from "./web/call.ts";
import { wishlistCalls } from "./wishlist/calls.ts";

/** Calls that belong to no feature. */
export const shopCalls = {
  isAlive: {
    method: "GET",
    path: "/healthz",
    summary: "Tells whether the process is alive",
    answer: json(z.strictObject({ status: z.literal("alive") })),
  },
  isReady: {
    method: "GET",
    path: "/readyz",
    summary: "Tells whether the database responds",
    answer: json(z.strictObject({ status: z.literal("ready") })),
    failure: { status: 503, schema: z.strictObject({ status: z.literal("not ready"), error: z.string() }) },
  },
  describeCalls: {
    method: "GET",
    path: openapiPath,
    summary: "Describes all calls as OpenAPI",
    answer: json(z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })),
  },
  findToken: {
    method: "GET",
    path: csrfPath,
    summary: "Issues the anti-forgery token, as a cookie and a header",
    crossOrigin: "guest",
    answer: {
      ...noContent,
      headers: {
        "X-CSRFToken": "the token",
        "X-Cookie-Prefix": "what the names of the cookies begin with",
        "Set-Cookie": "csrftoken, and visitor where there is none",
      },
    },
  },
  reportViolation: {
    method: "POST",
    path: cspReportPath,
    summary: "Counts what broke a page's content security policy, as browsers report it",
    answer: noContent,
    codes: ["too_many_tries"],
  },
  saveDraft: {
    method: "POST",
    path: draftPath,
    summary: "keeps what was typed into a page's form whose session is over, for after the next sign-in",
    guard: "csrf",
    body: z.object({
      path: z.string().max(1_000),
      form: z.string().max(1_000),
      typed: z.record(z.string().max(100), z.string().max(5_000)),
    }),
    answer: data(z.strictObject({})),
  },
} as const satisfies Record<string, Call>;

/**
 * Joins the features' calls. Throws if two calls have the same name, since one would hide the
 * other.
 */
function byName(...features: readonly Record<string, Call>[]): Record<string, Call> {
  const entries = features.flatMap((feature) => Object.entries(feature));
  const twice = entries.find(([name], at) => entries.findIndex(([other]) => other === name) !== at);
  if (twice) throw new Error(`two calls are named ${twice[0]}`);
  return Object.fromEntries(entries);
}

/** Every call of the shop, by a unique name. */
export const calls: Readonly<Record<string, Call>> = byName(
  catalogCalls,
  checkoutCalls,
  paymentCalls,
  orderCalls,
  customerCalls,
  wishlistCalls,
  identityCalls,
  contentCalls,
  staffCalls,
  shopCalls,
);
