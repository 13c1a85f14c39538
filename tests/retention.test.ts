import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { abandonCheckouts } from "../server/checkout/abandon.ts";
import { expireCheckouts } from "../server/checkout/expiry.ts";
import { expireCustomerData } from "../server/customers/expiry.ts";
import { customerSource, customerSubject, recordSecurityEvent } from "../server/customers/security-events.ts";
import { batchRows, inBatches } from "../server/db/batches.ts";
import { transact } from "../server/db/transaction.ts";
import { deleteOldEmails } from "../server/jobs/outbox.ts";
import { expirePayments } from "../server/payments/expiry.ts";
import { findBreaches } from "../server/payments/invariants.ts";
import { retention } from "../server/retention.ts";
import { cards, shopperAt } from "./payments/shopper.ts";
import { engines, openShop, type TestShop } from "./support/shop.ts";

const hour = 3_600_000;

/** Runs `expire` shortly before a period has ended and after it; what `count` says both times. */
async function aroundEnd(
  { shop }: TestShop,
  period: number,
  expire: (now: number) => Promise<unknown>,
  count: () => Promise<unknown>,
): Promise<unknown[]> {
  const start = shop.now();
  await expire(start + period - hour);
  const before = await count();
  await expire(start + period + hour);
  return [before, await count()];
}

const rowsOf = async ({ shop }: TestShop, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(shop.db);
  return Number(rows[0]?.n);
};

