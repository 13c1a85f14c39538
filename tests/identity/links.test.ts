import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { mailVerification } from "../../server/identity/mails.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { addCustomer, sentEmails, shopWithCustomer, signIn } from "./customer-fixture.ts";

const root = join(import.meta.dirname, "../..");

async function mint({ shop }: TestShop, email = "ann@example.com"): Promise<string> {
  const minted = await mintCustomToken(shop.db, email, shop.now());
  if (!minted.ok) throw new Error(minted.error);
  return minted.value.token;
}

describe.each(proofEngines)("a custom token on %s", (engine) => {
  test("signs in without a password, once, and leads to the welcome page (requirements 27, 184)", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    const token = await mint(shop);

    const page = await customer.get(`/identity/signin/?token=${token}`);
    expect(page.text).toContain(`<input type="hidden" name="token" value="${token}"/>`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const entered = await customer.form("/identity/verify_token/", { token, next: "" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/identity/welcome/"]);
    expect((await customer.get("/identity/welcome/")).text).toContain("Welcome, Ann");

    expect((await shop.browser().post("/identity/verify_token/", { token })).status).toBe(401);
  });

  test("of ten who spend it at once one comes in", async () => {
    const shop = await shopWithCustomer({ engine });
    const token = await mint(shop);
    const browsers = Array.from({ length: 10 }, () => shop.browser());
    for (const browser of browsers) await browser.get("/storefront/api/csrf");

    const answers = await Promise.all(browsers.map((browser) => browser.post("/identity/verify_token/", { token })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  });
});

test("a custom token is one step: where an app is in use, its code is asked for; a passkey is no second step", async () => {
  const shop = await shopWithCustomer();
  const { db } = shop.shop;
  const subject = { subject_kind: "customer", subject_id: "ann" } as const;
  const key = { id: "c", relying_party: "shop.test", public_key: "k", counter: 0, transports: "[]", name: "n" };
  await db
    .insertInto("passkey")
    .values({ ...subject, ...key, created_at: 1, used_at: null })
    .execute();
  expect((await shop.browser().post("/identity/verify_token/", { token: await mint(shop) })).status).toBe(200);
  await db
    .insertInto("totp")
    .values({ ...subject, secret: "sealed", created_at: 1, confirmed_at: 1 })
    .execute();
  const [scripted, plain] = [shop.browser(), shop.browser()];

  const verified = await scripted.post("/identity/verify_token/", { token: await mint(shop) });
  const entered = await plain.form("/identity/verify_token/", { token: await mint(shop), next: "" });

  expect([verified.status, verified.body]).toMatchObject([401, { code: "second_factor" }]);
  expect(entered.headers.get("location")).toContain("/identity/second-step/");
  expect([scripted.jar.has("user_id"), plain.jar.has("user_id")]).toEqual([false, false]);
});

test("a custom token is good for ten minutes, and its address is in no log", async () => {
  const shop = await shopWithCustomer();
  const token = await mint(shop);
  await shop.browser().get(`/identity/signin/?token=${token}`);
  expect(shop.log.join("\n")).toContain("/identity/signin/");
  expect(shop.log.join("\n")).not.toContain(token);

  shop.pass(600_001);
  expect((await shop.browser().post("/identity/verify_token/", { token })).status).toBe(401);
});

test.each(["", "abc", "x".repeat(44), "<b>"])("a custom token that was cut off is called so (%s)", async (token) => {
  const shop = await shopWithCustomer();
  const { status, text } = await shop.browser().get(`/identity/signin/?token=${encodeURIComponent(token)}`);
  expect([status, text]).toEqual([200, expect.stringContaining("This sign-in link is incomplete.")]);
  expect(text).toContain('name="password"');
});

test("who is signed in as somebody else is asked first", async () => {
  const shop = await shopWithCustomer();
  await addCustomer(shop, "bea");
  const otherCustomer = shop.browser();
  await signIn(otherCustomer, "bea@example.com");

  const page = await otherCustomer.get(`/identity/signin/?token=${await mint(shop)}`);

  expect(page.text).toContain("You’re signed in as bea@example.com. Continue with another account?");
});

test("a next overrides the welcome page (requirements 29, 31)", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  const entered = await customer.form("/identity/verify_token/", { token: await mint(shop), next: "'/storefront/cart/'" });
  expect(entered.headers.get("location")).toBe("/storefront/cart/");
});

test("the owner mints one by a command, and hears of a mail that nobody has", async () => {
  const shop = await shopWithCustomer();
  const run = promisify(execFile);
  const env = { PATH: process.env.PATH, DATA_DIR: shop.directory, PUBLIC_URL: "https://shop.example" };
  const store = (...args: string[]) => run(process.execPath, [join(root, "server/cli/main.ts"), "token", ...args], { env });

  const { stdout } = await store("ann@example.com");
  expect(stdout).toMatch(/^https:\/\/shop\.example\/identity\/signin\/\?token=[\w-]{43}\n$/);
  const token = stdout.trim().slice(-43);
  expect((await shop.browser().post("/identity/verify_token/", { token })).status).toBe(200);
  await expect(store("nobody@example.com")).rejects.toMatchObject({ code: 1 });
  await expect(store()).rejects.toMatchObject({ code: 2 });
});

describe.each(proofEngines)("a confirmed address on %s", (engine) => {
  test("makes the guest orders that carry it the customer's, and no others", async () => {
    const shop = await shopWithCustomer({ engine }, { email_verified: 0 });
    const { db, now } = shop.shop;
    const order = (id: string, number: number, email: string, customer: string | null) => ({
      id,
      number,
      checkout_id: `checkout-${id}`,
      customer_id: customer,
      visitor: null,
      email,
      email_norm: email.toLowerCase(),
      cancel_reason: null,
      subtotal: 100,
      discount: 0,
      shipping: 0,
      tax: 0,
      total: 100,
      shipping_method: "Standard",
      promo_code: null,
      brand: null,
      last4: null,
      reported_at: null,
      placed_at: now(),
      fulfilled_at: null,
      canceled_at: null,
    });
    await addCustomer(shop, "bea");
    await transact(db, async (tx) => {
      for (const [id, email, customer] of [
        ["o1", "ANN@example.com", null],
        ["o2", "other@example.com", null],
        ["o3", "ann@example.com", "bea"],
      ] as const) {
        const none = {
          customer_id: null,
          visitor: null,
          shipping_method_id: null,
          promo_id: null,
          quote_id: null,
          order_id: null,
        };
        const times = { created_at: 0, updated_at: 0, expires_at: 1 };
        await tx
          .insertInto("checkout")
          .values({ id: `checkout-${id}`, ...none, ...times })
          .execute();
        await tx
          .insertInto("orders")
          .values(order(id, Number(id.slice(1)), email, customer))
          .execute();
      }
      await mailVerification(tx, { customerId: "ann", email: "Ann@example.com", visitor: undefined }, now());
    });
    const [{ link } = { link: "" }] = await sentEmails(shop);
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    const [customer, otherCustomer] = [shop.browser(), shop.browser()];
    await signIn(otherCustomer, "bea@example.com");
    for (const other of [customer, otherCustomer]) {
      const { text } = await other.get(link);
      expect(text).toContain("Please sign in with your current email and password to confirm this change.");
      expect(text).toContain(
        `/identity/signin/?next&#x3D;${encodeURIComponent(`/identity/confirm/?token=${token}`).replaceAll("=", "&#x3D;")}`,
      );
      expect((await other.form("/identity/confirm/", { token })).status).toBe(401);
    }
    expect((await db.selectFrom("orders").select("id").where("customer_id", "=", "ann").execute()).length).toBe(0);
    await signIn(customer);
    expect((await customer.get(link)).text).toContain("Confirm</button>");

    const confirmed = await customer.form("/identity/confirm/", { token });
    await shop.runJobs();

    expect(confirmed.text).toContain("Ann@example.com is confirmed.");
    const rows = await db.selectFrom("orders").select(["id", "customer_id"]).orderBy("id").execute();
    expect(rows.map(({ customer_id }) => customer_id)).toEqual(["ann", null, "bea"]);
    const again = await customer.form("/identity/confirm/", { token });
    expect(again.status).toBe(409);
    for (const { text } of [again, await customer.get(link)])
      expect(text).toMatch(/was already used[\s\S]*href="\/storefront\/dashboard\/">Go to your account</);
  });
});

test("who has not confirmed an address may have the email again, three times an hour", async () => {
  const shop = await shopWithCustomer({}, { email_verified: 0 });
  const customer = shop.browser();
  await signIn(customer);
  const again = () => customer.form("/identity/confirm/resend/", {});

  for (const _ of [1, 2, 3]) {
    const { status, headers } = await again();
    expect([status, headers.get("location")]).toEqual([303, "/storefront/dashboard/?notice=link-sent"]);
  }
  const fourth = await again();
  expect([fourth.status, fourth.headers.has("retry-after")]).toEqual([429, true]);
  expect(fourth.text).toContain("Too many tries");
  expect((await customer.get("/storefront/dashboard/?notice=link-sent")).text).toContain("We sent the email again.");
  const sent = await sentEmails(shop);
  expect(sent).toHaveLength(3);
  const token = new URL(sent[2]?.link ?? "", shop.url).searchParams.get("token") ?? "";
  expect((await customer.form("/identity/confirm/", { token })).status).toBe(200);

  expect((await again()).status).toBe(303);
  expect(await sentEmails(shop)).toHaveLength(3);
});
