import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { orderNotePath } from "../../server/checkout/paths.ts";
import { customerCommand } from "../../server/cli/customer.ts";
import { disableCustomer } from "../../server/customers/disable.ts";
import { ownerSource } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { enqueueOrderErasure } from "../../server/personal-data/erase.ts";
import { addressCall } from "../customers/address-fixture.ts";
import { addCustomer, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { address, cards, shopperOn } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

/** Data that only Wilhelmina has: it is in no other row, file or name of the shop. */
const person = {
  email: "Wilhelmina@example.com",
  firstName: "Wilhelmina",
  lastName: "Quackenbüsh",
  streetAddress1: "77 Xylophone Walk",
  postalCode: "73344",
  phone: "512 555 0177",
};
/**
 * The tables into which this test writes none of Wilhelmina's data. For a new table, let this test
 * write to it, or add it to this list.
 */
const withoutHer = new Set(
  `address_request asset asset_build asset_build_file assortment_change attempt_reservation attribute attribute_value banner buyer_sum catalog_version category checkout_line collection collection_product content_page count_line count_sheet counter csp_report customer_stale email_wording exchange exchange_line favourite first_order_claim form_key gateway_call gateway_event gateway_sweep gift_rule gift_rule_product idempotency_key key_fingerprint known_device ledger_entry order_edit order_event order_grant order_line order_means order_paper order_readdress order_readdress_line order_refund order_refund_line order_return order_shipment order_shipment_line order_tag order_token orphan_authorization orphan_ledger_entry page_change page_change_floor page_redirect passkey_challenge payment_means pending_sign_in phone_order_opening price_schedule product product_attribute product_import product_import_line product_import_part product_media product_paper product_redirect product_view promo promo_batch promo_category promo_code promo_product promo_redemption promo_shipping_method return_request return_request_line sale_entry sale_sum sale_sum_mark schema_requirement search_letter search_synonym search_word security_event session setting shipping_method shipping_zone shipping_zone_place shop_identity social_link social_start spent_challenge staff staff_bulk_run staff_role staff_session state_rule stock_movement tax_category_rate tax_rate timer totp_removal variant`.split(
    /\s+/,
  ),
);
const personal = /wilhelmina|quackenb|xylophone|555 ?0177|73344|zanzibar/i;

/** Every row of every table, as text. */
async function everyRow({ shop }: TestShop): Promise<Record<string, string>> {
  const tables = (await shop.db.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !name.startsWith("product_search"),
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await shop.db
      .selectFrom(name as "customer")
      .selectAll()
      .execute();
    if (personal.test(JSON.stringify(rows))) found[name] = JSON.stringify(rows);
  }
  return found;
}

/** The files of the data folder, including the outbox, that contain her data. */
async function filesWith(directory: string): Promise<string[]> {
  const paths = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of paths) {
    const bytes = await readFile(join(parentPath, name));
    // An email's text may be encoded, but its headers are not.
    if (personal.test(bytes.toString("latin1"))) found.push(name);
  }
  return found;
}

type Ran = { status: number; out: string };

/** Runs `customer …` as the owner types it. */
async function run({ shop }: TestShop, ...args: string[]): Promise<Ran> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const context = { config: shop.config, db: shop.db, now: shop.now, print, complain: print, pause: async () => {} };
  return { status: await customerCommand.run(args, context), out: lines.join("\n") };
}

const settle = ({ shop }: TestShop) =>
  shop.db.updateTable("orders").set({ state: "fulfilled", fulfilled_at: shop.now() }).execute();

const pending = "wilhelmina.new@example.com";

/**
 * Writes texts with her address outside her own rows, and another person's texts that only contain
 * her address.
 */
