import { describe, expect, test } from "vitest";
import { calls } from "../../server/calls.ts";
import { shopperAtPayment } from "../checkout/shopper.ts";
import { openShop } from "../support/shop.ts";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const json = { accept: "application/json" };

const steps = {
  "/storefront/checkout/email": "contact",
  "/storefront/checkout/shipping": "shipping",
  "/storefront/checkout/shipping_method": "shipping_method",
  "/storefront/checkout/billing": "payment",
  "/storefront/checkout/payment": "payment",
  "/storefront/checkout/payment-link": "payment",
  "/storefront/api/checkout/add-promo": "payment",
  "/storefront/api/checkout/remove-promo": "payment",
};

const screens = {
  "/storefront/cart/add": "/storefront/cart/",
  "/storefront/checkout/create": "/storefront/cart/",
  "/storefront/cart/note": "/storefront/cart/",
  "/storefront/checkout/line": "/storefront/cart/",
  "/storefront/checkout/line/increase": "/storefront/cart/",
  "/storefront/checkout/line/decrease": "/storefront/cart/",
  "/storefront/checkout/line/remove": "/storefront/cart/",
  "/storefront/wishlist/add": "/storefront/wishlist/",
  "/storefront/api/customers/wishlist/p-1": "/storefront/wishlist/",
  "/storefront/api/customers/address": "/storefront/dashboard/settings/",
  "/storefront/api/customers/address/default": "/storefront/dashboard/settings/",
  "/storefront/api/customers/session": "/storefront/dashboard/settings/",
  "/storefront/api/customers/sessions": "/storefront/dashboard/settings/",
  "/storefront/api/customers/export": "/storefront/dashboard/settings/",
  "/storefront/api/customers/disable": "/storefront/dashboard/settings/",
  "/storefront/api/customers/avatar": "/storefront/dashboard/profile/",
  "/storefront/api/customers/first_name": "/storefront/dashboard/profile/",
  "/storefront/orders/again/": "/storefront/dashboard/",
  "/storefront/api/cancel-order": "/storefront/dashboard/",
  "/storefront/api/cancel-order/": "/storefront/dashboard/",
  "/storefront/api/orders/o-1": "/storefront/dashboard/orders/o-1/",
  "/storefront/orders/returns/": "/storefront/dashboard/",
  "/storefront/orders/address/": "/storefront/dashboard/",
  "/storefront/orders/status/": "/storefront/orders/lookup/",
  "/storefront/orders/reviews/": "/storefront/orders/lookup/",
  "/identity/password/": "/storefront/dashboard/settings/",
  "/identity/signin-link/": "/identity/signin/",
  "/identity/authenticator/code/": "/identity/authenticator/",
  "/identity/authenticator/off/": "/storefront/dashboard/settings/",
  "/identity/second-step/removal/": "/identity/second-step/",
  "/identity/recovery-codes/": "/storefront/dashboard/settings/",
  "/identity/passkeys/new/": "/storefront/dashboard/settings/",
  "/identity/passkeys/": "/storefront/dashboard/settings/",
  "/identity/passkey/": "/identity/signin/",
  "/identity/passkey/challenge/": "/identity/signin/",
  "/identity/passkey/proof/": "/identity/reauthenticate/",
  "/identity/reauthenticate/recent/": "/storefront/dashboard/settings/",
  "/identity/verify_token/": "/identity/signin/",
  "/identity/new_user/": "/identity/signin/",
  "/identity/confirm/resend/": "/storefront/dashboard/",
  "/identity/signout/": "/storefront/",
  "/storefront/api/draft": "/storefront/",
  "/staff/signout/": "/staff/",
  "/staff/security/authenticator/code/": "/staff/security/authenticator/",
  "/staff/security/recovery-codes/": "/staff/security/",
  "/staff/security/passkeys/": "/staff/security/",
  "/staff/security/passkeys/new/": "/staff/security/",
  "/staff/security/passkeys/removal/": "/staff/security/",
  "/staff/signin/passkey/challenge/": "/staff/signin/",
  "/staff/signin/passkey/": "/staff/signin/",
  "/staff/people/s-1/link/": "/staff/people/s-1/",
  "/staff/people/s-1/removal/": "/staff/people/s-1/",
  "/staff/roles/s-1/removal/": "/staff/roles/s-1/",
  "/staff/customers/s-1/sign-out/": "/staff/customers/s-1/",
  "/staff/customers/s-1/export/": "/staff/customers/s-1/",
  "/staff/customers/s-1/erasure/": "/staff/customers/s-1/",
  "/staff/customers/s-1/notes/": "/staff/customers/s-1/",
  "/staff/customers/s-1/notes/remove/": "/staff/customers/s-1/",
  "/staff/customers/s-1/tags/": "/staff/customers/s-1/",
  "/staff/customers/s-1/tags/remove/": "/staff/customers/s-1/",
  "/staff/reviews/s-1/decision/": "/staff/reviews/s-1/",
  "/staff/jobs/s-1/retry/": "/staff/jobs/",
  "/staff/jobs/retry/": "/staff/jobs/",
  "/staff/payments/s-1/look-up/": "/staff/payments/",
  "/staff/held-payments/s-1/": "/staff/held-payments/",
  "/staff/payments/sweep/": "/staff/payments/",
  "/staff/payments/unmatched/return/": "/staff/payments/",
  "/staff/payments/unmatched/accept/": "/staff/payments/",
  "/staff/changes/s-1/undo/": "/staff/",
  "/staff/tracking/shipping/": "/staff/tracking/",
  "/staff/imports/s-1/start/": "/staff/imports/s-1/",
  "/staff/imports/s-1/cancelation/": "/staff/imports/s-1/",
  "/staff/bulk/s-1/undo/": "/staff/bulk/s-1/",
  "/staff/products/s-1/pictures/upload/": "/staff/products/s-1/pictures/",
  "/staff/stock/s-1/adjustment/": "/staff/stock/s-1/",
  "/staff/stock/s-1/undo/": "/staff/stock/s-1/",
  "/staff/counts/s-1/entry/": "/staff/counts/s-1/",
  "/staff/counts/s-1/clear/": "/staff/counts/s-1/",
  "/staff/counts/s-1/posting/": "/staff/counts/s-1/",
  "/staff/counts/s-1/discard/": "/staff/counts/s-1/",
  "/staff/orders/7/tags/": "/staff/orders/7/",
  "/staff/orders/7/address-request/": "/staff/orders/7/address/",
  "/staff/categories/s-1/picture/": "/staff/categories/s-1/",
  "/staff/products/s-1/papers/": "/staff/products/s-1/",
  "/staff/products/s-1/papers/upload/": "/staff/products/s-1/",
  "/staff/categories/s-1/move/": "/staff/categories/",
  "/staff/rules/method-order/": "/staff/rules/methods/",
  "/staff/categories/s-1/removal/": "/staff/categories/s-1/",
  "/staff/collections/s-1/removal/": "/staff/collections/s-1/",
  "/staff/pages/banners/s-1/picture/": "/staff/pages/banners/s-1/",
  "/staff/settings/logo/": "/staff/settings/",
  "/staff/settings/logo/removal/": "/staff/settings/",
  "/staff/pages/banners/s-1/removal/": "/staff/pages/banners/s-1/",
  "/staff/pages/texts/s-1/address/": "/staff/pages/texts/s-1/",
  "/staff/pages/texts/s-1/removal/": "/staff/pages/texts/s-1/",
  "/staff/emails/s-1/reset/": "/staff/emails/s-1/",
  "/staff/pages/redirects/": "/staff/pages/",
  "/staff/pages/redirects/lines/": "/staff/pages/",
  "/staff/pages/redirects/removal/": "/staff/pages/",
  "/staff/rules/promos/s-1/removal/": "/staff/rules/promos/s-1/",
  "/staff/rules/promos/s-1/batches/": "/staff/rules/promos/s-1/",
  "/staff/rules/promos/s-1/batches/s-1/end/": "/staff/rules/promos/s-1/",
  "/staff/rules/zones/s-1/removal/": "/staff/rules/zones/s-1/",
  "/staff/rules/methods/s-1/removal/": "/staff/rules/methods/s-1/",
  "/staff/rules/taxes/s-1/removal/": "/staff/rules/taxes/s-1/",
  "/staff/rules/gifts/s-1/removal/": "/staff/rules/gifts/s-1/",
  "/staff/rules/means/s-1/removal/": "/staff/rules/means/s-1/",
  "/staff/orders/7/payment/": "/staff/orders/7/",
  "/staff/views/": "/staff/",
  "/staff/views/s-1/": "/staff/",
  "/staff/views/s-1/removal/": "/staff/",
  "/staff/orders/7/fulfilment/": "/staff/orders/7/",
  "/staff/orders/7/cancelation/": "/staff/orders/7/",
  "/staff/orders/7/keeping/": "/staff/orders/7/",
  "/staff/orders/7/hold/": "/staff/orders/7/",
  "/staff/orders/7/supplement/": "/staff/orders/7/",
  "/staff/products/s-1/copy/": "/staff/products/s-1/",
  "/staff/products/s-1/archive/": "/staff/products/s-1/",
  "/staff/products/s-1/costs/": "/staff/products/s-1/",
  "/staff/orders/7/refund/": "/staff/orders/7/",
  "/staff/orders/7/settlement/": "/staff/orders/7/",
  "/staff/orders/7/edit/": "/staff/orders/7/",
  "/staff/orders/7/return/": "/staff/orders/7/",
  "/staff/orders/7/note/": "/staff/orders/7/",
  "/staff/orders/7/email/": "/staff/orders/7/",
  "/staff/orders/7/replacement/": "/staff/orders/7/address/",
  ...Object.fromEntries(
    [
      "fields",
      "line",
      "quantity",
      "removal",
      "gift",
      "contact",
      "note",
      "address",
      "method",
      "promo",
      "discount",
      "shipping",
      "place",
      "link",
      "revocation",
      "discard",
    ].map((step) => [`/staff/phone-orders/s-1/${step}/`, "/staff/phone-orders/s-1/"]),
  ),
  "/shop/us/storefront/checkout/line": "/storefront/cart/",
};

