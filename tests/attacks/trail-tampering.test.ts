import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  customerSource,
  customerSubject,
  eraseSecurityEvents,
  listSecurityEvents,
  recordSecurityEvent,
} from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const origin = { address: "203.0.113.77", agent: firefox, requestId: "1".repeat(32) };
const ann = customerSubject("ann");
/** The time is recent, because timers empty old events. */
const then = Date.now();

/** Adds one event of Ann's; returns its id. */
async function oneEvent({ shop }: TestShop): Promise<string> {
  const event = { kind: "password-changed" as const, source: customerSource(origin, shop.log), detail: "by hand" };
  await transact(shop.db, (tx) => recordSecurityEvent(tx, ann, event, then));
  return (await listSecurityEvents(shop.db, ann, { offset: 0, limit: 1 }))[0]?.id ?? "";
}

const rowsIn = ({ shop }: TestShop) => shop.db.selectFrom("security_event").selectAll().execute();

const changes = [
  "UPDATE security_event SET kind = 'signed-in'",
  "UPDATE security_event SET at = 2000",
  "UPDATE security_event SET subject_id = 'bob'",
  "UPDATE security_event SET actor = 'owner'",
  "UPDATE security_event SET agent = 'Chrome on Linux'",
  // An update that looks like erasure must empty all these columns, and change no others.
  "UPDATE security_event SET agent = '', network = '', detail = ''",
  "UPDATE security_event SET agent = '', network = '', erased_at = 1",
  "UPDATE security_event SET agent = '', network = '', detail = '', erased_at = 1, kind = 'signed-in'",
  "DELETE FROM security_event",
  "DELETE FROM security_event WHERE subject_id = 'ann'",
];
const replacing = `INSERT OR REPLACE INTO security_event (id, subject_kind, subject_id, kind, actor, request_id, at)
  SELECT id, subject_kind, subject_id, 'signed-in', actor, request_id, at FROM security_event`;
const replacingRow = `INSERT OR REPLACE INTO security_event (rowid, id, subject_kind, subject_id, kind, actor, request_id, at)
  SELECT rowid, 'other', subject_kind, subject_id, 'signed-in', actor, request_id, at FROM security_event`;
const ofEngine = { sqlite: [replacing, replacingRow], postgres: ["TRUNCATE security_event"] };

describe.each(engines)("on %s the trail", (engine) => {
  test("has of an address its network, and of a browser its name in the shop's words; the log has no more", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });

    await oneEvent(shop);

    expect(await rowsIn(shop)).toMatchObject([
      {
        subject_kind: "customer",
        subject_id: "ann",
        kind: "password-changed",
        actor: "customer",
        network: "203.0.113.0/24",
        agent: "Firefox on Windows",
        detail: "by hand",
        request_id: origin.requestId,
        at: then,
        erased_at: null,
      },
    ]);
    const [line, ...others] = shop.log.filter((text) => text.includes("security event"));
    expect(others).toEqual([]);
    expect(JSON.parse(line ?? "")).toMatchObject({ event: "password-changed", customer: "ann", request: origin.requestId });
    expect(line).not.toMatch(/203\.0\.113|Firefox/);
  });

  test("refuses every change and every deletion, whoever asks the database", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });
    await oneEvent(shop);
    const before = await rowsIn(shop);

    for (const change of [...changes, ...ofEngine[engine]])
      await expect(sql.raw(change).execute(shop.shop.db), change).rejects.toThrow("a security event is written once");

    expect(await rowsIn(shop)).toEqual(before);
  });

  test("is emptied of personal values by erasure alone, once, and its rows stay", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });
    await oneEvent(shop);
    const [before] = await rowsIn(shop);

    await transact(shop.shop.db, (tx) => eraseSecurityEvents(tx, ann, then + 5000));
    await transact(shop.shop.db, (tx) => eraseSecurityEvents(tx, ann, then + 6000));

    expect(await rowsIn(shop)).toEqual([{ ...before, network: "", agent: "", detail: "", erased_at: then + 5000 }]);
    for (const change of [
      "UPDATE security_event SET erased_at = NULL",
      "UPDATE security_event SET agent = 'x', erased_at = 7000",
    ])
      await expect(sql.raw(change).execute(shop.shop.db), change).rejects.toThrow("a security event is written once");
  });

  test("has no event, and the log no line, of a change that was taken back", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });

    const failed = transact(shop.shop.db, async (tx) => {
      await recordSecurityEvent(tx, ann, { kind: "signed-in", source: customerSource(origin, shop.shop.log) }, 1);
      throw new Error("taken back");
    });

    await expect(failed).rejects.toThrow("taken back");
    expect(await rowsIn(shop)).toEqual([]);
    expect(shop.log.join("")).not.toContain("security event");
  });
});
