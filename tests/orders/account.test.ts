import { describe, expect, test } from "vitest";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { botToken } from "../identity/bot.ts";
import { addCustomer, password, sentEmails, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { placed } from "./order-fixture.ts";

const signUp = "/identity/signup/";
const visitorOf = (browser: TestBrowser): string => browser.jar.get("visitor")?.split(".")[0] ?? "";

/** A guest on the confirmation page after a payment. */
async function payer(shop: TestShop, email = "Ada@example.com") {
  const browser = shop.browser();
  await browser.token();
  const order = await placed(shop.shop.db, { at: shop.shop.now(), visitor: visitorOf(browser), email });
  const path = `/storefront/checkout/confirmation/${order.id}/`;
  return { browser, order, path, page: pageOf(await browser.get(path)) };
}

const customerOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("customer").select(["id", "email", "first_name", "last_name", "email_verified"]).executeTakeFirst();
const ownerOf = async ({ shop }: TestShop, { id }: { id: string }) =>
  (await shop.db.selectFrom("orders").select("customer_id").where("id", "=", id).executeTakeFirst())?.customer_id;
const linkIn = async (shop: TestShop, start: string) =>
  new URL((await sentEmails(shop)).find(({ link }) => link.startsWith(start))?.link ?? "", shop.url).searchParams.get("token") ??
  "";

describe.each(proofEngines)("after a guest's order on %s", (engine) => {
  test("a password makes an account, and the order is in it once its email is confirmed", async () => {
    const shop = await openShop({ engine, pays: false });
    const { browser, order, path, page } = await payer(shop);
    const form = page.querySelector("form");
    expect([...(form?.querySelectorAll("[name]") ?? [])].map((field) => field.getAttribute("name"))).toEqual([
      "_csrf",
      "next",
      "orderId",
      "password",
    ]);

    const signedUp = await browser.post(signUp, { orderId: order.id, password, botToken: await botToken(browser) });
    const { token } = (signedUp.body as { data: { token: string } }).data;
    await browser.post("/identity/verify_token/", { token });

    const customer = await customerOf(shop);
    expect(customer).toMatchObject({ email: "Ada@example.com", first_name: "Ada", last_name: "Shopper", email_verified: 0 });
    expect(await ownerOf(shop, order)).toBeNull();
    expect((await browser.get(path)).text).toContain("Open it to see this order in your account.");
    await browser.form("/identity/confirm/", { token: await linkIn(shop, "/identity/confirm/") });
    await shop.runJobs();
    expect(await ownerOf(shop, order)).toBe(customer?.id);
    expect((await browser.get(path)).text).toContain("Follow your order");
  });

  test("without scripts a mailed link opens it, and gives it the order", async () => {
    const shop = await openShop({ engine, pays: false });
    const { browser, order, path } = await payer(shop);
    const weak = await browser.form(signUp, { orderId: order.id, password: "short", next: path });
    expect([weak.status, textOf(pageOf(weak), "#password-error")]).toEqual([422, expect.stringContaining("8 characters")]);
    expect(pageOf(weak).querySelector('[name="email"]')).toBeNull();
    expect(pageOf(weak).querySelector('[name="orderId"]')?.getAttribute("value")).toBe(order.id);

    const signedUp = await browser.form(signUp, { orderId: order.id, password, next: path });
    expect(signedUp.text).toContain("Ada@example.com");
    const opened = await browser.form(signUp, { token: await linkIn(shop, signUp) });

    expect([opened.status, opened.headers.get("location")]).toEqual([303, path]);
    // The order is also shown on another device with a password sign-in, before the job that
    // attaches the order.
    const other = shop.browser();
    await signIn(other, "Ada@example.com");
    await shop.shop.db.updateTable("orders").set({ customer_id: null }).where("id", "=", order.id).execute();
    expect((await other.get(path)).text).toContain("Follow your order");
    await shop.runJobs();
    expect(await ownerOf(shop, order)).toBe((await customerOf(shop))?.id);
  });

  test("is offered to the browser that paid alone, for a day; nobody else's form names the order's email", async () => {
    const shop = await openShop({ engine, pays: false });
    const { browser, order, path } = await payer(shop);
    const other = shop.browser();
    const tryBy = async (who: TestBrowser) =>
      (await who.post(signUp, { orderId: order.id, password, botToken: await botToken(who) })).body;
    expect((await other.get(path)).text).not.toContain("orderId");
    expect(await tryBy(other)).toMatchObject({ code: "link_expired" });
    const form = await other.form(signUp, { orderId: order.id, password });
    expect([form.status, form.text.includes('name="email"'), form.text.includes("Ada")]).toEqual([409, true, false]);
    shop.pass(24 * 3_600_000);
    expect(await tryBy(browser)).toMatchObject({ code: "link_expired" });
    expect(await customerOf(shop)).toBeUndefined();
    expect((await browser.post(signUp, { orderId: order.id, password })).status).toBe(409);
  });

  test("a known email is told by the sign-up alone, behind its check, which leads to the sign-in", async () => {
    const shop = await openShop({ engine, pays: false });
    await addCustomer(shop, "ann", { email_verified: 1 });
    const known = await payer(shop, "ann@example.com");
    const unknown = await payer(shop, "ada@example.com");
    const neutral = ({ page, order }: typeof known) =>
      page.body.innerHTML
        .replaceAll(/(ann|ada)@example.com|\b[\w-]{8}-[\w-]{27}\b/g, "")
        .replaceAll(/ datetime="[^"]+"/g, "")
        .replaceAll(order.id, "")
        .replaceAll(String(order.number), "");
    expect(neutral(known)).toBe(neutral(unknown));
    const { browser, order, path } = known;
    expect(known.page.querySelector(".confirmation__account > p > a")?.getAttribute("href")).toBe(
      `/identity/signin/?next=${encodeURIComponent(path)}`,
    );
    expect((await browser.post(signUp, { orderId: order.id, password })).body).toMatchObject({ code: "bot_check" });
    const refused = await browser.post(signUp, { orderId: order.id, password, botToken: await botToken(browser) });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: "email_taken", error: expect.stringContaining("Sign in instead") },
    ]);
  });
});

test("an email that no account can have is not offered one", async () => {
  const shop = await openShop({ pays: false });
  expect((await payer(shop, "ada+shop@example.com")).page.querySelector(".confirmation__account")).toBeNull();
});
