import { describe, expect, test } from "vitest";
import { addCustomer, password, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { production } from "../support/production.ts";
import type { TestShop } from "../support/shop.ts";

const customersOwn = "/storefront/api/customers/wishlist/any";
const isIn = async (browser: TestBrowser) => (await browser.get(customersOwn)).status === 200;
/** Sends exactly these cookies, including repeated names. */
const statusWith = async (shop: TestShop, cookie: string, path = customersOwn): Promise<number> =>
  (await fetch(shop.url + path, { headers: { cookie }, redirect: "manual" })).status;

describe.each(proofEngines)("whoever holds a stolen user_id, on %s", (engine) => {
  test("opens nothing with it, without a visitor's cookie or with any other than the owner's", async () => {
    const shop = await shopWithCustomer({ engine });
    const [owner, thief] = [shop.browser(), shop.browser()];
    await signIn(owner);
    const stolen = owner.jar.get("user_id") ?? "";
    await thief.get("/identity/signin/");

    expect(await statusWith(shop, `user_id=${stolen}`)).toBe(401);
    expect(await statusWith(shop, `user_id=${stolen}; visitor=${thief.jar.get("visitor")}`)).toBe(401);
    thief.jar.set("user_id", stolen);
    expect([await isIn(thief), (await thief.get("/storefront/dashboard/")).status]).toEqual([false, 303]);
    expect((await thief.post("/identity/password/", { currentPassword: password, newPassword: "Blue-leaf-43" })).status).toBe(
      401,
    );
    expect(await isIn(owner)).toBe(true);
  });

  test("opens nothing with the visitor's cookie of before the sign-in, or of after the sign-out", async () => {
    const shop = await shopWithCustomer({ engine });
    const owner = shop.browser();
    await owner.get("/identity/signin/");
    const before = owner.jar.get("visitor");
    await signIn(owner);
    const [during, session] = [owner.jar.get("visitor"), owner.jar.get("user_id")];
    expect(await statusWith(shop, `user_id=${session}; visitor=${before}`)).toBe(401);
    expect(await statusWith(shop, `user_id=${session}; visitor=${during}`)).toBe(200);

    await owner.form("/identity/signout/", {});
    await signIn(owner);

    expect(await statusWith(shop, `user_id=${owner.jar.get("user_id")}; visitor=${during}`)).toBe(401);
    expect(new Set([before, during, owner.jar.get("visitor")]).size).toBe(3);
  });
});

describe("a neighbor's page that sets cookies for the whole site", () => {
  test("signs nobody out, and nobody in as somebody else", async () => {
    const shop = await shopWithCustomer();
    await addCustomer(shop, "mallory");
    const [owner, attacker] = [shop.browser(), shop.browser()];
    await signIn(owner);
    await signIn(attacker, "mallory@example.com");
    const tossed = `user_id=${attacker.jar.get("user_id")}`;
    const own = `visitor=${owner.jar.get("visitor")}`;

    const dashboard = await fetch(`${shop.url}/storefront/dashboard/profile/`, {
      headers: { cookie: `${tossed}; user_id=x; user_id=${owner.jar.get("user_id")}; ${own}` },
    });
    expect(await dashboard.text()).toContain("Ann@example.com");

    const guest = shop.browser();
    await guest.get("/identity/signin/");
    expect(await statusWith(shop, `${tossed}; visitor=${guest.jar.get("visitor")}`)).toBe(401);
    const junk = Array.from({ length: 200 }, (_, at) => `user_id=${"A".repeat(40)}${String(at).padStart(3, "0")}`).join("; ");
    expect(await statusWith(shop, `${junk}; ${own}`)).toBe(401);
  });

  test("gives nobody its own visitor under the old name, with a session of its own", async () => {
    const shop = await shopWithCustomer({ env: production });
    await addCustomer(shop, "mallory");
    const attacker = shop.browser();
    await signIn(attacker, "mallory@example.com");
    const [visitor, session] = [attacker.jar.get("__Host-visitor"), attacker.jar.get("user_id")];
    expect([visitor !== undefined, attacker.jar.has("visitor")]).toEqual([true, false]);

    const victim = shop.browser();
    victim.jar.set("visitor", visitor ?? "");
    victim.jar.set("user_id", session ?? "");
    await victim.get("/storefront/cart/");

    expect([await isIn(victim), victim.jar.get("__Host-visitor") === visitor]).toEqual([false, false]);
  });
});

test.each([
  ["signs out", (browser: TestBrowser) => browser.form("/identity/signout/", {})],
  ["signs out everywhere", (browser: TestBrowser) => browser.delete("/storefront/api/customers/sessions")],
  [
    "changes the password",
    (browser: TestBrowser) => browser.post("/identity/password/", { currentPassword: password, newPassword: "Blue-leaf-43" }),
  ],
  ["changes the email", (browser: TestBrowser) => browser.put("/storefront/api/customers/email", { value: "new@example.com" })],
])(
  "who %s leaves nothing behind: no visitor, and nothing cached, while a host's cookies and storage stay",
  async (_what, leave) => {
    const shop = await shopWithCustomer();
    const owner = shop.browser();
    await signIn(owner);
    const [visitor, session] = [owner.jar.get("visitor"), owner.jar.get("user_id")];

    const left = await leave(owner);

    expect([left.status < 400, left.headers.get("clear-site-data")]).toEqual([true, '"cache"']);
    expect([owner.jar.has("user_id"), owner.jar.get("visitor") === visitor]).toEqual([false, false]);
    expect(await statusWith(shop, `user_id=${session}; visitor=${visitor}`)).toBe(401);
  },
);