async function writeMentions({ shop, directory }: TestShop): Promise<void> {
  const { db } = shop;
  const [address, at] = [person.email.toLowerCase(), shop.now()];
  await db.updateTable("customer").set({ pending_email: pending }).where("id", "=", "w").execute();
  const done = { kind: "attach-orders", payload: "{}", state: "done" as const, run_at: at, created_at: at, done_at: at };
  const none = { first_try_at: null, told_at: null };
  const jobs = [address, `not.${address.replace("wilhelmina", "w.illy")}`].map((each, n) => ({
    ...done,
    ...none,
    id: `m${n}`,
    subject: `w:${each}`,
  }));
  await db.insertInto("job").values(jobs).execute();
  await db
    .insertInto("counted_try")
    .values([address, pending].map((each, n) => ({ id: `m${n}`, kind: "mail", subject: `${each}`, at })))
    .execute();
  const staff = { id: "s", email: "staff@example.com", role: "owner" as const, password_hash: null, created_at: at };
  await db.insertInto("staff").values(staff).execute();
  const view = { staff_id: "s", list: "customers", created_at: at };
  await db
    .insertInto("staff_view")
    .values([
      { ...view, id: "m0", name: "One", query: new URLSearchParams({ q: person.email }).toString() },
      { ...view, id: "m1", name: "All", query: "q=bob%40example.com" },
    ])
    .execute();
  const audit = { actor: "staff:s", record_kind: "review", record_id: "r", action: "saved", request_id: "x", at };
  await db
    .insertInto("audit_entry")
    .values({
      ...audit,
      id: "m0",
      record_kind: "page",
      record_id: "about",
      before: null,
      after: JSON.stringify({ note: `by ${address}` }),
    })
    .execute();
  await db
    .insertInto("audit_entry")
    .values({ ...audit, id: "m1", before: JSON.stringify({ author: person.firstName }), after: null })
    .execute();
  await db
    .insertInto("customer_note")
    .values({ id: "n", customer_id: "w", note: `${person.firstName} called`, actor: "s", at })
    .execute();
  await db.insertInto("customer_tag").values({ person: address, tag: "wilhelmina", label: person.firstName }).execute();
  await db
    .insertInto("former_email")
    .values({ customer_id: "w", email: person.email, email_norm: address, until: at + 1_000_000 })
    .execute();
  const draft = { visitor: "v", path: "/staff/customers/", form: "q", expires_at: at + 1_000_000 };
  await db
    .insertInto("form_draft")
    .values({ ...draft, typed: JSON.stringify({ q: address }) })
    .execute();
  const flow = { token_id: "t", provider: "1", label: "One", subject: "s", next: null, popup: null, customer_id: null };
  const profile = { email: person.email, email_verified: 1 as const, name: person.firstName, gender: "", birthday: "" };
  await db
    .insertInto("social_return")
    .values({ ...flow, ...profile, visitor: "v", expires_at: at + 1_000_000, spent_at: null })
    .execute();
  await mkdir(join(directory, "outbox"), { recursive: true });
  await writeFile(join(directory, "outbox", "m0.eml"), `From: a@b.co\r\nTo: ${pending}\r\n\r\nConfirm.`);
  await writeFile(join(directory, "outbox", "m1.eml"), `To: owner@example.com\r\n\r\nAn order of wilhelmina@exa=\r\nmple.com.`);
}

/**
 * A shop with her account, which has used every feature that stores data, and with another person's
 * account.
 */
