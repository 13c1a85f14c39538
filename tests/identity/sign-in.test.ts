import { describe, expect, test } from "vitest";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { transact } from "../../server/db/transaction.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines } from "../support/shop.ts";
import { addCustomer, password, shopWithCustomer, signIn } from "./customer-fixture.ts";

const typed = (email: string, secret: string) => ({ email, password: secret });

describe.each(engines)("signing in on %s", (engine) => {
  test("a token comes first, then a session of seven days (requirements 189, 191, 192)", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();

    const signedIn = await customer.post("/identity/signin/", typed(" ann@EXAMPLE.com ", password));
    expect(signedIn.status).toBe(200);
    const { token } = (signedIn.body as { data: { token: string } }).data;
    const verified = await customer.post("/identity/verify_token/", { token });

    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({ status: "success", message: "You’re signed in." });
    const cookie = verified.headers.getSetCookie().find((text) => text.startsWith("user_id=")) ?? "";
    expect(cookie).toMatch(/^user_id=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const readable = verified.headers.getSetCookie().find((text) => text.startsWith("csrftoken=")) ?? "";
    expect(readable).toMatch(/^csrftoken=[^;]+; Max-Age=604800; Path=\/; Expires=[^;]+; SameSite=Lax$/);
    expect((await customer.get("/storefront/dashboard/profile/")).headers.getSetCookie().join()).toContain("Max-Age=604800");
    const wishlist = await customer.get("/storefront/api/customers/wishlist/any");
    expect(wishlist.status).toBe(200);
  });

  test.each(["/storefront/", "/storefront/dashboard/", "/storefront/collections/"])(
    "the first page afterwards says so, once, with scripts and without: %s",
    async (page) => {
      const shop = await shopWithCustomer({ engine });
      const notice = "You’re signed in.";
      const others = async () => (await shop.browser().get(page)).headers.get("etag");
      const before = await others();
      for (const enter of [
        (browser: TestBrowser) => browser.form("/identity/signin/", { ...typed("ann@example.com", password), next: page }),
        async (browser: TestBrowser) => {
          const { body } = await browser.post("/identity/signin/", typed("ann@example.com", password));
          await browser.post("/identity/verify_token/", { token: (body as { data: { token: string } }).data.token });
        },
      ]) {
        const customer = shop.browser();
        await enter(customer);

        const fetched = await customer.request("GET", page, { headers: { "sec-fetch-dest": "empty" } });
        expect(fetched.text).not.toContain(notice);
        const first = await customer.request("GET", page, {
          headers: { "if-none-match": before ?? "", "accept-encoding": "br" },
        });
        expect(first.text).toMatch(new RegExp(`</header>\\s*<div class="notice[^>]* role="status">.*${notice}`));
        expect([first.status, first.headers.get("cache-control"), first.headers.get("etag")]).toEqual([200, "no-store", null]);
        expect((await customer.get(page)).text).not.toContain(notice);
      }
      expect(await others()).toBe(before);
    },
  );

  test("without scripts a wrong password is told at its field too, which has the focus", async () => {
    const shop = await shopWithCustomer({ engine });

    const { status, text } = await shop.browser().form("/identity/signin/", typed("ann@example.com", "Green-leaf-43"));

    expect(status).toBe(401);
    expect(text).toMatch(/<input(?=[^>]* name="password")(?=[^>]* autofocus)(?=[^>]* aria-describedby="password-error")[^>]*>/);
    expect(text).toMatch(/id="password-error"[^>]*>Invalid username or password</);
  });

  test("a wrong password, an unknown mail and a disabled account hear the same (requirement 178)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "gone", { disabled_at: 1 });
    const somebody = shop.browser();

    const answers = [];
    for (const credentials of [
      typed("ann@example.com", "Green-leaf-43"),
      typed("nobody@example.com", password),
      typed("gone@example.com", password),
    ]) {
      const { status, body } = await somebody.post("/identity/signin/", credentials);
      answers.push({ status, body });
    }

    expect(answers).toEqual(
      Array(3).fill({ status: 401, body: { error: "Invalid username or password", code: "wrong_credentials" } }),
    );
  });

  test("the eleventh failure in a quarter of an hour is not tried without work, for as long as that lasts", async () => {
    const shop = await shopWithCustomer({ engine });
    const attacker = shop.browser();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await attacker.post("/identity/signin/", typed("ann@example.com", `wrong-${tries}`))).status).toBe(401);

    const refused = await attacker.post("/identity/signin/", typed("ann@example.com", password));
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: "work_required", data: { challenge: expect.anything() } },
    ]);

    shop.pass(15 * 60_000 + 1);
    expect((await attacker.post("/identity/signin/", typed("ann@example.com", password))).status).toBe(200);
  });

  test("successes never count", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    for (let times = 0; times < 12; times += 1)
      expect((await customer.post("/identity/signin/", typed("ann@example.com", password))).status).toBe(200);
  });

  test("tries sent at once cannot slip past the limit", async () => {
    const shop = await shopWithCustomer({ engine });
    const attacker = shop.browser();
    await attacker.get("/storefront/api/csrf");

    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) => attacker.post("/identity/signin/", typed("ann@example.com", `wrong-${at}`))),
    );

    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.every(({ status }) => status === 401 || status === 403)).toBe(true);
  });

  test("the guest's cart goes along, and the old checkout leads to the new one", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    const created = await customer.post("/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: 2 }] });
    const { checkoutId: old } = (created.body as { data: { checkoutId: string } }).data;
    await customer.post("/storefront/checkout/email", { checkoutId: old, email: "guest@example.com" });

    const { body } = await customer.post("/identity/signin/", typed("ann@example.com", password));
    await customer.post("/identity/verify_token/", { token: (body as { data: { token: string } }).data.token });

    const now = customer.jar.get("checkoutId") ?? "";
    expect(now).not.toBe(old);
    const found = await customer.get(`/storefront/checkout/find?checkoutId=${now}`);
    const checkout = (found.body as { data: { email: string; lines: { quantity: number }[] } }).data;
    expect(checkout.lines.map(({ quantity }) => quantity)).toEqual([2]);
    expect(checkout.email).not.toBe("guest@example.com");
    const byOld = await customer.get(`/storefront/checkout/find?checkoutId=${old}`);
    expect((byOld.body as { data: { id: string } }).data.id).toBe(now);
    for (const id of [old, now])
      expect((await shop.browser().get(`/storefront/checkout/find?checkoutId=${id}`)).status).toBe(401);
  });

  test("what the guest liked comes first in the customer's list, once", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = shop.browser();
    const wishlist = async () => (await customer.get("/storefront/api/customers/wishlist/any")).body as { wishlist: string[] };
    const enter = async (favorites: unknown) => {
      const { body } = await customer.post("/identity/signin/", typed("ann@example.com", password));
      const { token } = (body as { data: { token: string } }).data;
      return await customer.post("/identity/verify_token/", { token, favorites });
    };
    await enter(["p-2"]);
    shop.pass(1000);

    expect((await enter(["p-3", "p-2", "p-3", "no-product", "p-1"])).status).toBe(200);
    expect(await wishlist()).toEqual({ wishlist: ["p-3", "p-1", "p-2"] });
    for (const damaged of [{ a: 1 }, "p-1", [1], null]) expect((await enter(damaged)).status).toBe(200);
  });
});

