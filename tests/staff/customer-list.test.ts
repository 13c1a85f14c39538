import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { confirmKnown } from "../../server/db/migrations/011-customer-summaries.ts";
import { rebuildSaleEntries } from "../../server/db/sale-entries.ts";
import type { Tx } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { changeEmail, confirmEmail } from "../../server/orders/contact.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import {
  staffCustomerErasurePath,
  staffCustomerPath,
  staffCustomersFilePath,
  staffCustomersPath,
} from "../../server/staff/paths.ts";
import { placed } from "../orders/order-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const minute = 60_000;
const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null, email_verified: 1 as const };

const addAccount = ({ shop }: TestShop, id: string, at: number, names = { first: id, last: "Lee" }) => {
  const email = `${id}@example.com`;
  const row = { id, email, email_norm: email, first_name: names.first, last_name: names.last, created_at: at, ...nothing };
  return shop.db.insertInto("customer").values(row).execute();
};

/** Stores an order of $27.60, of which `refunded` cents for products were refunded. */
async function bought({ shop: { db } }: TestShop, at: number, email: string, customerId: string | null = null, refunded = 0) {
  const order = await placed(db, { at, email, customerId });
  const back = { order_id: order.id, event: "refunded:x", at };
  await transact(db, async (tx) => {
    await bookCaptured(tx, order.id, 2760, at);
    if (refunded === 0) return;
    await tx
      .insertInto("ledger_entry")
      .values([
        { ...back, id: `${order.id}-1`, account: "gateway", amount: -refunded },
        { ...back, id: `${order.id}-2`, account: "revenue", amount: refunded },
      ])
      .execute();
  });
  return order;
}

const confirm = ({ shop }: TestShop, orderId: string) => transact(shop.db, (tx) => confirmEmail(tx, { orderId }, shop.now()));

const keysIn = (text: string): string[] =>
  [...text.matchAll(/href="\/staff\/customers\/([\w-]+)\/"/g)].map(([, key]) => key ?? "");
const listed = async (browser: TestBrowser, query = "") => keysIn((await browser.get(`${staffCustomersPath}${query}`)).text);

/** The keys of the customers on all pages of a list, in order. */
async function allPages(browser: TestBrowser, query: string): Promise<string[]> {
  const keys: string[] = [];
  for (let address: string | undefined = `${staffCustomersPath}${query}`; address !== undefined; ) {
    const { text } = await browser.get(address);
    keys.push(...keysIn(text));
    address = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
  }
  return keys;
}

/** A shop with two accounts and a guest with a confirmed email. The guest and Ann have orders. */
async function openWithPeople(engine: (typeof engines)[number]) {
  const test = await openShop({ engine, pays: false });
  const now = test.shop.now();
  await addAccount(test, "ann", now - 5 * minute);
  await addAccount(test, "bob", now - 3 * minute, { first: "Bob", last: "Adams" });
  const gil = await bought(test, now - 4 * minute, "gil@example.com");
  await bought(test, now - 2 * minute, "GIL@example.com", null, 760);
  await bought(test, now - minute, "other@example.com", "ann");
  await confirm(test, gil.id);
  return { test, now, gil, guest: `guest-${gil.number}`, manager: await staffBrowser(test, "manager") };
}

