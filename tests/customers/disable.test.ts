import { describe, expect, test } from "vitest";
import { addCustomer, password, sentEmail, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { addressCall, elm, settings, signedIn } from "./address-fixture.ts";

const path = "/storefront/api/customers/disable";
const customers = ({ shop }: TestShop) => shop.db.selectFrom("customer").selectAll().orderBy("created_at").execute();

/** Every row of every table as text, to find remaining data of the customer. */
async function everything({ shop }: TestShop, ...except: string[]): Promise<string> {
  const tables = await shop.db.introspection.getTables();
  const rows = tables
    .filter(({ name, isView }) => !isView && !name.startsWith("product_search") && !except.includes(name))
    .map(({ name }) =>
      shop.db
        .selectFrom(name as "customer")
        .selectAll()
        .execute(),
    );
  return JSON.stringify(await Promise.all(rows));
}

/** Lets fourteen days pass, after which a job erases personal data. */
async function fourteenDays(shop: TestShop): Promise<void> {
  shop.pass(14 * 24 * 3_600_000);
  await shop.runJobs();
}

describe.each(proofEngines)("on %s disabling an account", (engine) => {
  test("ends every session and removes what is personal, for good (requirement 215)", async () => {
    const { shop, customer } = await signedIn({ engine });
    const elsewhere = shop.browser();
    await signIn(elsewhere);
    await customer.post(addressCall, { ...elm, phone: "512 555 0199" });
    await customer.post("/storefront/api/customers/wishlist/p-1");
    await shop.browser().post("/identity/reset/", { email: "ann@example.com" });
    const { link } = await sentEmail(shop, "Ann@example.com", "Reset your password");
    await shop.shop.db
      .insertInto("social_link")
      .values({ provider: "https://id.example", subject: "1", customer_id: "ann", created_at: 1 })
      .execute();
    await shop.shop.db
      .updateTable("customer")
      .set({ phone: "512 555 0100", gender: "woman", birthday: "1990-05-04", pending_email: "new@example.com" })
      .execute();

    const answer = await customer.post(path, {});

    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    expect(await everything(shop, "job", "counted_try")).toContain("1 Elm St");
    await fourteenDays(shop);
    expect([customer.jar.has("user_id"), customer.jar.has("checkoutId")]).toEqual([false, false]);
    expect((await elsewhere.get("/storefront/api/customers/wishlist/any")).status).toBe(401);
    expect((await customer.get(settings)).status).toBe(303);
    expect(await everything(shop, "job", "counted_try")).not.toMatch(/ann@example|new@example|1 Elm St|512 555|1990-05|"Lee"/i);
    expect(await shop.shop.db.selectFrom("social_link").selectAll().execute()).toEqual([]);
    expect(await shop.shop.db.selectFrom("favourite").selectAll().execute()).toEqual([]);
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    expect((await customer.post("/identity/reset/", { token, newPassword: "Other-leaf-1" })).status).toBe(409);
  });

  test("blocks the sign-in in the words of a wrong password, and the mail may open a new account that sees nothing of the old", async () => {
    const { shop, customer } = await signedIn({ engine });
    await customer.post(addressCall, elm);
    await customer.post(path, {});

    const refused = await shop.browser().post("/identity/signin/", { email: "ann@example.com", password });
    const unknown = await shop.browser().post("/identity/signin/", { email: "nobody@example.com", password });

    expect([refused.status, refused.text]).toEqual([unknown.status, unknown.text]);
    await fourteenDays(shop);
    await addCustomer(shop, "ann-again", { email: "ann@example.com", email_norm: "ann@example.com" });
    const again = shop.browser();
    await signIn(again);
    expect((await again.get(settings)).text).not.toContain("1 Elm St");
  });

  test("gives up the customer's open checkout with its addresses, and leaves another's alone", async () => {
    const { shop, customer } = await signedIn({ engine });
    const started = await customer.post("/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: 1 }] });
    const { checkoutId } = (started.body as { data: { checkoutId: string } }).data;
    const { street: streetAddress1, state: countryArea, zipCode: postalCode, city } = elm;
    const shippingAddress = { firstName: "Ann", lastName: "Lee", streetAddress1, city, postalCode, country: "US", countryArea };
    await customer.post("/storefront/checkout/email", { checkoutId, email: "ann@example.com" });
    await customer.post("/storefront/checkout/shipping", { checkoutId, shippingAddress });
    const guest = shop.browser();
    await guest.post("/storefront/checkout/create", { lines: [{ variantId: "v-1", quantity: 1 }] });

    await customer.post(path, {});
    await fourteenDays(shop);

    const rows = await shop.shop.db.selectFrom("checkout").select(["id", "state", "email"]).orderBy("created_at").execute();
    expect(rows.map(({ id: _, ...row }) => row)).toEqual([
      { state: "abandoned", email: "" },
      { state: "open", email: "" },
    ]);
    expect(rows[0]?.id).toBe(checkoutId);
    expect(await shop.shop.db.selectFrom("checkout_address").selectAll().execute()).toEqual([]);
  });

  test("leaves a row without personal data for the orders that name it, and tells the holder by mail", async () => {
    const { shop, customer } = await signedIn({ engine });

    await customer.post(path, {});
    await fourteenDays(shop);

    expect(await customers(shop)).toMatchObject([
      { id: "ann", email: "", email_norm: "disabled:ann", first_name: "", last_name: "", password_hash: null },
    ]);
    expect((await sentEmails(shop)).map(({ to, subject }) => [to, subject])).toEqual([
      ["Ann@example.com", "Your account was disabled at Leaf & Vessel"],
    ]);
  });
});

test("it wants a session and a token (requirements 215, 245, 247)", async () => {
  const { shop, customer } = await signedIn();

  expect((await customer.call("POST", path, {}, { csrf: false })).status).toBe(403);
  expect((await shop.browser().post(path, {})).status).toBe(401);

  expect((await customers(shop))[0]?.disabled_at).toBeNull();
});

test("without scripts a box has to be ticked, and then the way leads to the sign-in (requirement 216)", async () => {
  const { shop, customer } = await signedIn();
  expect((await customer.get(settings)).text).toContain("This cannot be undone.");

  const unticked = await customer.form(path, {});

  expect(unticked.status).toBe(422);
  expect(unticked.text).toMatch(/<details open[^>]*>/);
  expect(unticked.text).toMatch(/id="confirmed-error"[^>]*>Tick the box to disable your account\./);
  expect((await customers(shop))[0]?.disabled_at).toBeNull();

  const ticked = await customer.form(path, { confirmed: "true" });
  expect(ticked.status).toBe(303);
  expect((await customer.get(ticked.headers.get("location") ?? "")).text).toContain("<p>account disabled correctly</p>");
  expect((await customers(shop))[0]?.disabled_at).not.toBeNull();
});
