import { describe, expect, test } from "vitest";
import { addCustomer, password, signIn } from "../identity/customer-fixture.ts";
import { comeBack, leads, returned, returnForm, type SocialShop, signInBy, socialShop } from "../identity/social.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { production } from "../support/production.ts";

const isIn = async (browser: TestBrowser) => (await browser.get("/storefront/api/customers/wishlist/any")).status === 200;
const flowCookies = (browser: TestBrowser) => [...browser.jar].filter(([name]) => name.includes("social-"));
const status = ({ status: code }: Answer) => code;
const lost = "/identity/signin/?social=lost";

/** A thief with the cookies that a browser keeps for longer than one flow. */
function thiefWithVisitor(shop: SocialShop, victim: TestBrowser): TestBrowser {
  const thief = shop.browser();
  for (const [name, value] of victim.jar) if (!name.includes("social-")) thief.jar.set(name, value);
  return thief;
}

describe.each(proofEngines)("whoever holds a visitor's cookie, on %s", (engine) => {
  test("cannot receive the return of a sign-in that was begun in that browser", async () => {
    const shop = await socialShop({ engine });
    const victim = shop.browser();
    await victim.get("/identity/signin/");
    const path = await comeBack(shop, victim);
    const thief = thiefWithVisitor(shop, victim);
    expect(thief.jar.get("visitor")).toBeDefined();

    expect(leads(await thief.get(path))).toBe(lost);

    expect(leads(await victim.get(path))).toMatch(/^\/identity\/social\/return\//);
  });

  test("cannot finish it after the return, with the page's own tokens, before or after its owner", async () => {
    const shop = await socialShop({ engine });
    const victim = shop.browser();
    await returned(shop, victim);
    const { user, entry } = await returnForm(victim);
    const thief = thiefWithVisitor(shop, victim);

    expect(status(await thief.post("/identity/new_user/", { ...user, token: entry }))).toBe(401);
    expect(status(await victim.post("/identity/new_user/", user))).toBe(200);
    expect(status(await thief.post("/identity/new_user/", user))).toBe(401);
    expect(status(await thief.post("/identity/verify_token/", { token: entry }))).toBe(401);
    expect(leads(await thief.get("/identity/social/return/"))).toBe("/identity/signin/");
    expect(status(await victim.post("/identity/verify_token/", { token: entry }))).toBe(200);
    expect([await isIn(thief), await isIn(victim)]).toEqual([false, true]);
  });

  test("gets no session from a flow's own cookie and token once they were used, and the same answer of new_user", async () => {
    const shop = await socialShop({ engine });
    const victim = shop.browser();
    await returned(shop, victim);
    const { user, entry } = await returnForm(victim);
    const first = await victim.post("/identity/new_user/", user);
    const copy = shop.browser();
    for (const [name, value] of victim.jar) copy.jar.set(name, value);
    expect(status(await victim.post("/identity/verify_token/", { token: entry }))).toBe(200);

    const again = await copy.post("/identity/new_user/", user);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(status(await copy.post("/identity/verify_token/", { token: entry }))).toBe(401);
    expect(await isIn(copy)).toBe(false);
  });

  test("has ten minutes for it, and nobody has them again", async () => {
    const shop = await socialShop({ engine });
    const victim = shop.browser();
    await returned(shop, victim);
    const { user, entry } = await returnForm(victim);
    shop.pass(9 * 60_000);
    expect(status(await victim.post("/identity/new_user/", user))).toBe(200);
    shop.pass(2 * 60_000);
    expect(status(await victim.post("/identity/new_user/", user))).toBe(401);
    expect(status(await victim.post("/identity/verify_token/", { token: entry }))).toBe(401);
  });
});

describe.each(proofEngines)("two tabs of one browser, on %s", (engine) => {
  test("sign in by two providers at once, each as whom it chose", async () => {
    const shop = await socialShop({ engine });
    const browser = shop.browser();
    const paths = [await comeBack(shop, browser), await comeBack(shop, browser, { place: 2, person: "p-cher" })];
    expect(flowCookies(browser)).toHaveLength(2);
    const [mary = "", cher = ""] = await Promise.all(paths.map(async (path) => leads(await browser.get(path))));

    expect((await browser.get(mary)).text).toContain("as Mary@example.com");
    expect((await browser.get(cher)).text).toContain("as cher@example.com");
    for (const [id, name] of [
      ["p-mary", "Mary"],
      ["p-cher", "Cher"],
    ] as const)
      expect(status(await browser.post("/identity/new_user/", { id, first_name: name }))).toBe(200);
    const emails = await shop.shop.db.selectFrom("customer").select("email_norm").orderBy("email_norm").execute();
    expect(emails.map(({ email_norm }) => email_norm)).toEqual(["ann@example.com", "cher@example.com", "mary@example.com"]);
  });

  test("that chose the same person both come in, one after the other, and lead where each began", async () => {
    const shop = await socialShop({ engine });
    const browser = shop.browser();
    const pages = [];
    for (const query of ["?next=/storefront/cart/", "?next=/storefront/wishlist/"])
      pages.push(leads(await returned(shop, browser, { query })));
    const forms = [];
    for (const page of pages) forms.push(await returnForm(browser, page));
    expect(forms.map(({ next }) => next)).toEqual(["/storefront/cart/", "/storefront/wishlist/"]);

    for (const { user, entry } of forms) {
      expect(status(await browser.post("/identity/new_user/", { ...user, token: entry }))).toBe(200);
      expect(status(await browser.post("/identity/verify_token/", { token: entry }))).toBe(200);
    }
    expect(await isIn(browser)).toBe(true);
  });

  test("press without scripts, and each goes on to its own page", async () => {
    const shop = await socialShop({ engine });
    const browser = shop.browser();
    const [first, second] = [
      leads(await returned(shop, browser, { query: "?next=/storefront/cart/" })),
      leads(await returned(shop, browser, { query: "?next=/storefront/wishlist/" })),
    ];
    for (const [page, next] of [
      [first, "/storefront/cart/"],
      [second, "/storefront/wishlist/"],
    ] as const) {
      const { user, entry } = await returnForm(browser, page);
      expect(leads(await browser.form("/identity/new_user/", { ...user, token: entry }))).toBe(next);
    }
  });
});

describe.each(proofEngines)("an attacker who signs a victim in to an account of the attacker's, on %s", (engine) => {
  test("cannot with a return address of an own flow, whose cookie the victim does not have", async () => {
    const shop = await socialShop({ engine });
    const [attacker, victim] = [shop.browser(), shop.browser()];
    await victim.get("/identity/signin/");
    const path = await comeBack(shop, attacker);
    expect(leads(await victim.get(path))).toBe(lost);
    expect(await isIn(victim)).toBe(false);
  });

  test("cannot set the cookie from another host of the site: in production its name takes none for the whole site", async () => {
    const env = { ...production, PUBLIC_URL: "https://shop.test" };
    const shop = await socialShop({ engine, env });
    const browser = shop.browser();
    const begun = await browser.get("/identity/social/1/");
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-social-[a-f0-9]{16}=[\w-]{43}; Max-Age=1200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const [[name = "", value = ""] = []] = flowCookies(browser);
    const victim = shop.browser();
    victim.jar.set(name.replace("__Host-", ""), value);
    const path = new URL(leads(begun)).searchParams.get("state");
    expect(leads(await victim.get(`/identity/social/1/callback?state=${path}&code=x`))).toBe(lost);
  });

  test("cannot hide the victim's own cookie behind one of the same name", async () => {
    const shop = await socialShop({ engine });
    const victim = shop.browser();
    const path = await comeBack(shop, victim);
    const [[name = "", value = ""] = []] = flowCookies(victim);
    const answer = await fetch(shop.url + path, { headers: { cookie: `${name}=tossed; ${name}=${value}` }, redirect: "manual" });
    expect(answer.headers.get("location")).toMatch(/^\/identity\/social\/return\//);
  });
});

test.each(proofEngines)(
  "another way of signing in, and signing out, leave a flow of another tab as it is, on %s",
  async (engine) => {
    const shop = await socialShop({ engine });
    await addCustomer(shop, "bob");
    const browser = shop.browser();
    const path = await comeBack(shop, browser, { person: "p-cher" });
    await signIn(browser, "bob@example.com", password);
    await browser.form("/identity/signout/", {});
    expect(leads(await browser.get(path))).toMatch(/^\/identity\/social\/return\//);
    const { user, entry } = await returnForm(browser);
    await browser.post("/identity/new_user/", user);
    expect(status(await browser.post("/identity/verify_token/", { token: entry }))).toBe(200);
    expect((await signInBy(shop, shop.browser(), { person: "p-cher" })).verified.status).toBe(200);
  },
);