async function usedAccount(engine: "sqlite" | "postgres"): Promise<TestShop> {
  const shop = await openShop({ engine });
  const { db } = shop.shop;
  const row = { email: person.email, email_norm: person.email.toLowerCase(), email_verified: 1 };
  const names = { first_name: person.firstName, last_name: person.lastName };
  await addCustomer(shop, "w", { ...row, ...names, phone: person.phone, gender: "zanzibar" });
  const browser = shop.browser();
  // Before she signs in, she leaves a guest's paid order, a declined payment and a saved address.
  const wish = { email: person.email };
  const guest = await shopperOn(shop.browser(), wish);
  await guest.browser.post("/storefront/checkout/shipping", {
    checkoutId: guest.checkoutId,
    shippingAddress: { ...address, ...person, email: undefined },
    saveForLater: true,
  });
  await guest.browser.post("/storefront/checkout/shipping_method", {
    checkoutId: guest.checkoutId,
    shippingMethodId: "standard",
  });
  await guest.browser.post(orderNotePath, { checkoutId: guest.checkoutId, orderNote: "Quackenbush, back door" });
  const shown = await guest.browser.get(`/storefront/api/checkout/totals?checkoutId=${guest.checkoutId}`);
  const { quote } = (shown.body as { data: { quote: string } }).data;
  expect((await guest.pay(cards.declined, { quote })).status).toBe(402);
  expect((await guest.pay(cards.good, { quote })).status).toBe(200);
  await shopperOn(shop.browser(), wish);
  await browser.post("/identity/signin/", { email: person.email, password: "Wrong-leaf-77" });
  await signIn(browser, person.email);
  await browser.post(addressCall, {
    firstName: person.firstName,
    lastName: person.lastName,
    street: person.streetAddress1,
    city: "Austin",
    state: "TX",
    zipCode: person.postalCode,
    phone: person.phone,
  });
  await browser.post("/storefront/api/customers/wishlist/p-1");
  await browser.post("/identity/reset/", { email: person.email });
  await db
    .insertInto("review")
    .values({ id: "r", product_id: "p-1", customer_id: "w", author: person.firstName, stars: 5, at: 1 })
    .execute();
  const subject = { subject_kind: "customer" as const, subject_id: "w" };
  const key = { relying_party: "shop.test", public_key: "k", counter: 0, transports: "[]", created_at: 1, used_at: null };
  await db
    .insertInto("passkey")
    .values({ id: "c", ...subject, ...key, name: "Wilhelmina’s phone" })
    .execute();
  await db
    .insertInto("totp")
    .values({ ...subject, secret: "zanzibar", created_at: 1, confirmed_at: 1 })
    .execute();
  await db
    .insertInto("recovery_code")
    .values({ ...subject, hash: "zanzibar", used_at: null })
    .execute();
  await sentEmails(shop);
  // This job waits for a mail server that does not answer.
  const job = { id: "j", kind: "reset-mail", subject: "s", state: "failed" as const, run_at: 0, created_at: 0, done_at: null };
  const none = { first_try_at: null, told_at: null };
  await db
    .insertInto("job")
    .values({ ...job, ...none, payload: JSON.stringify({ email: person.email.toLowerCase() }) })
    .execute();
  await writeMentions(shop);
  await addCustomer(shop, "bob");
  await shopperOn(shop.browser(), { email: "bob@example.com" });
  return shop;
}

describe.each(engines)("on %s after an erasure", (engine) => {
  test("no row, file or email has anything of the person, and the books still agree", async () => {
    const shop = await usedAccount(engine);
    const { db } = shop.shop;
    const before = await everyRow(shop);
    const tables = (await db.introspection.getTables()).filter(
      ({ name, isView }) => !isView && !/^product_(search|words)/.test(name),
    );
    expect(Object.keys(before).sort()).toEqual(
      tables
        .map(({ name }) => name)
        .filter((name) => !withoutHer.has(name))
        .sort(),
    );
    const [order] = await db.selectFrom("orders").selectAll().execute();
    const exported = await run(shop, "export", "wilhelmina@EXAMPLE.com");
    await settle(shop);

    const erased = await run(shop, "erase", "wilhelmina@EXAMPLE.com", "--confirm");
    await shop.runJobs();

    expect([erased.status, erased.out.split("\n").at(-1)]).toEqual([0, "Erased."]);
    expect(await everyRow(shop)).toEqual({});
    expect(await findBreaches(db)).toEqual([]);
    // Texts that only resemble her address stay.
    expect(await db.selectFrom("job").select("id").where("id", "like", "m%").execute()).toEqual([{ id: "m1" }]);
    expect(await db.selectFrom("staff_view").select("id").execute()).toEqual([{ id: "m1" }]);
    expect(await db.selectFrom("audit_entry").select(["action", "after"]).where("id", "=", "m0").execute()).toEqual([
      { action: "saved", after: null },
    ]);
    const { number, total, tax, placed_at } = order ?? {};
    expect(await db.selectFrom("orders").selectAll().execute()).toMatchObject([{ number, total, tax, placed_at, email: "" }]);
    expect(await db.selectFrom("order_address").select(["country", "country_area", "last_name"]).execute()).toMatchObject([
      { country: "US", country_area: "TX", last_name: "" },
      { country: "US", country_area: "TX", last_name: "" },
    ]);
    expect(await db.selectFrom("customer").select("email").where("id", "=", "bob").execute()).toEqual([
      { email: "bob@example.com" },
    ]);
    expect(await db.selectFrom("checkout").select("email").where("email", "<>", "").execute()).toEqual([
      { email: "bob@example.com" },
    ]);
    expect(JSON.parse(exported.out)).toMatchObject({
      account: [{ email: person.email, gender: "zanzibar" }],
      addresses: [{ street_address_1: person.streetAddress1 }],
      orders: [{ number, order_note: "Quackenbush, back door" }],
      passkeys: [{ name: "Wilhelmina’s phone" }],
      reviews: [{ author: person.firstName }],
    });
    expect(exported.out).not.toMatch(/argon2|token_hash|secret_hash|password/);

    expect((await run(shop, "export", person.email)).status).toBe(1);
    await shop.close();
    expect(await filesWith(shop.directory)).toEqual([]);
  });

  test("that is refused while an order is open, or not confirmed, everything is as it was", async () => {
    const shop = await usedAccount(engine);
    const before = await everyRow(shop);

    const refused = await run(shop, "erase", person.email, "--confirm");
    expect([refused.status, refused.out]).toEqual([
      1,
      "This cannot be erased yet:\nOrder 1001 has been neither shipped nor canceled.",
    ]);
    expect(await everyRow(shop)).toEqual(before);

    await settle(shop);
    const settled = await everyRow(shop);
    const planned = await run(shop, "erase", person.email);
    expect(planned.status).toBe(0);
    expect(planned.out).toContain("1 order loses names, addresses, email and card digits (1001)");
    expect(planned.out).toContain("Nothing was changed.");
    expect(await everyRow(shop)).toEqual(settled);
    expect(await filesWith(shop.directory)).not.toEqual([]);
  });
});

