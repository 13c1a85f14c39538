import { describe, expect, test } from "vitest";
import { type CheckoutJson, dataOf, type Shopper, shopperIn } from "../checkout/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { botToken } from "./bot.ts";
import { password, sentEmail, shopWithCustomer } from "./customer-fixture.ts";
import { signInBy, socialShop } from "./social.ts";

const pathOf = (step: string, id: string) => `/storefront/checkout/${step}/${id}/`;
const linked = (text: string, start: string): string =>
  new RegExp(`href="(${start}[^"]*)"`).exec(text)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#x3D;", "=") ?? "";
const nextIn = ({ text }: { text: string }): string => /name="next" value="([^"]*)"/.exec(text)?.[1] ?? "";

/** A guest who opens the sign-in from the shipping step, and that step's address. */
async function guestAtShipping(shop: TestShop): Promise<{ guest: Shopper; next: string; signIn: string }> {
  const guest = await shopperIn(shop, { "v-1": 2 });
  await guest.email();
  const next = pathOf("shipping", guest.checkoutId);
  const page = await guest.browser.get(`/identity/signin/?next=${encodeURIComponent(next)}`);
  return { guest, next, signIn: page.text };
}

/**
 * Expects that the lines belong to the customer, and that the former step redirects to the equal
 * step of the new checkout.
 */
async function expectCarriedOn({ browser, checkoutId }: { browser: TestBrowser; checkoutId: string }, at?: string | null) {
  const id = browser.jar.get("checkoutId") ?? "";
  expect(id).not.toBe(checkoutId);
  const found = dataOf<CheckoutJson>(await browser.get(`/storefront/checkout/find?checkoutId=${checkoutId}`));
  expect(found.lines.map(({ variant, quantity }) => [variant.id, quantity])).toEqual([["v-1", 2]]);
  if (at !== undefined) expect(at).toBe(pathOf("shipping", id));
  await browser.post("/storefront/checkout/email", { checkoutId, email: "ann@example.com" });
  expect((await browser.get(pathOf("shipping", checkoutId))).headers.get("location")).toBe(pathOf("shipping", id));
  expect((await browser.get(pathOf("shipping", id))).status).toBe(200);
}

describe.each(engines)("in the middle of a guest's checkout on %s", (engine) => {
  test("a sign-up with scripts takes the lines along, and the step's old address leads on", async () => {
    const shop = await shopWithCustomer({ engine });
    const { guest, next, signIn } = await guestAtShipping(shop);
    const { browser } = guest;
    const form = await browser.get(linked(signIn, "/identity/signup/"));
    expect(nextIn(form)).toBe(next);

    const who = { email: "new@example.com", password, first_name: "New", last_name: "" };
    const made = await browser.post("/identity/signup/", { ...who, botToken: await botToken(browser) });
    await browser.post("/identity/verify_token/", { token: dataOf<{ token: string }>(made).token });

    await expectCarriedOn(guest);
  });

  test("a sign-up by a mailed link does, and leads to the same step of the new checkout", async () => {
    const shop = await shopWithCustomer({ engine });
    const { guest, next } = await guestAtShipping(shop);
    const { browser } = guest;
    const who = { email: "new@example.com", password, first_name: "New", last_name: "", next };
    expect((await browser.form("/identity/signup/", who)).status).toBe(200);

    const { link } = await sentEmail(shop, "new@example.com", "Finish creating");
    const token = new URL(link ?? "", shop.url).searchParams.get("token") ?? "";
    const entered = await browser.form("/identity/signup/", { token });

    await expectCarriedOn(guest, entered.headers.get("location"));
  });

  test("a new password by mail does: its link leads to the sign-in, and that to the step", async () => {
    const shop = await shopWithCustomer({ engine });
    const { guest, next, signIn } = await guestAtShipping(shop);
    const { browser } = guest;
    const asking = await browser.get(linked(signIn, "/identity/reset/"));
    expect(nextIn(asking)).toBe(next);
    const asked = await browser.form("/identity/reset/", { email: "ann@example.com", next });
    const sent = await browser.get(asked.headers.get("location") ?? "");
    expect(linked(sent.text, "/identity/signin/")).toBe(`/identity/signin/?next=${encodeURIComponent(next)}`);

    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    const { pathname, search, searchParams } = new URL(link ?? "", shop.url);
    const page = await browser.get(pathname + search);
    const token = searchParams.get("token") ?? "";
    const weak = await browser.form("/identity/reset/", { token, newPassword: "short", next: nextIn(page) });
    expect([weak.status, nextIn(weak)]).toEqual([422, next]);
    const set = await browser.form("/identity/reset/", { token, newPassword: "Blue-river-88", next: nextIn(page) });
    const again = await browser.get(set.headers.get("location") ?? "");
    expect(again.text).toContain("Password changed successfully.");
    const account = { email: "ann@example.com", password: "Blue-river-88", next: nextIn(again) };
    const entered = await browser.form("/identity/signin/", account);

    await expectCarriedOn(guest, entered.headers.get("location"));
  });

  test("a provider's account does, with its next kept through the provider", async () => {
    const shop = await socialShop({ engine });
    const { guest, next } = await guestAtShipping(shop);

    await signInBy(shop, guest.browser, { query: `?next=${encodeURIComponent(next)}` });

    await expectCarriedOn(guest);
  });
});

test("a foreign address is no next of a new password's link", async () => {
  const shop = await shopWithCustomer();
  const browser = shop.browser();
  await browser.token();
  await browser.form("/identity/reset/", { email: "ann@example.com", next: "//evil.example/" });
  expect((await sentEmail(shop, "Ann@example.com", "Reset your password")).link).not.toContain("evil");
});