describe.each(engines)("on %s", (engine) => {
  test("the list has accounts and confirmed guests once each, in every order", async () => {
    const { test, now, guest, manager } = await openWithPeople(engine);
    // This guest is the account’s holder, whose email is verified.
    await bought(test, now, "ann@example.com");
    await bought(test, now, "nobody@example.com");

    expect(await listed(manager)).toEqual(["bob", guest, "ann"]);
    expect(await listed(manager, "?sort=oldest")).toEqual(["ann", guest, "bob"]);
    expect(await listed(manager, "?sort=name")).toEqual(["bob", "ann", guest]);
    expect(await listed(manager, "?sort=lastOrder")).toEqual(["ann", guest, "bob"]);
    expect(await listed(manager, "?sort=spent")).toEqual(["ann", guest, "bob"]);
    expect(await listed(manager, "?who=guests")).toEqual([guest]);
    expect(await listed(manager, "?who=accounts&sort=spent")).toEqual(["ann", "bob"]);
    expect(await listed(manager, "?q=gil")).toEqual([guest]);
    expect(await listed(manager, "?q=shopper")).toEqual([guest]);
    expect(await listed(manager, "?q=ada")).toEqual(["bob", guest]);

    const file = (await manager.get(`${staffCustomersFilePath}?columns=orders&columns=spent`)).text;
    expect(file.trim().split("\r\n").slice(1)).toEqual([
      "bob@example.com,0,$0.00",
      "GIL@example.com,2,$47.60",
      "ann@example.com,2,$55.20",
    ]);
  });

  test("a guest is listed once the mailed link was followed, and until the email is another", async () => {
    const test = await openShop({ engine, pays: false });
    const { id } = await bought(test, test.shop.now(), "gil@example.com");
    const manager = await staffBrowser(test, "manager");
    expect(await listed(manager)).toEqual([]);
    expect((await manager.get(`${staffCustomersPath}?q=gil@example.com`)).text).toContain("has no account");
    await confirm(test, id);
    expect(await listed(manager)).toHaveLength(1);
    const change = { orderId: id, email: "hal@example.com", seen: 1, actor: "staff:x" as const, emptyCheckout: async () => null };
    await transact(test.shop.db, (tx) => changeEmail(tx, change, test.shop.now()));
    expect(await listed(manager)).toEqual([]);
  });

  test("a guest who opens an account stays one customer, and an erasure leaves no row", async () => {
    const { test, now, guest, gil, manager } = await openWithPeople(engine);
    await addAccount(test, "gil", now);
    expect(await listed(manager)).toEqual(["gil", "bob", "ann"]);
    expect(await listed(manager, "?sort=orders")).toEqual(["gil", "ann", "bob"]);
    await test.shop.db.deleteFrom("customer").where("id", "=", "gil").execute();
    expect(await listed(manager, "?who=guests")).toEqual([guest]);

    await test.shop.db.updateTable("orders").set({ state: "fulfilled" }).execute();
    await send(manager, staffCustomerPath(guest), staffCustomerErasurePath(guest), { email: "gil@example.com" });
    await send(manager, staffCustomerPath("ann"), staffCustomerErasurePath("ann"), { email: "ann@example.com" });
    expect(await test.shop.db.selectFrom("customer_summary").select("key").execute()).toEqual([{ key: "bob" }]);
    expect(gil.number).toBeGreaterThan(0);
    if (engine === "sqlite")
      expect((await sql<{ buyer: string }>`SELECT buyer FROM buyer_sum`.execute(test.shop.db)).rows).toEqual([{ buyer: "ann" }]);
  });

  test("an account counts a guest’s orders only while its email is verified and it is open", async () => {
    const { test, now, guest, manager } = await openWithPeople(engine);
    await addAccount(test, "gil", now);
    const set = (columns: { email_verified?: 0 | 1; disabled_at?: number | null }) =>
      test.shop.db.updateTable("customer").set(columns).where("id", "=", "gil").execute();
    const sums = () =>
      test.shop.db
        .selectFrom("customer_summary")
        .select(["key", "order_count", "spent", "last_order_at"])
        .where("email_norm", "=", "gil@example.com")
        .orderBy("key")
        .execute();
    const all = { order_count: 2, spent: 4760, last_order_at: now - 2 * minute };
    const none = { key: "gil", order_count: 0, spent: 0, last_order_at: 0 };
    expect(await sums()).toEqual([{ key: "gil", ...all }]);
    await set({ email_verified: 0 });
    expect(await sums()).toEqual([none, { key: guest, ...all }]);
    expect(await listed(manager, "?q=gil")).toEqual(["gil", guest]);
    await bought(test, now, "gil@example.com", null, 100);
    const more = { order_count: 3, spent: 7420, last_order_at: now };
    expect(await sums()).toEqual([none, { key: guest, ...more }]);
    await set({ email_verified: 1, disabled_at: now });
    expect(await sums()).toEqual([none, { key: guest, ...more }]);
    await set({ disabled_at: null });
    await bought(test, now, "gil@example.com", null, 100);
    expect(await sums()).toEqual([{ key: "gil", order_count: 4, spent: 10_080, last_order_at: now }]);
  });

  test("the sums follow an order to another customer, and written anew they are the same", async () => {
    const { test, gil } = await openWithPeople(engine);
    const { db } = test.shop;
    const sums = () =>
      db.selectFrom("customer_summary").select(["key", "order_count", "spent", "last_order_at"]).orderBy("key").execute();
    await db.updateTable("orders").set({ customer_id: "bob" }).where("id", "=", gil.id).execute();
    const bob = (await sums()).find(({ key }) => key === "bob");
    expect(bob).toMatchObject({ order_count: 1, spent: 2760 });
    // The guest's remaining order is not confirmed.
    expect((await sums()).map(({ key }) => key)).toEqual(["ann", "bob"]);
    await db.updateTable("orders").set({ customer_id: null }).where("id", "=", gil.id).execute();
    const before = await sums();
    expect(before).toContainEqual(expect.objectContaining({ key: `guest-${gil.number}`, order_count: 2, spent: 4760 }));
    await transact(db, rebuildSaleEntries);
    expect(await sums()).toEqual(before);
  });

  test("an earlier release’s link counts as followed unless a change of the email revoked it", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const token = { kind: "lookup" as const, created_at: now(), expires_at: now() + minute };
    const [followed, revoked] = [await bought(test, now(), "gil@example.com"), await bought(test, now(), "typo@example.com")];
    for (const { id } of [followed, revoked])
      await db
        .insertInto("one_time_token")
        .values({ ...token, hash: id, subject: id })
        .execute();
    await db.updateTable("one_time_token").set({ used_at: now() }).where("subject", "=", followed.id).execute();
    const change = {
      orderId: revoked.id,
      email: "hal@example.com",
      seen: 1,
      actor: "staff:x" as const,
      emptyCheckout: async () => null,
    };
    await transact(db, (tx) => changeEmail(tx, change, now()));
    expect(await db.selectFrom("one_time_token").select("used_at").where("subject", "=", revoked.id).execute()).not.toEqual([
      { used_at: null },
    ]);
    await sql.raw(confirmKnown).execute(db);
    const confirmed = await db.selectFrom("orders").select("id").where("email_confirmed_at", "is not", null).execute();
    expect(confirmed).toEqual([{ id: followed.id }]);
    expect((await db.selectFrom("customer_summary").select("email_norm").execute()).map((row) => row.email_norm)).toEqual([
      "gil@example.com",
    ]);
  });

  test("pages pass over nobody, also where accounts and guests came at the same moment", async () => {
    const test = await openShop({ engine, pays: false });
    const now = test.shop.now();
    const people: string[] = [];
    for (let n = 0; n < 30; n++) {
      await addAccount(test, `c-${n}`, now - (n % 3));
      const order = await placed(test.shop.db, { at: now - (n % 3), email: `g${n}@example.com` });
      await confirm(test, order.id);
      people.push(`c-${n}`, `guest-${order.number}`);
    }
    const manager = await staffBrowser(test, "manager");
    for (const query of ["", "?sort=oldest", "?sort=name", "?sort=spent", "?sort=lastOrder", "?sort=orders"])
      expect((await allPages(manager, query)).sort()).toEqual(people.toSorted());
    expect(await allPages(manager, "?q=g")).toHaveLength(30);
  });

  test("orders that are placed at the same moment are all counted", async () => {
    const test = await openShop({ engine, pays: false });
    await addAccount(test, "ann", test.shop.now());
    await Promise.all(Array.from({ length: 8 }, () => bought(test, test.shop.now(), "ann@example.com", "ann")));
    const row = await test.shop.db.selectFrom("customer_summary").select(["order_count", "spent"]).executeTakeFirst();
    expect(row).toEqual({ order_count: 8, spent: 8 * 2760 });
  });
});

test("on PostgreSQL, an account that opens as a guest’s order is placed counts the order", async () => {
  const test = await openShop({ engine: "postgres", pays: false });
  const { db, now } = test.shop;
  const lock = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(hashtext('customer_summary'), hashtext('zed'))`.execute(tx);
  const waiting = async () =>
    (
      await sql`SELECT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE NOT granted AND locktype = 'advisory' AND datname = current_database()`.execute(db)
    ).rows.length;
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holder = transact(db, async (tx) => {
    await lock(tx);
    isHeld();
    await released;
  });
  await held;
  // The account's commit has its email's lock, and waits for its own; the order's waits for the email.
  const account = addAccount(test, "zed", now());
  await expect.poll(waiting).toBe(1);
  const order = placed(db, { at: now(), email: "zed@example.com" });
  await expect.poll(waiting).toBe(2);
  release();
  await Promise.all([holder, account, order]);
  const row = await db.selectFrom("customer_summary").select(["key", "order_count"]).execute();
  expect(row).toEqual([{ key: "zed", order_count: 1 }]);
});