test.each(engines)("on %s a disabled account's orders are emptied 14 days later, once they are shipped", async (engine) => {
  const shop = await usedAccount(engine);
  const { db, now } = shop.shop;
  for (const table of ["orders", "checkout"] as const)
    await db
      .updateTable(table)
      .set({ customer_id: "w" })
      .where("email", "=", person.email)
      .where("state", "<>", "completed")
      .execute();
  const day = 24 * 3_600_000;
  await transact(db, (tx) => enqueueOrderErasure(tx, "bob", now(), now()));
  await disableCustomer(db, { customerId: "w", source: ownerSource(), now: now() });
  shop.pass(14 * day);
  await shop.runJobs();
  const open = await everyRow(shop);
  expect([open.customer, open.customer_address, open.passkey]).toEqual([undefined, undefined, undefined]);
  expect(open.order_address).toContain(person.streetAddress1);

  await settle(shop);
  shop.pass(day);
  await shop.runJobs();

  const left = await everyRow(shop);
  for (const table of ["orders", "order_address", "attempt", "checkout", "checkout_address", "promo_redemption", "review"])
    expect([table, left[table]]).toEqual([table, undefined]);
  expect(await findBreaches(db)).toEqual([]);
  expect(await db.selectFrom("orders").select("total").execute()).toHaveLength(1);
});

test("what is deleted is overwritten in the database's file", async () => {
  const shop = await openShop({ pays: false, products: "none" });
  const { db } = shop.shop;
  // The rows are new, because the shop itself deletes expired ones.
  const at = shop.shop.now();
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ id: String(n), kind: "k", subject: `${n}@zanzibar.example`, at }));
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto("counted_try")
      .values(rows.slice(from, from + 500))
      .execute();
  // Without this checkpoint the rows would only be in the log. A checkpoint does not wait for
  // readers, such as timers.
  const checkpoint = () => sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  await expect.poll(async () => (await checkpoint()).rows).toMatchObject([{ busy: 0 }]);
  expect(await filesWith(shop.directory)).toEqual(["store.db"]);
  await db.deleteFrom("counted_try").execute();

  await shop.close();

  expect(await filesWith(shop.directory)).toEqual([]);
});

test("nobody's email, and wrong use, are said so", async () => {
  const shop = await openShop({ pays: false, products: "none" });
  expect(await run(shop, "erase", "nobody@example.com", "--confirm")).toEqual({
    status: 1,
    out: "Nothing is stored about nobody@example.com.",
  });
  for (const args of [
    [],
    ["erase"],
    ["forget", "a@b.co"],
    ["export", "a@b.co", "c"],
    ["export", "a@b.co", "--confirm"],
    ["erase", "--all"],
  ])
    expect([args, (await run(shop, ...args)).status]).toEqual([args, 2]);
});
