import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../server/db/engine.ts";
import { foundOrders } from "../../server/db/migrations/006-found-orders.ts";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { changeTracking } from "../../server/orders/tracking.ts";
import { emptyOrders } from "../../server/personal-data/queries/erase.ts";
import { staffOrdersPath, staffSearchPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser } from "./staff-fixture.ts";

const query = (q: string) => `?${new URLSearchParams({ q })}`;

/** The numbers of the orders that the list finds. */
async function found(reader: TestBrowser, q: string): Promise<number[]> {
  const { text } = await reader.get(`${staffOrdersPath}${query(q)}`);
  return [...text.matchAll(/name="id" value="(\d+)"|<a href="[^"]*\/orders\/(\d+)\/"/g)].map((match) =>
    Number(match[1] ?? match[2]),
  );
}

/** Every kind of text that finds the order of `namedOrder`, however it is typed. */
const texts = [
  ...["lindqvist", "qvist-Ober", "ÅSA lind", "billie", "holder Payer"],
  ...["(503) 555-0134", "503.555.0134", "+1 503 555 0134", "5550134", "44 20 7946 0958"],
  ...["742 evergreen", "Evergreen Terr", "townsend lane"],
  ...["97477-1234", "or 97477", "974771234"],
  ...["9400 1000 0000", "9400100000000000000012", "TRK-88-b", "trk88b"],
  ...["ZED-77/X", "zed77x", "zed77"],
];

async function namedOrder(test: TestShop) {
  const order = await paidOrder(test);
  const { db, now } = test.shop;
  await db.updateTable("variant").set({ sku: "ZED-77/X" }).where("id", "=", "v-2").execute();
  const address = (kind: "shipping" | "billing", columns: Record<string, string>) =>
    db.updateTable("order_address").set(columns).where("order_id", "=", order.id).where("kind", "=", kind).execute();
  await address("shipping", {
    first_name: "Åsa",
    last_name: "Lindqvist-Oberg",
    phone: "503-555-0134",
    street_address_1: "742 Evergreen Terrace",
    city: "Springfield",
    country_area: "OR",
    postal_code: "97477-1234",
  });
  await address("billing", {
    first_name: "Billie",
    last_name: "Holder Payer",
    phone: "+44 20 7946 0958",
    street_address_1: "1 Townsend Lane",
  });
  const shipment = { carrier: "USPS", tracking: "9400 1000 0000 0000 0000 12" };
  await fulfilOrder(db, { orderId: order.id, lines: [{ lineId: order.lineId, quantity: 1 }], shipment, now: now() });
  await fulfilOrder(db, { orderId: order.id, shipment: { carrier: "UPS", tracking: "1Z old" }, now: now() });
  await changeTracking(
    db,
    { orderId: order.id, shipment: { carrier: "UPS", tracking: "TRK-88-B" }, tells: false, actor: "owner" },
    now(),
  );
  return order;
}

/** Takes the migration back, as if the orders had been placed before it. */
async function unmigrate({ shop: { db } }: TestShop, engine: Engine): Promise<void> {
  const names = ["order_address", "order_shipment"];
  const triggers = names.flatMap((table) => ["added", "changed"].map((name) => `DROP TRIGGER order_search_of_${table}_${name}`));
  const all = engine === "sqlite" ? triggers : ["DROP FUNCTION renew_order_search() CASCADE"];
  for (const statement of [...all, "DROP TABLE order_search"]) await sql.raw(statement).execute(db);
}

describe.each(engines)("on %s", (engine) => {
  test("staff finds an order by any part of a name, street, place, phone, tracking number, and by SKU", async () => {
    const test = await openShop({ engine });
    const other = await paidOrder(test);
    const { number } = await namedOrder(test);
    const reader = await staffBrowser(test, "reader");
    for (const q of texts) {
      const isSku = q.toLowerCase().startsWith("zed");
      const numbers = isSku ? [number, other.number] : [number];
      expect([q, [...new Set(await found(reader, q))]]).toEqual([q, numbers]);
      const searched = await reader.get(`${staffSearchPath}${query(q)}`);
      expect([q, searched.text.includes(`Order ${number}<`)]).toEqual([q, true]);
    }
    for (const q of ["1z old", "no such", "503 555 0199", "zed", "%_%"]) expect([q, await found(reader, q)]).toEqual([q, []]);
  });

  test("orders from before are found too, and an erased person’s order no more", async () => {
    const test = await openShop({ engine });
    const { id, number } = await namedOrder(test);
    await unmigrate(test, engine);
    await foundOrders(engine).up(test.shop.db);
    const reader = await staffBrowser(test, "reader");
    for (const q of texts) expect([q, await found(reader, q)]).toContainEqual(expect.arrayContaining([number]));
    await transact(test.shop.db, (tx) => emptyOrders(tx, [id], test.shop.now()));
    for (const q of texts.filter((text) => !text.toLowerCase().startsWith("zed")))
      expect([q, await found(reader, q)]).toEqual([q, []]);
    const { text } = await test.shop.db
      .selectFrom("order_search")
      .select("text")
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(text.replace(/\s+/g, " ").trim()).toMatch(/^(or|tx)( (or|tx))*$/);
  });

  test("a number leads to its order, and a postal code like it is found with its state", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const { db } = test.shop;
    await db.updateTable("order_address").set({ postal_code: "97477", country_area: "OR" }).where("order_id", "=", id).execute();
    const reader = await staffBrowser(test, "reader");
    expect(await found(reader, "97477")).toContain(number);
    expect(await found(reader, "#97477")).toEqual([]);
    const { id: second } = await paidOrder(test);
    await db.updateTable("orders").set({ number: 97477 }).where("id", "=", second).execute();
    expect((await reader.get(`${staffOrdersPath}${query("97477")}`)).headers.get("location")).toMatch(/\/97477\/$/);
    expect(await found(reader, "or 97477")).toContain(number);
  });
});
