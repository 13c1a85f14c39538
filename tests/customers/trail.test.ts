import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { securityEvents } from "../../server/customers/rules/security-events.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { addCustomer, password, sentEmail, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { settings, signedIn } from "./address-fixture.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML) Version/18.0 Safari/604";

function browserOf(shop: TestShop, agent: string): TestBrowser {
  const browser = shop.browser();
  browser.headers = { "user-agent": agent };
  return browser;
}

/** Ann's events in order, as `actor kind detail`. */
async function trailOf(shop: TestShop, id = "ann"): Promise<string[]> {
  await shop.runJobs();
  const rows = await shop.shop.db
    .selectFrom("security_event")
    .select(["actor", "kind", "detail"])
    .where("subject_id", "=", id)
    .orderBy("at")
    .orderBy("kind")
    .execute();
  return rows.map(({ actor, kind, detail }) => `${actor} ${kind} ${detail}`.trim());
}

const tokenIn = (link: string, shop: TestShop) => new URL(link, shop.url).searchParams.get("token") ?? "";

describe.each(proofEngines)("on %s the trail has", (engine) => {
  test("each sign-in and each failed one, with its way, browser and network, and no password or address", async () => {
    const shop = await shopWithCustomer({ engine, env: { TRUST_PROXY: "1" } });
    const browser = browserOf(shop, firefox);
    browser.headers["x-forwarded-for"] = "203.0.113.77";
    await browser.post("/identity/signin/", { email: "ann@example.com", password: "Wrong-leaf-77" });
    shop.pass(1);
    await signIn(browser);

    expect(await trailOf(shop)).toEqual(["customer sign-in-failed Password", "customer signed-in Password"]);
    const rows = await shop.shop.db.selectFrom("security_event").selectAll().execute();
    for (const row of rows) expect(row).toMatchObject({ network: "203.0.113.0/24", agent: "Firefox on Windows" });
    expect(shop.log.join("") + JSON.stringify(rows)).not.toMatch(/Wrong-leaf-77|Green-leaf|203\.0\.113\.77/);
    const [event] = shop.log.filter((line) => line.includes('"event":"signed-in"')).map((line) => JSON.parse(line));
    expect(shop.log.some((line) => line.includes('"msg":"request"') && line.includes(event.request))).toBe(true);
  });

  test("nothing of an email without an account, and no more than twenty failures in an hour", async () => {
    const shop = await shopWithCustomer({ engine });
    const stranger = shop.browser();
    await stranger.post("/identity/signin/", { email: "nobody@example.com", password: "Wrong-leaf-77" });
    const earlier = { subject_kind: "customer" as const, subject_id: "ann", actor: "customer" as const, request_id: "" };
    for (let n = 0; n < 20; n++) {
      const row = { ...earlier, id: String(n), actor_id: null, kind: "sign-in-failed", at: shop.shop.now() };
      await shop.shop.db.insertInto("security_event").values(row).execute();
    }
    await stranger.post("/identity/signin/", { email: "ann@example.com", password: "Wrong-leaf-77" });
    await shop.runJobs();
    const count = async () => (await shop.shop.db.selectFrom("security_event").selectAll().execute()).length;
    expect(await count()).toBe(20);

    shop.pass(61 * 60_000);
    await stranger.post("/identity/signin/", { email: "ann@example.com", password: "Wrong-leaf-77" });
    await shop.runJobs();
    expect(await count()).toBe(21);
  });

  test("that sign-ins cost work after ten wrong passwords, once an hour, by the shop itself", async () => {
    const shop = await shopWithCustomer({ engine });
    const guess = () => shop.browser().post("/identity/signin/", { email: "ann@example.com", password: "Wrong-leaf-77" });
    for (let n = 0; n < 9; n++) await guess();
    expect(await trailOf(shop)).not.toContain("shop sign-in-limited");
    await guess();
    expect(await trailOf(shop)).toContain("shop sign-in-limited");
    expect((await guess()).body).toMatchObject({ code: "work_required" });
    shop.pass(16 * 60_000);
    for (let n = 0; n < 10; n++) await guess();

    const events = (await trailOf(shop)).map((event) => event.split(" ")[1]);
    expect(events.filter((kind) => kind === "sign-in-limited")).toHaveLength(1);
    expect(events.filter((kind) => kind === "sign-in-failed")).toHaveLength(20);
  });

  test("the end of this session, of another device's, and of all of them", async () => {
    const { shop, customer } = await signedIn({ engine });
    shop.pass(1);
    await signIn(browserOf(shop, safari));
    const { text } = await customer.get(settings);
    const id = text.match(/name="id" value="([a-f0-9]{32})"/)?.[1] ?? "";
    shop.pass(1);
    await customer.delete("/storefront/api/customers/session", { id });
    shop.pass(1);
    await customer.form("/identity/signout/", {});
    shop.pass(1);
    await signIn(customer);
    shop.pass(1);
    await customer.delete("/storefront/api/customers/sessions");

    expect(await trailOf(shop)).toEqual([
      "customer signed-in Password",
      "customer new-device Password",
      "customer signed-in Password",
      "customer device-signed-out Safari on iPhone",
      "customer signed-out",
      "customer signed-in Password",
      "customer signed-out-everywhere",
    ]);
  });

  test("a changed and a reset password, and a wrong current one", async () => {
    const { shop, customer } = await signedIn({ engine });
    const change = (currentPassword: string) =>
      customer.post("/identity/password/", { currentPassword, newPassword: "Other-fern-91" });
    shop.pass(1);
    await change("Wrong-leaf-77");
    shop.pass(1);
    expect((await change(password)).status).toBe(200);
    shop.pass(1);
    await shop.browser().post("/identity/reset/", { email: "ann@example.com" });
    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    await shop.browser().post("/identity/reset/", { token: tokenIn(link, shop), newPassword: "Third-moss-83" });

    expect((await trailOf(shop)).slice(1)).toEqual([
      "customer reauthentication-failed Password",
      "customer password-changed",
      "customer password-reset",
    ]);
  });

  test("a requested and a confirmed change of email, without either address", async () => {
    const { shop, customer } = await signedIn({ engine });
    shop.pass(1);
    await customer.put("/storefront/api/customers/email", { value: "new@example.com" });
    const { link } = await sentEmail(shop, "new@example.com", "Confirm your new email address");
    shop.pass(1);
    expect((await customer.post("/identity/confirm/", { token: tokenIn(link, shop) })).status).toBe(200);

    expect((await trailOf(shop)).slice(1)).toEqual(["customer email-change-requested", "customer email-changed"]);
    expect(JSON.stringify(await shop.shop.db.selectFrom("security_event").selectAll().execute())).not.toContain("example.com");
  });

  test("a sign-in link that the owner's command created, and the sign-in by it", async () => {
    const shop = await shopWithCustomer({ engine });
    const minted = await mintCustomToken(shop.shop.db, "ann@example.com", shop.shop.now());
    shop.pass(1);
    const browser = shop.browser();
    await browser.post("/identity/verify_token/", { token: minted.ok ? minted.value.token : "" });

    expect(await trailOf(shop)).toEqual(["owner sign-in-link-created", "customer signed-in Sign-in link"]);
  });

  test("a new device, with an email to its holder; a known one and another's first sign-in send none", async () => {
    const { shop, customer } = await signedIn({ engine });
    await signIn(customer);
    await addCustomer(shop, "bob");
    await signIn(customer, "bob@example.com");
    expect(await sentEmails(shop)).toEqual([]);

    shop.pass(1);
    await signIn(browserOf(shop, safari));

    const email = await sentEmail(shop, "Ann@example.com", "New sign-in to your account");
    expect(email.text).toContain("It was Safari on iPhone, on ");
    expect(await sentEmails(shop)).toHaveLength(1);
  });
});

test("every kind of event that the shop has words for is recorded somewhere", () => {
  const texts = globSync("server/**/*.ts", { exclude: ["server/customers/rules/security-events.ts"] }).map((path) =>
    readFileSync(path, "utf8"),
  );
  const unused = Object.keys(securityEvents).filter((kind) => !texts.some((text) => text.includes(`"${kind}"`)));
  expect(unused).toEqual([]);
});
