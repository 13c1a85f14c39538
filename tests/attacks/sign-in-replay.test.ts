import { describe, expect, test } from "vitest";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { password, shopWithCustomer } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const tokenOf = async (browser: TestBrowser) => {
  const { body } = await browser.post("/identity/signin/", { email: "ann@example.com", password });
  return (body as { data: { token: string } }).data.token;
};
const verify = async (browser: TestBrowser, token: string) => (await browser.post("/identity/verify_token/", { token })).status;

/** A copy of the browser's current cookies on another machine. */
const copyOf = (shop: TestShop, browser: TestBrowser) => {
  const copy = shop.browser();
  for (const [name, value] of browser.jar) copy.jar.set(name, value);
  return copy;
};

describe.each(proofEngines)("whoever recorded a sign-in, on %s", (engine) => {
  test("with its token and all cookies of that moment, gets nothing for them after it", async () => {
    const shop = await shopWithCustomer({ engine });
    const owner = shop.browser();
    const token = await tokenOf(owner);
    const thief = copyOf(shop, owner);

    expect(await verify(owner, token)).toBe(200);

    expect([await verify(thief, token), await verify(owner, token)]).toEqual([401, 401]);
    expect(thief.jar.has("user_id")).toBe(false);
    expect(await shop.shop.db.selectFrom("session").selectAll().execute()).toHaveLength(1);
  });

  test("and sends it at the same moment, starts one session at most", async () => {
    const shop = await shopWithCustomer({ engine });
    const owner = shop.browser();
    const token = await tokenOf(owner);
    const all = [owner, ...[1, 2, 3, 4].map(() => copyOf(shop, owner))];

    const answers = await Promise.all(all.map((browser) => verify(browser, token)));

    expect(answers.sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await shop.shop.db.selectFrom("session").selectAll().execute()).toHaveLength(1);
  });

  test("finds two sign-ins of one moment apart: each token counts, once", async () => {
    const shop = await shopWithCustomer({ engine });
    const owner = shop.browser();
    await owner.token();
    const tokens = await Promise.all([tokenOf(owner), tokenOf(owner)]);
    const [first, second] = [copyOf(shop, owner), copyOf(shop, owner)];

    expect(tokens[0]).not.toBe(tokens[1]);
    expect([await verify(first, tokens[0]), await verify(second, tokens[1])]).toEqual([200, 200]);
  });

  test("by a custom token gets nothing for it either", async () => {
    const shop = await shopWithCustomer({ engine });
    const minted = await mintCustomToken(shop.shop.db, "ann@example.com", shop.shop.now());
    const token = minted.ok ? minted.value.token : "";

    expect([await verify(shop.browser(), token), await verify(shop.browser(), token)]).toEqual([200, 401]);
  });
});
