import { describe, expect, test } from "vitest";
import { addCustomer, password, signIn } from "../identity/customer-fixture.ts";
import { shopperOn } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const sessionPath = "/storefront/api/customers/session";
const settings = "/storefront/dashboard/settings/";
/** A text that the order's details contain, and the page "Thank you" does not. */
const details = "1 Fern Lane";

async function shopWithAnn(engine: "sqlite" | "postgres"): Promise<TestShop> {
  const shop = await openShop({ engine });
  await addCustomer(shop, "ann");
  return shop;
}

/**
 * Pays in this browser; returns the path of the confirmation, which shows this browser the details.
 */
async function pay(browser: TestBrowser): Promise<string> {
  const shopper = await shopperOn(browser);
  const { orderId } = ((await shopper.pay()).body as { data: { orderId: string } }).data;
  const path = `/storefront/checkout/confirmation/${orderId}/`;
  expect((await browser.get(path)).text).toContain(details);
  return path;
}

/** The ways in which Ann's session on the shared computer ends. */
const endings: readonly [name: string, end: (shared: TestBrowser, shop: TestShop) => Promise<unknown>][] = [
  ["she signs out there", (shared) => shared.form("/identity/signout/", {})],
  [
    "she signs that device out on her phone",
    async (_, shop) => {
      const phone = shop.browser();
      await signIn(phone);
      const [, id = ""] = /name="id" value="([a-f0-9]{32})"/.exec((await phone.get(settings)).text) ?? [];
      expect((await phone.delete(sessionPath, { id })).status).toBe(200);
    },
  ],
  [
    "she signs out everywhere on her phone",
    async (_, shop) => {
      const phone = shop.browser();
      await signIn(phone);
      expect((await phone.delete("/storefront/api/customers/sessions")).status).toBe(200);
    },
  ],
  [
    "she changes her password on her phone",
    async (_, shop) => {
      const phone = shop.browser();
      await signIn(phone);
      const change = { currentPassword: password, newPassword: "Other-fern-91" };
      expect((await phone.post("/identity/password/", change)).status).toBe(200);
    },
  ],
];

describe.each(proofEngines)("on %s a shared computer shows nobody a customer's order", (engine) => {
  test.each(endings)("after %s", async (name, end) => {
    const shop = await shopWithAnn(engine);
    const shared = shop.browser();
    await signIn(shared);
    const path = await pay(shared);

    await end(shared, shop);

    const page = await shared.get(path);
    expect(page.text).toContain("Thank you");
    expect(page.text).not.toContain(details);
    const ann = shop.browser();
    await signIn(ann, "ann@example.com", name.includes("password") ? "Other-fern-91" : password);
    expect((await ann.get(path)).text).toContain(details);
  });

  test("whoever signs in there next", async () => {
    const shop = await shopWithAnn(engine);
    await addCustomer(shop, "bob");
    const shared = shop.browser();
    await signIn(shared);
    const path = await pay(shared);

    await signIn(shared, "bob@example.com");

    expect((await shared.get(path)).text).not.toContain(details);
  });

  test("that a guest placed before signing in, once the customer has signed out elsewhere", async () => {
    const shop = await shopWithAnn(engine);
    const shared = shop.browser();
    const path = await pay(shared);
    await signIn(shared);
    expect((await shared.get(path)).text).toContain(details);

    await endings[1]?.[1](shared, shop);

    expect((await shared.get(path)).text).not.toContain(details);
  });
});

test("another browser of the same customer, and a guest's own, keep what they may see", async () => {
  const shop = await shopWithAnn("sqlite");
  const [guest, shared, phone] = [shop.browser(), shop.browser(), shop.browser()];
  const path = await pay(guest);
  await signIn(shared);
  await signIn(phone);

  await shared.form("/identity/signout/", {});

  expect((await guest.get(path)).text).toContain(details);
  expect((await phone.get(settings)).status).toBe(200);
});