describe.each(engines)("on %s what is personal expires:", (engine) => {
  test("a checkout that was abandoned, with its lines, addresses and quotes, 30 days after its last change", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const { checkoutId } = await shopperAt(shop);
    const other = await shopperAt(shop);
    await db.updateTable("checkout").set({ state: "abandoned" }).where("id", "=", checkoutId).execute();
    const counts = async () => {
      const found: number[] = [];
      for (const table of ["checkout", "checkout_line", "checkout_address"]) found.push(await rowsOf(shop, table));
      return found;
    };

    const seen = await aroundEnd(shop, retention.abandonedCheckout, (now) => expireCheckouts(db, now), counts);

    expect(seen).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
    const [left] = await db.selectFrom("checkout").select(["id", "email"]).execute();
    expect(left).toEqual({ id: other.checkoutId, email: "ada@example.com" });
    expect(await db.selectFrom("quote").select("checkout_id").where("checkout_id", "=", checkoutId).execute()).toEqual([]);
  });

  test("of one whose payment was declined all but the attempt without a name", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const shopper = await shopperAt(shop);
    expect((await shopper.pay(cards.declined)).status).toBe(402);
    await db.updateTable("checkout").set({ state: "abandoned" }).execute();
    const personal = async () => {
      const tables = [
        await db.selectFrom("checkout").selectAll().execute(),
        await db.selectFrom("attempt").selectAll().execute(),
      ];
      return [
        JSON.stringify(tables).match(/ada@example\.com|Fern Lane|4242|0002/g)?.length ?? 0,
        await rowsOf(shop, "checkout_address"),
      ];
    };
    const expire = async (now: number) => {
      await expireCheckouts(db, now);
      await expirePayments(db, now);
    };

    const [before, after] = await aroundEnd(shop, retention.declinedPayment, expire, personal);

    expect((before as number[])[0]).toBeGreaterThan(2);
    expect(after).toEqual([0, 0]);
    expect(await db.selectFrom("attempt").select(["state", "amount"]).execute()).toEqual([
      { state: "declined", amount: shopper.total },
    ]);
    expect(await findBreaches(db)).toEqual([]);
  });

  test("a paid checkout's copies, while the order keeps its own, and the keys of presses on Pay", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    const shopper = await shopperAt(shop);
    expect((await shopper.pay(undefined, { key: "press-0123456789", formKey: "f".repeat(32) })).status).toBe(200);
    const expire = async (now: number) => {
      await expireCheckouts(db, now);
      await expirePayments(db, now);
    };
    const counts = async () => {
      const [{ email } = { email: "none" }] = await db.selectFrom("checkout").select("email").execute();
      const found: unknown[] = [email];
      for (const table of ["checkout_address", "idempotency_key", "form_key", "key_fingerprint"])
        found.push((await rowsOf(shop, table)) > 0);
      return found;
    };

    const [before, after] = await aroundEnd(shop, retention.completedCheckout, expire, counts);

    expect(before).toEqual(["ada@example.com", true, true, expect.any(Boolean), true]);
    expect(after).toEqual(["", false, false, false, false]);
    expect(await db.selectFrom("orders").select("email").execute()).toEqual([{ email: "ada@example.com" }]);
    expect(await rowsOf(shop, "order_address")).toBe(2);
    const quotes = await db.selectFrom("quote").select(["total", "terms"]).execute();
    expect(quotes).toEqual([{ total: shopper.total, terms: null }]);
    expect(await findBreaches(db)).toEqual([]);
    for (const change of ["UPDATE checkout SET email = 'x'", "UPDATE checkout SET notice = 'x'", "DELETE FROM checkout"])
      await expect(sql.raw(change).execute(db), change).rejects.toThrow("a completed checkout does not change");
  });

  test("a guest's saved address and the detail of a security event, whose row stays", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });
    const { db, now } = shop.shop;
    const columns = { first_name: "Ann", last_name: "Lee", street_address_1: "1 Elm St", city: "Austin", postal_code: "73301" };
    await db
      .insertInto("saved_address")
      .values({ visitor: "v", ...columns, country: "US", country_area: "TX", at: now() })
      .execute();
    const source = customerSource({ address: "203.0.113.7", agent: "Firefox/140", requestId: "r" });
    await transact(db, (tx) =>
      recordSecurityEvent(tx, customerSubject("ann"), { kind: "signed-in", source, detail: "x" }, now()),
    );
    const expire = (at: number) => expireCustomerData(db, at);

    expect(await aroundEnd(shop, retention.savedAddress, expire, () => rowsOf(shop, "saved_address"))).toEqual([1, 0]);
    const details = async () =>
      (await db.selectFrom("security_event").select(["kind", "network", "agent", "detail"]).execute())[0];
    expect(await aroundEnd(shop, retention.securityEventDetail, expire, details)).toEqual([
      { kind: "signed-in", network: "203.0.113.0/24", agent: "Firefox", detail: "x" },
      { kind: "signed-in", network: "", agent: "", detail: "" },
    ]);
  });

  test("many rows in batches, and what is too much for one run an hour later", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });
    const { db, now } = shop.shop;
    const ids = Array.from({ length: 1_100 }, (_, n) => n.toString(16).padStart(32, "0"));
    const row = { customer_id: null, visitor: null, shipping_method_id: null, promo_id: null, quote_id: null, order_id: null };
    for (let at = 0; at < ids.length; at += 550)
      await db
        .insertInto("checkout")
        .values(ids.slice(at, at + 550).map((id) => ({ id, ...row, created_at: 0, updated_at: 0, expires_at: 1 })))
        .execute();

    // The shop's own timers may do some of it meanwhile.
    await abandonCheckouts(db, now());
    await expireCheckouts(db, now() + retention.abandonedCheckout + hour);

    expect(await rowsOf(shop, "checkout")).toBe(0);
  });
});

test("an email in the outbox is deleted 30 days after it was written", async () => {
  const shop = await openShop({ pays: false, products: "none" });
  const { mail, config } = shop.shop;
  await mail.send({ to: "ann@example.com", subject: "One", text: "x", html: "x", messageId: "one" });
  await mail.send({ to: "ann@example.com", subject: "Two", text: "x", html: "x", messageId: "two" });
  const folder = join(config.dataDir, "outbox");
  const [first = ""] = await readdir(folder);
  const now = Date.now();
  await utimes(join(folder, first), new Date(now), new Date(now - retention.outboxEmail - hour));

  await deleteOldEmails(config.dataDir, now - retention.outboxEmail);

  expect(await readdir(folder)).toHaveLength(1);
  expect(await readdir(folder)).not.toContain(first);
});

test("a run ends after so many batches, however much there is to do", async () => {
  let steps = 0;
  const total = await inBatches(async () => {
    steps += 1;
    return batchRows;
  });
  expect([steps, total]).toEqual([200, 200 * batchRows]);
});
