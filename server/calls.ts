import { z } from "zod";
import { catalogCalls } from "./catalog/calls.ts";
import { checkoutCalls } from "./checkout/calls.ts";
import { contentCalls } from "./content/calls.ts";
import { customerCalls } from "./customers/calls.ts";
import { identityCalls } from "./identity/calls.ts";
import { orderCalls } from "./orders/calls.ts";
import { csrfPath } from "./paths.ts";
import { paymentCalls } from "./payments/calls.ts";
import { type Call, json, noContent } from "./web/call.ts";
import { wishlistCalls } from "./wishlist/calls.ts";

/** Calls without a feature. */
export const shopCalls = {
  isAlive: {
    method: "GET",
    path: "/healthz",
    does: "Tells whether the process is alive",
    answer: json(z.strictObject({ status: z.literal("alive") })),
  },
  isReady: {
    method: "GET",
    path: "/readyz",
    does: "Tells whether the database responds",
    answer: json(z.strictObject({ status: z.literal("ready") })),
    refusal: { status: 503, schema: z.strictObject({ status: z.literal("not ready"), error: z.string() }) },
  },
  findToken: {
    method: "GET",
    path: csrfPath,
    does: "Issues the anti-forgery token, as a cookie and a header",
    answer: {
      ...noContent,
      headers: {
        "X-CSRFToken": "the token",
        "X-Cookie-Prefix": "what the names of the cookies begin with",
        "Set-Cookie": "csrftoken, and visitor where there is none",
      },
    },
  },
} as const satisfies Record<string, Call>;

/** Every call of the shop, by a name of its own. */
export const calls: Readonly<Record<string, Call>> = {
  ...catalogCalls,
  ...checkoutCalls,
  ...paymentCalls,
  ...orderCalls,
  ...customerCalls,
  ...wishlistCalls,
  ...identityCalls,
  ...contentCalls,
  ...shopCalls,
};
