import { describe, expect, test } from "vitest";
import { calls } from "../../server/calls.ts";
import { callAt } from "../../server/form-screens.ts";
import { signedIn } from "../customers/address-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";
import { rawRequest } from "../web/raw-http.ts";

const mail = "ann@example.com";

/**
 * Addresses that a cache in front of the shop may take for a file and keep for the next requester.
 */
const disguised = [
  ["/storefront/dashboard/profile/x.css", "/storefront/dashboard/profile/"],
  ["/storefront/dashboard/profile/a/b.js", "/storefront/dashboard/profile/"],
  ["/storefront/dashboard/profile/x%2epng", "/storefront/dashboard/profile/"],
  ["/storefront/dashboard/profile/;x.css", "/storefront/dashboard/profile/"],
  ["/storefront/dashboard/settings/x.css?a=1", "/storefront/dashboard/settings/?a=1"],
  ["/shop/us/storefront/dashboard/settings/x.css", "/storefront/dashboard/settings/"],
  ["/identity/signin/x.css", "/identity/signin/"],
  ["/identity/signup/x.css", "/identity/signup/"],
] as const;

const nowhere = [
  "/static/dashboard/profile/",
  "/static/storefront/dashboard/settings/",
  "/media/dashboard/profile/",
  "/media/storefront/cart/",
  "/media/storefront/dashboard/",
  "/static/storefront/",
  "/media/identity/signin/",
  "/healthz/storefront/dashboard/profile/",
  "/staff/storefront/dashboard/profile/",
  "/storefront/cart/x.css",
  "/storefront/dashboard/x.css",
  "/storefront/dashboard/orders/x.css",
  "/storefront/orders/lookup/x.css",
  "/storefront/checkout/contact/x.css",
  "/storefront/dashboard/profile;x.css",
  "/storefront/dashboard/profile%2fx.css",
  "/storefront/Dashboard/Profile/",
];

describe.each(proofEngines)("on %s a visitor's page", (engine) => {
  test("has one path: what is put behind it leads there, and nothing private is in the answer", async () => {
    const { customer } = await signedIn({ engine });
    for (const [path, canonical] of disguised) {
      const answer = await customer.get(path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, canonical]);
      expect([path, answer.headers.get("cache-control"), answer.text.includes(mail)]).toEqual([path, "no-store", false]);
    }
    for (const path of nowhere) {
      const answer = await customer.get(path);
      expect([path, answer.status, answer.text.includes(mail)]).toEqual([path, 404, false]);
    }
    for (const path of [
      "/storefront/dashboard/profile/",
      "/storefront/dashboard/profile",
      "/shop/us/storefront/dashboard/profile/",
    ])
      expect([path, (await customer.get(path)).status]).toEqual([path, 200]);
  });
});

/** Paths with one segment in another case at a time; `:name` matches any text. */
function inAnotherCase(path: string): string[] {
  const segments = path.split("/");
  return segments.flatMap((segment, at) => {
    const other = [...segments.slice(0, at), segment.toUpperCase(), ...segments.slice(at + 1)].join("/");
    return /^[a-z]/.test(segment) ? [other] : [];
  });
}

const withEnding = (path: string): string[] => {
  const endings = [`${path}/x.css`, `${path}//`];
  return /:\w+$/.test(path) ? endings : [...endings, `${path}.css`, `${path};x.css`];
};

test("a call has one spelling: another case or an ending behind it is 404, for each method", async () => {
  const shop = await openShop({ pays: false });
  const tried: string[] = [];
  for (const { method, path } of Object.values(calls)) {
    const known = path.replace(/\/$/, "");
    for (const pattern of [...inAnotherCase(known), ...withEnding(known)]) {
      const other = pattern.replaceAll(/:\w+/g, "x1");
      const { status } = await rawRequest(shop, other, { method, headers: { accept: "application/json" } });
      // 405 means that the path belongs to a call of another method, such as a wishlist entry of
      // this name. 403 means that it belongs to another call of the same method, and that the
      // request lacks its token.
      const isAnothers = status === 403 && callAt(method, other)?.path.includes(":");
      if (status !== 404 && status !== 405 && !isAnothers) tried.push(`${method} ${other} ${status}`);
    }
  }
  expect(tried).toEqual([]);
});
