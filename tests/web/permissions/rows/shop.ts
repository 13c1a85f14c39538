import { shopCalls } from "../../../../server/calls.ts";
import { catalogCalls } from "../../../../server/catalog/calls.ts";
import { contentCalls } from "../../../../server/content/calls.ts";
import { paymentCalls } from "../../../../server/payments/calls.ts";
import type { Call } from "../../../../server/web/call.ts";
import { type Row, rowFor } from "../row.ts";

const pages: [path: string, summary: string][] = [
  ["/storefront/", "The home page"],
  ["/storefront/:slug/", "A category's landing page"],
  ["/storefront/collections/", "Listings and search"],
  ["/storefront/collections/:slug/", "A collection, the listing, or a redirect to a category's"],
  ["/storefront/products/:slug/", "A product"],
  ["/storefront/pages/:slug/", "A content page"],
];
const { findCards, findOffers, suggest, suggestOptions, countView } = catalogCalls;
const { readRobots, readManifest, readTheme, readSitemap, readSitemapPart, readFavicon, readSecurityText, leadToPassword } =
  contentCalls;
const forEverybody = (call: Call): Row => rowFor(call, { kind: "everybody" });

/** Routes for everybody: all get the same bytes, without a cookie. */
export const shopRows: readonly Row[] = [
  ...pages.map(
    ([path, summary]): Row => ({
      method: "GET",
      path,
      kind: "everybody",
      summary,
      at: () =>
        path
          .replace("storefront/:slug", "storefront/seeds")
          .replace("products/:slug", "products/product-1")
          .replace(":slug", "shipping"),
    }),
  ),
  rowFor(findCards, { kind: "everybody", at: () => `${findCards.path}?ids=p-1` }),
  rowFor(findOffers, { kind: "everybody", at: () => `${findOffers.path}?variantId=v-1` }),
  ...[suggest, suggestOptions, shopCalls.isAlive, shopCalls.isReady, readRobots, readManifest, readSitemap, readSecurityText].map(
    forEverybody,
  ),
  rowFor(shopCalls.describeCalls, { kind: "everybody", note: "with the staff’s calls, which the public source has too" }),
  { method: "GET", path: "/", kind: "everybody", summary: "Redirects to the home page", yes: { json: 302 } },
  rowFor(readFavicon, { kind: "everybody", yes: { json: 301 } }),
  rowFor(leadToPassword, { kind: "everybody", yes: { json: 302 } }),
  rowFor(readTheme, { kind: "everybody", yes: { json: 404 }, note: "404 while nothing is set" }),
  rowFor(readSitemapPart, {
    kind: "everybody",
    at: () => "/sitemap-1.xml",
    yes: { json: 404 },
    note: "404 while one part is enough",
  }),
  rowFor(countView, { kind: "everybody", json: () => ({ productId: "p-1" }), yes: { json: 204, native: 204 } }),
  rowFor(shopCalls.findToken, { kind: "visitor", yes: { json: 204 } }),
  rowFor(shopCalls.reportViolation, {
    kind: "everybody",
    send: ({ browser }) =>
      browser.request("POST", shopCalls.reportViolation.path, {
        body: JSON.stringify([{ type: "csp-violation", body: {} }]),
        headers: { "content-type": "application/reports+json" },
      }),
    yes: { json: 204, native: 204 },
    note: "limited by network and in all; only counted",
  }),
  rowFor(paymentCalls.receiveWebhook, {
    kind: "everybody",
    at: () => paymentCalls.receiveWebhook.path.replace(":adapter", "nmi"),
    json: () => ({}),
    yes: { json: 404, native: 404 },
    note: "only what the gateway has signed counts",
  }),
  rowFor(shopCalls.saveDraft, {
    kind: "visitor",
    json: () => ({ path: "/storefront/dashboard/settings/", form: "/storefront/api/customers/address", typed: {} }),
    yes: { native: 400 },
    note: "a script's alone: a native form is kept by the call that it was sent to",
  }),
];
