import { describe, expect, test } from "vitest";
import { addCustomer, signIn } from "../identity/customer-fixture.ts";
import { placed } from "../orders/order-fixture.ts";
import { engines } from "../support/shop.ts";
import { addressCall, elm, settings, signedIn } from "./address-fixture.ts";

const path = "/storefront/api/customers/export";

describe.each(engines)("on %s a customer's own data", (engine) => {
  test("come as a file, by a script's call and by a form, with nothing of others and no secret", async () => {
    const { shop, customer } = await signedIn({ engine }, { email_verified: 0 });
    await addCustomer(shop, "bob", { first_name: "Bob" });
    await customer.post(addressCall, elm);
    await customer.post("/storefront/api/customers/wishlist/p-1");
    // A guest's order with the same email, which the account has not confirmed.
    await placed(shop.shop.db, { at: 1, email: "ann@example.com" });
    await placed(shop.shop.db, { at: 2, email: "ann@example.com", customerId: "ann" });

    const called = await customer.post(path);
    const formed = await customer.form(path, {});

    expect([called.status, formed.status]).toEqual([200, 200]);
    expect(formed.headers.get("content-disposition")).toBe('attachment; filename="my-data.json"');
    expect(formed.headers.get("cache-control")).toBe("no-store");
    const { data } = called.body as { data: Record<string, unknown[]> };
    expect(data).toMatchObject({
      account: [{ email: "Ann@example.com", first_name: "Ann" }],
      addresses: [{ street_address_1: "1 Elm St" }],
      favorites: [{ product_id: "p-1" }],
      orders: [{ placed_at: 2 }],
    });
    expect(called.text).not.toMatch(/argon2|_hash|bob@|"Bob"/);
    const events = await shop.shop.db.selectFrom("security_event").select("kind").where("kind", "=", "data-exported").execute();
    expect(events).toHaveLength(2);
  });

  test("want a session, a token, and a proof of the last ten minutes", async () => {
    const { shop, customer } = await signedIn({ engine });
    expect((await shop.browser().post(path)).status).toBe(401);
    expect((await customer.call("POST", path, {}, { csrf: false })).status).toBe(403);
    shop.pass(11 * 60_000);

    const stale = await customer.post(path);
    const form = await customer.form(path, {});

    expect([stale.status, (stale.body as { code: string }).code]).toEqual([403, "reauthenticate"]);
    expect([form.status, form.headers.get("location")]).toEqual([303, "/identity/reauthenticate/"]);
    await signIn(customer);
    expect((await customer.get(settings)).text).toContain("Download your data");
    expect((await customer.post(path)).status).toBe(200);
  });
});
