import { describe, expect, test } from "vitest";
import { placeDemoOrder } from "../../server/demo/place-order.ts";
import { shopper } from "../../server/demo/shopper.ts";
import { mintCustomToken } from "../../server/identity/custom.ts";
import { isPassword } from "../../server/identity/password.ts";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import { signIn } from "../identity/customer-fixture.ts";
import { beginSession } from "../support/begin-session.ts";
import { production } from "../support/production.ts";
import { engines, openShop } from "../support/shop.ts";

const secret = "Green-leaf-42";

describe.each(engines)("the demo shopper on %s", (engine) => {
  test("signs in, with two addresses, three favourites and one placed order that breaks no invariant", async () => {
    const open = await openShop({ engine, products: "demo" });
    const { shop } = open;
    for (const _ of ["first start", "second start"]) await placeDemoOrder(shop);
    await open.runJobs();
    const browser = open.browser();

    await signIn(browser, "demo@example.com", secret);

    expect(browser.jar.get("shipTo")).toBe("OR");
    const kept = await shop.db.selectFrom("customer_address").select("is_default").orderBy("is_default").execute();
    expect(kept).toEqual([{ is_default: 0 }, { is_default: 1 }]);
    const { wishlist } = (await browser.get("/storefront/api/customers/wishlist/any")).body as { wishlist: string[] };
    expect(wishlist.length).toBe(3);
    const orders = await shop.db.selectFrom("orders").select(["customer_id", "state", "last4", "total"]).execute();
    expect(orders).toEqual([{ customer_id: shopper.id, state: "placed", last4: "4242", total: expect.any(Number) }]);
    expect(orders[0]?.total).toBeGreaterThan(3400);
    expect(await findBreaches(shop.db)).toEqual([]);
    expect(await findGatewayBreaches(shop.db, shop.gateway)).toEqual([]);
  });
});

test("the hash that is loaded is of the password that is told", async () => {
  expect(await isPassword(shopper.passwordHash, secret)).toBe(true);
});

test.each([
  ["in production", production],
  ["where other machines can reach it", { HOST: "0.0.0.0" }],
])("%s the demo shopper comes in by no way", async (_where, env) => {
  const { shop, browser: open } = await openShop({ products: "demo", pays: false, env });
  const browser = open();

  const { status, body } = await browser.post("/identity/signin/", { email: "demo@example.com", password: secret });
  expect([status, body]).toEqual([401, { error: "Invalid username or password", code: "wrong_credentials" }]);
  const minted = await mintCustomToken(shop.db, "demo@example.com", shop.now());
  expect(minted.ok).toBe(true);
  const token = minted.ok ? minted.value.token : "";
  expect((await browser.post("/identity/verify_token/", { token })).status).toBe(401);

  await beginSession({ shop }, browser, shopper.id);
  expect((await browser.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
});