test("a token is good for the browser that it was made for alone, and not for long", async () => {
  const shop = await shopWithCustomer();
  const [customer, attacker] = [shop.browser(), shop.browser()];
  const { body } = await customer.post("/identity/signin/", typed("ann@example.com", password));
  const { token } = (body as { data: { token: string } }).data;

  expect((await attacker.post("/identity/verify_token/", { token })).status).toBe(401);
  expect((await customer.post("/identity/verify_token/", { token: `${token}x` })).status).toBe(401);
  shop.pass(2 * 60_000 + 1);
  const late = await customer.post("/identity/verify_token/", { token });
  expect([late.status, late.body]).toEqual([
    401,
    { error: "This sign-in has expired. Please sign in again.", code: "sign_in_expired" },
  ]);
});

describe.each(engines)("a token that waits on %s", (engine) => {
  test("opens nothing once the password has changed, or all devices were signed out", async () => {
    const shop = await shopWithCustomer({ engine });
    const [customer, attacker] = [shop.browser(), shop.browser()];
    const tokenOf = async (secret: string) => {
      const { body } = await attacker.post("/identity/signin/", typed("ann@example.com", secret));
      return (body as { data: { token: string } }).data.token;
    };
    const worth = async (token: string) => (await attacker.post("/identity/verify_token/", { token })).status;
    await signIn(customer);
    const [old, custom] = [await tokenOf(password), await mintCustomToken(shop.shop.db, "ann@example.com", shop.shop.now())];
    shop.pass(1);

    const changed = await customer.post("/identity/password/", { currentPassword: password, newPassword: "Blue-leaf-43" });
    expect(changed.status).toBe(200);

    expect(await worth(old)).toBe(401);
    expect(await worth(custom.ok ? custom.value.token : "")).toBe(401);
    shop.pass(1);
    const next = await tokenOf("Blue-leaf-43");
    await signIn(customer, "ann@example.com", "Blue-leaf-43");
    shop.pass(1);
    expect((await customer.delete("/storefront/api/customers/sessions")).status).toBe(200);
    expect(await worth(next)).toBe(401);
    shop.pass(1);
    expect(await worth(await tokenOf("Blue-leaf-43"))).toBe(200);
  });
});