/** These calls are sent to the path of the page that has their form. */
const own = [
  "/identity/signin/",
  "/identity/signup/",
  "/identity/reset/",
  "/identity/undo/",
  "/identity/confirm/",
  "/identity/authenticator/keep/",
  "/storefront/orders/lookup/",
  "/staff/signin/",
  "/staff/join/",
];

const sample = (path: string) =>
  path
    .replace(":productId", "p-1")
    .replace(":field", "first_name")
    .replace(":orderId", "o-1")
    .replace(":id", "s-1")
    .replace(":slug", "s-1")
    .replace(":kind", "s-1")
    .replace(":number", "7")
    .replace(":key", "s-1")
    .replace(":batch", "s-1");

describe("the address of a form that was refused, opened once more", () => {
  test("leads to the screen of the form, for every call that changes something", async () => {
    const shop = await openShop({ engine: "sqlite", pays: false });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const expected = Object.entries(screens).concat(
      Object.entries(steps).map(([path, step]) => [path, `/storefront/checkout/${step}/${shopper.checkoutId}/`]),
    );

    for (const [path, screen] of expected) {
      const answer = await shopper.browser.request("GET", path, { headers: html });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, screen]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    for (const path of own)
      expect([path, (await shopper.browser.request("GET", path, { headers: html })).status]).toEqual([path, 200]);
    // These screens need a signed-in customer; the shopper is a guest.
    const asks = ["/identity/reauthenticate/", "/identity/authenticator/", "/identity/second-step/"];
    for (const path of asks) {
      const asked = await shopper.browser.request("GET", path, { headers: html });
      expect(asked.headers.get("location")).toMatch(/^\/identity\/signin\//);
    }
    // These screens are for staff; the shopper is not staff.
    const staffs = [
      "/staff/people/",
      "/staff/people/s-1/",
      "/staff/roles/new/",
      "/staff/roles/s-1/",
      "/staff/bulk/products/",
      "/staff/bulk/promos/",
      "/staff/bulk/reviews/",
      "/staff/bulk/stock/",
      "/staff/imports/",
      "/staff/tracking/",
      "/staff/products/new/",
      "/staff/products/s-1/",
      "/staff/products/s-1/pictures/",
      "/staff/products/s-1/preview/",
      "/staff/products/s-1/schedule/",
      "/staff/products/s-1/removal/",
      "/staff/pages/navigation/",
      "/staff/synonyms/",
      "/staff/settings/",
      "/staff/categories/s-1/",
      "/staff/collections/s-1/",
      "/staff/pages/banners/s-1/",
      "/staff/pages/texts/s-1/",
      "/staff/emails/s-1/",
      "/staff/security/authenticator/",
      "/staff/counts/",
      "/staff/orders/bulk/",
      "/staff/orders/7/contact/",
      "/staff/orders/7/discount/",
      "/staff/orders/7/exchange/",
      "/staff/emails/recipients/",
      "/staff/orders/7/address/",
      "/staff/phone-orders/",
      "/staff/rules/promos/new/",
      "/staff/rules/promos/s-1/",
      "/staff/rules/zones/new/",
      "/staff/rules/zones/s-1/",
      "/staff/rules/methods/new/",
      "/staff/rules/methods/s-1/",
      "/staff/rules/taxes/new/",
      "/staff/rules/taxes/s-1/",
      "/staff/rules/gifts/new/",
      "/staff/rules/gifts/s-1/",
      "/staff/rules/means/new/",
      "/staff/rules/means/s-1/",
      "/staff/rules/states/",
      "/staff/rules/states/s-1/",
      "/staff/rules/states/categories/s-1/",
    ];
    for (const path of staffs) {
      const asked = await shopper.browser.request("GET", path, { headers: html });
      expect(asked.headers.get("location")).toMatch(/^\/staff\/signin\//);
    }
    const named = new Set([...expected.map(([path]) => path), ...own, ...asks, ...staffs]);
    const changes = Object.values(calls).filter(({ method, guard }) => method !== "GET" && guard === "csrf");
    expect(changes.map(({ path }) => sample(path)).filter((path) => !named.has(path))).toEqual([]);
  });

  test("leads to the cart where this browser has no checkout", async () => {
    const shop = await openShop({ engine: "sqlite", pays: false });
    const answer = await shop.browser().request("GET", "/storefront/checkout/email", { headers: html });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/storefront/cart/"]);
  });

  test("names its methods to programs", async () => {
    const shop = await openShop({ engine: "sqlite", pays: false });
    const ask = (path: string) => shop.browser().request("GET", path, { headers: json });

    const email = await ask("/storefront/checkout/email");
    expect([email.status, email.headers.get("allow")]).toEqual([405, "POST"]);
    expect(email.body).toEqual({ error: "This address accepts only POST.", code: "wrong_method" });
    const address = await ask("/storefront/api/customers/address");
    expect([address.status, address.headers.get("allow")]).toEqual([405, "POST, PUT, DELETE"]);
    for (const path of ["/storefront/checkout/EMAIL", "/storefront/checkout/email/x", "/storefront/checkout/emails"])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  test("a call that reads takes a final slash", async () => {
    const shop = await openShop({ engine: "sqlite", pays: false });
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });

    const found = await shopper.browser.get(`/storefront/checkout/find/?checkoutId=${shopper.checkoutId}`);

    expect(found.body).toMatchObject({ data: { id: shopper.checkoutId } });
    const unknown = await shopper.browser.get("/storefront/checkout/find/?checkoutId=none");
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: "not_found" }]);
  });
});
