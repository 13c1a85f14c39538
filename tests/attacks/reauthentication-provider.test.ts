import { describe, expect, test } from "vitest";
import { customerSubject } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { beginTotp, confirmTotp, pendingSecret } from "../../server/identity/factors/totp.ts";
import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { socialPath } from "../../server/identity/paths.ts";
import { comeBack, leads, type SocialShop, signInBy, socialShop } from "../identity/social.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { Engine } from "../support/shop.ts";

const [email, page] = ["/storefront/api/customers/email", "/identity/reauthenticate/"] as const;

/** Mary has no password. She signed in through a provider eleven minutes ago. */
async function maryLongAgo(engine: Engine): Promise<{ shop: SocialShop; mary: TestBrowser }> {
  const shop = await socialShop({ engine });
  const mary = shop.browser();
  await signInBy(shop, mary);
  shop.pass(11 * 60_000);
  return { shop, mary };
}

const confirm = async (shop: SocialShop, browser: TestBrowser, choice: Parameters<typeof comeBack>[2] = {}) =>
  leads(await browser.get(await comeBack(shop, browser, { query: "?confirm=1", ...choice })));
const change = (browser: TestBrowser) => browser.put(email, { value: "new@example.com" });

describe.each(proofEngines)("an account without a password, on %s,", (engine) => {
  test("gives its proof by signing in anew at its provider, and the kept form goes on", async () => {
    const { shop, mary } = await maryLongAgo(engine);
    const refused = await change(mary);
    expect([refused.status, refused.body]).toMatchObject([403, { code: "reauthenticate", data: { hasPassword: false } }]);
    expect(leads(await mary.form(email, { _method: "PUT", value: "new@example.com" }))).toBe(page);
    expect((await mary.get(page)).text).toContain("Continue with Example 1");
    const asked = new URL(leads(await mary.get(`${socialPath(1)}?confirm=1`)));
    expect([asked.searchParams.get("prompt"), asked.searchParams.get("max_age")]).toEqual(["login", "0"]);

    expect(await confirm(shop, mary)).toBe(page);

    expect((await mary.get(page)).text).toContain('value="new@example.com"');
    expect((await change(mary)).status).toBe(200);
  });

  test("is not proven by somebody else's account at the provider", async () => {
    const { shop, mary } = await maryLongAgo(engine);
    expect(await confirm(shop, mary, { person: "p-cher" })).toBe(`${page}?social=another`);
    expect((await mary.get(`${page}?social=another`)).text).toContain("That isn’t the account that signs in here.");
    expect((await change(mary)).status).toBe(403);
  });

  test("is not proven in a browser where nobody, or somebody else, is signed in: no session begins by it", async () => {
    const { shop, mary } = await maryLongAgo(engine);
    const thief = shop.browser();
    for (const [name, value] of mary.jar) if (name !== "user_id") thief.jar.set(name, value);
    const path = await comeBack(shop, mary, { query: "?confirm=1" });
    for (const [name, value] of mary.jar) if (name !== "user_id") thief.jar.set(name, value);

    await thief.get(path);

    expect(thief.jar.has("user_id")).toBe(false);
    expect((await change(mary)).status).toBe(403);
  });
});

describe.each(proofEngines)("an account with an authenticator app, on %s,", (engine) => {
  test("is not proven by its provider alone: the code is asked for as well, and the kept form goes on", async () => {
    const { shop, mary } = await maryLongAgo(engine);
    const id = (
      await shop.shop.db.selectFrom("customer").select("id").where("email", "=", "Mary@example.com").executeTakeFirstOrThrow()
    ).id;
    const subject = customerSubject(id);
    const { db } = shop.shop;
    const secrets = shop.shop.config.sessionSecret;
    await beginTotp(db, subject, secrets, shop.shop.now());
    const secret = await pendingSecret(db, subject, secrets, shop.shop.now());
    if (!secret) throw new Error("no secret was made");
    const code = () => codeOf(secret, stepAt(shop.shop.now()));
    await transact(db, (tx) => confirmTotp(tx, { subject, secrets, code: code() }, shop.shop.now()));
    shop.pass(30_000);
    await mary.form(email, { _method: "PUT", value: "new@example.com" });

    expect(await confirm(shop, mary)).toBe(`/identity/second-step/?next=${encodeURIComponent(page)}`);

    expect((await change(mary)).status).toBe(403);
    expect((await mary.form("/identity/second-step/", { code: "000000", next: page })).status).toBe(422);
    expect((await change(mary)).status).toBe(403);
    expect(leads(await mary.form("/identity/second-step/", { code: code(), next: page }))).toBe(page);
    expect((await mary.get(page)).text).toContain('value="new@example.com"');
    expect((await change(mary)).status).toBe(200);
  });
});