test.each(engines)("of a sign-in and a sign-out everywhere at the same moment no session is left, on %s", async (engine) => {
  const shop = await shopWithCustomer({ engine });
  for (let round = 0; round < 6; round += 1) {
    const [customer, attacker] = [shop.browser(), shop.browser()];
    await signIn(customer);
    const { body } = await attacker.post("/identity/signin/", typed("ann@example.com", password));
    shop.pass(1);
    const { token } = (body as { data: { token: string } }).data;

    await Promise.all([
      customer.delete("/storefront/api/customers/sessions"),
      ...[1, 2, 3].map(() => attacker.post("/identity/verify_token/", { token })),
    ]);

    expect((await attacker.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
    expect(await shop.shop.db.selectFrom("session").selectAll().execute()).toEqual([]);
    shop.pass(1);
  }
});

test("a form without scripts signs in and leads on, quotes around next are stripped (requirements 26, 29, 30, 31)", async () => {
  const shop = await shopWithCustomer();
  for (const [next, leads] of [
    ["", "/storefront/"],
    ['"/storefront/cart/"', "/storefront/cart/"],
    ["%22/storefront/cart/%22", "/storefront/cart/"],
    ["//evil.example", "/storefront/"],
    ["/\\evil.example", "/storefront/"],
    ["https://evil.example/", "/storefront/"],
  ] as const) {
    const customer = shop.browser();
    const page = await customer.get(`/identity/signin/?next=${encodeURIComponent(next)}`);
    const [, kept = ""] = /name="next" value="([^"]*)"/.exec(page.text) ?? [];
    const answer = await customer.form("/identity/signin/", { ...typed("ann@example.com", password), next: kept });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, leads]);
    expect(customer.jar.has("user_id")).toBe(true);
  }
});

test("a refused form shows its page again with the mail, never the password (requirements 174, 176)", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();

  const wrong = await customer.form("/identity/signin/", typed("ann@example.com", "Not-this-1"));
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain("Something went wrong!");
  expect(wrong.text).toContain("Invalid username or password");
  expect(wrong.text).toContain('value="ann@example.com"');
  expect(wrong.text).not.toContain("Not-this-1");

  const empty = await customer.form("/identity/signin/", typed("", ""));
  expect(empty.status).toBe(422);
  expect(empty.text).toContain('id="email-error"');
  expect(empty.text).toContain('id="password-error"');
});

test("products go to the state of the default address from the sign-in on, also on pages that know nobody", async () => {
  const shop = await shopWithCustomer();
  const home = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Oak St", city: "Austin", postalCode: "73301", phone: "" };
  await transact(shop.shop.db, (tx) =>
    saveAddress(tx, { customerId: "ann", id: undefined }, { ...home, country: "US", countryArea: "TX" }, 0),
  );
  const customer = shop.browser();

  await signIn(customer);

  expect(customer.jar.get("shipTo")).toBe("TX");
});

test("each sign-in has a session of its own, and signing out ends it for good", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  await customer.form("/identity/signin/", typed("ann@example.com", password));
  const first = customer.jar.get("user_id") ?? "";
  await customer.form("/identity/signin/", typed("ann@example.com", password));
  const second = customer.jar.get("user_id") ?? "";
  expect(second).not.toBe(first);

  const old = shop.browser();
  old.jar.set("user_id", first);
  expect((await old.get("/storefront/api/customers/wishlist/any")).status).toBe(401);

  const out = await customer.form("/identity/signout/", {});
  expect([out.status, out.headers.get("location")]).toEqual([303, "/storefront/"]);
  expect(customer.jar.has("user_id")).toBe(false);
  const attacker = shop.browser();
  attacker.jar.set("user_id", second);
  expect((await attacker.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
});

test("who is signed in skips the form, and goes where it would have led", async () => {
  const shop = await shopWithCustomer();
  const customer = shop.browser();
  await signIn(customer);
  const leads = async (path: string) => {
    const { status, headers } = await customer.get(path);
    return [status, headers.get("location"), headers.get("cache-control")];
  };
  expect(await leads("/identity/signin/")).toEqual([303, "/storefront/dashboard/", "no-store"]);
  expect(await leads("/identity/signin/?next=/storefront/cart/")).toEqual([303, "/storefront/cart/", "no-store"]);
  expect(await leads("/identity/signin/?next=https://evil.example/")).toEqual([303, "/storefront/dashboard/", "no-store"]);
});

test("without a token nobody is signed in or out (requirement 247)", async () => {
  const shop = await shopWithCustomer();
  for (const path of [
    "/identity/signin/",
    "/identity/verify_token/",
    "/identity/signout/",
    "/identity/password/",
    "/identity/reset/",
  ]) {
    const answer = await fetch(shop.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(typed("ann@example.com", password)),
    });
    expect([path, answer.status]).toEqual([path, 403]);
  }
});
