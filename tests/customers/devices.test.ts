import { describe, expect, test } from "vitest";
import { agentWords } from "../../server/customers/rules/agent.ts";
import { addCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";

import { settings, signedIn } from "./address-fixture.ts";

const one = "/storefront/api/customers/session";
const all = "/storefront/api/customers/sessions";
const isIn = async (browser: TestBrowser) => (await browser.get("/storefront/api/customers/wishlist/any")).status === 200;
const idsIn = async (browser: TestBrowser) =>
  [...(await browser.get(settings)).text.matchAll(/name="id" value="([a-f0-9]{32})"/g)].map(([, id = ""]) => id);

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test.each([
  [firefox, "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML) Version/18.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML) Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML) CriOS/140 Mobile Safari/604",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML) SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["<script>alert(1)</script>", "Unknown browser"],
  ["", "Unknown browser"],
])("a browser is named in words of the shop: %s is %s", (agent, words) => {
  expect(agentWords(agent)).toBe(words);
});

describe.each(proofEngines)("on %s the devices of a customer", (engine) => {
  test("are listed in words, this one marked, with no word of the browser's own and no secret", async () => {
    const { shop, customer } = await signedIn({ engine });
    const phone = shop.browser();
    phone.headers = { "user-agent": `<img src=x>${firefox}` };
    await signIn(phone);

    const { text } = await customer.get(settings);

    expect(text).toContain("Firefox on Windows");
    expect(text.match(/This device/g)).toHaveLength(1);
    expect(text).not.toContain("img src=x");
    const rows = await shop.shop.db.selectFrom("session").select("token_hash").execute();
    for (const { token_hash } of rows) expect(text).not.toContain(token_hash.slice(0, 16));
  });

  test("are signed out one by one: that one alone", async () => {
    const { shop, customer } = await signedIn({ engine });
    const [phone, tablet] = [shop.browser(), shop.browser()];
    await signIn(phone);
    const [phoneId] = await idsIn(customer);
    await signIn(tablet);

    const ended = await customer.form(one, { id: phoneId ?? "", _method: "DELETE" });

    expect([ended.status, ended.headers.get("location")]).toEqual([303, `${settings}?notice=session`]);
    expect((await customer.get(`${settings}?notice=session`)).text).toContain("That device is signed out.");
    expect([await isIn(customer), await isIn(phone), await isIn(tablet)]).toEqual([true, false, true]);
  });

  test("are signed out everywhere, this one too, and another customer's stay (requirement 246)", async () => {
    const { shop, customer } = await signedIn({ engine });
    const phone = shop.browser();
    await signIn(phone);
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");

    const ended = await customer.form(all, { _method: "DELETE" });

    expect(ended.status).toBe(303);
    expect((await customer.get(ended.headers.get("location") ?? "")).text).toContain("<p>You’re signed out everywhere.</p>");
    expect(customer.jar.has("user_id")).toBe(false);
    expect([await isIn(customer), await isIn(phone), await isIn(bob)]).toEqual([false, false, true]);
  });

  test("of somebody else are not there to be signed out (requirement 246)", async () => {
    const { shop, customer } = await signedIn({ engine });
    const phone = shop.browser();
    await signIn(phone);
    const [phoneId = ""] = await idsIn(customer);
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");

    const answers = [await bob.delete(one, { id: phoneId }), await bob.delete(one, { id: "0".repeat(32) })];

    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([404, '{"error":"We couldn’t find that.","code":"not_found"}']),
    );
    expect(await isIn(phone)).toBe(true);
  });
});

test("signing out wants a session and a token, and a form with a stale one sees the page again (requirements 245, 247)", async () => {
  const { shop, customer } = await signedIn();
  for (const path of [one, all]) {
    expect((await customer.call("DELETE", path, { id: "x" }, { csrf: false })).status).toBe(403);
    expect((await shop.browser().delete(path, { id: "x" })).status).toBe(401);
  }

  const stale = await customer.form(all, { _method: "DELETE", _csrf: "old" });

  expect(stale.status).toBe(403);
  expect(stale.text).toContain("This page was open too long");
  expect(await isIn(customer)).toBe(true);
});
