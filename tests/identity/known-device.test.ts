import { describe, expect, test } from "vitest";
import { deleteExpiredDevices, isKnownDevice } from "../../server/customers/known-devices.ts";
import { deviceLife } from "../../server/web/device-cookie.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { addCustomer, password, sentEmail, shopWithCustomer, signIn } from "./customer-fixture.ts";

const secretsOf = (browser: TestBrowser) => (browser.jar.get("device") ?? "").split(".").filter((secret) => secret !== "");
const knows = ({ shop }: TestShop, browser: TestBrowser, customerId = "ann") =>
  isKnownDevice(shop.db, { customerId, secrets: secretsOf(browser) }, shop.now());
const signOut = (browser: TestBrowser) => browser.form("/identity/signout/", {});

describe.each(proofEngines)("a browser that has signed in before, on %s", (engine) => {
  test("is known to the account from then on, also once it is signed out, and no other is", async () => {
    const shop = await shopWithCustomer({ engine });
    const [own, other] = [shop.browser(), shop.browser()];
    expect(await knows(shop, own)).toBe(false);

    await signIn(own);
    const first = own.jar.get("device");
    await signOut(own);
    await signIn(own);
    await other.get("/identity/signin/");

    expect([await knows(shop, own), own.jar.get("device")]).toEqual([true, first]);
    expect([await knows(shop, other), other.jar.has("device")]).toEqual([false, false]);
    expect(await shop.shop.db.selectFrom("known_device").select("customer_id").execute()).toEqual([{ customer_id: "ann" }]);
  });

  test("is stored as a hash, hidden from scripts, and kept for 400 days from its last sign-in", async () => {
    const shop = await shopWithCustomer({ engine });
    const own = shop.browser();
    await own.get("/identity/signin/");
    const entered = await own.form("/identity/signin/", { email: "ann@example.com", password });
    const [secret = ""] = secretsOf(own);

    const cookie = entered.headers.getSetCookie().find((line) => line.startsWith("device="));
    expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const rows = await shop.shop.db.selectFrom("known_device").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);

    shop.pass(deviceLife - 1000);
    await signIn(own);
    shop.pass(deviceLife - 1000);
    await deleteExpiredDevices(shop.shop.db, shop.shop.now());
    expect(await knows(shop, own)).toBe(true);
    shop.pass(2000);
    expect(await knows(shop, own)).toBe(false);
    await deleteExpiredDevices(shop.shop.db, shop.shop.now());
    expect(await shop.shop.db.selectFrom("known_device").selectAll().execute()).toEqual([]);
  });

  test("is known to each account of a household by a secret of its own", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bob");
    const shared = shop.browser();
    await signIn(shared);
    const [first] = secretsOf(shared);
    await signOut(shared);
    await signIn(shared, "bob@example.com");

    const [second] = secretsOf(shared);
    expect(secretsOf(shared)).toEqual([second, first]);
    expect([await knows(shop, shared), await knows(shop, shared, "bob")]).toEqual([true, true]);
    shared.jar.set("device", first ?? "");
    expect([await knows(shop, shared), await knows(shop, shared, "bob")]).toEqual([true, false]);
  });

  test("is a stranger once the password was changed, or reset by mail", async () => {
    const shop = await shopWithCustomer({ engine });
    const [own, other] = [shop.browser(), shop.browser()];
    await signIn(other);
    await signIn(own);
    await own.post("/identity/password/", { currentPassword: password, newPassword: "Blue-leaf-43" });
    expect([await knows(shop, own), await knows(shop, other)]).toEqual([false, false]);

    await signIn(own, "ann@example.com", "Blue-leaf-43");
    expect(await knows(shop, own)).toBe(true);
    const mailbox = shop.browser();
    await mailbox.post("/identity/reset/", { email: "ann@example.com" });
    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    expect((await mailbox.post("/identity/reset/", { token, newPassword: "Red-leaf-44" })).status).toBe(200);
    expect(await knows(shop, own)).toBe(false);
  });

  test("is a stranger once it was signed out from another one, alone or with all others", async () => {
    const shop = await shopWithCustomer({ engine });
    const [own, lost] = [shop.browser(), shop.browser()];
    await signIn(lost);
    await signIn(own);
    const settings = await own.get("/storefront/dashboard/settings/");
    const [, id = ""] = /name="id" value="([a-f0-9]{32})"/.exec(settings.text) ?? [];

    expect((await own.delete("/storefront/api/customers/session", { id })).status).toBe(200);
    expect([await knows(shop, own), await knows(shop, lost)]).toEqual([true, false]);
    expect((await own.delete("/storefront/api/customers/sessions")).status).toBe(200);
    expect(await knows(shop, own)).toBe(false);
  });
});

test("a secret that another host of the site has set is never made the account's", async () => {
  const shop = await shopWithCustomer();
  await addCustomer(shop, "mallory");
  const [own, attacker] = [shop.browser(), shop.browser()];
  await signIn(attacker, "mallory@example.com");
  const planted = attacker.jar.get("device") ?? "";
  own.jar.set("device", planted);

  await signIn(own);

  expect(secretsOf(own)).toEqual([expect.not.stringContaining(planted), planted]);
  expect([await knows(shop, own), await knows(shop, attacker)]).toEqual([true, false]);
});

test("of a closed account nothing is kept", async () => {
  const shop = await shopWithCustomer();
  const own = shop.browser();
  await signIn(own);
  expect((await own.post("/storefront/api/customers/disable", {})).status).toBe(200);
  expect(await shop.shop.db.selectFrom("known_device").selectAll().execute()).toEqual([]);
});
