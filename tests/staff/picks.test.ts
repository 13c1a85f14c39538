import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import { staffOrdersPath, staffPicksPath, staffSlipsPath } from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import { lineOf, placed } from "../orders/order-fixture.ts";
import type { Answer } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { staffBrowser } from "./staff-fixture.ts";

async function paid({ shop }: TestShop, lines: ReturnType<typeof lineOf>[], isPaid = true) {
  const order = await placed(shop.db, { at: shop.now(), lines });
  const { total } = await shop.db.selectFrom("orders").select("total").where("id", "=", order.id).executeTakeFirstOrThrow();
  if (isPaid) await transact(shop.db, (tx) => bookCaptured(tx, order.id, total, shop.now()));
  return order;
}

const address = (path: string, numbers: readonly number[]) => `${path}?${numbers.map((number) => `order=${number}`).join("&")}`;

/** The rows of the list: a category, or the units, name, SKU, and orders. */
const rowsOf = (page: Answer): string[][] =>
  [...pageOf(page).querySelectorAll("table.list tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => (cell.textContent ?? "").trim()).slice(0, 4),
  );

describe.each(engines)("on %s", (engine) => {
  test("a pick list sums up what is to be packed of the selected orders, and says what is left out", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    await db.updateTable("variant").set({ sku: "SKU-2" }).where("id", "=", lineOf(2).variantId).execute();
    const [one, two, part] = [
      await paid(test, [lineOf(2, 3), lineOf(3)]),
      await paid(test, [lineOf(2)]),
      await paid(test, [lineOf(2, 5)]),
    ];
    const [unpaid, canceled, asked, shipped] = [
      await paid(test, [lineOf(2)], false),
      await paid(test, [lineOf(2)]),
      await paid(test, [lineOf(2)]),
      await paid(test, [lineOf(2)]),
    ];
    await db.updateTable("orders").set({ state: "canceled" }).where("id", "=", canceled.id).execute();
    await db.updateTable("orders").set({ cancelation_requested: 1 }).where("id", "=", asked.id).execute();
    await fulfilOrder(db, { orderId: shipped.id, now: now() });
    const { id: lineId } = await db
      .selectFrom("order_line")
      .select("id")
      .where("order_id", "=", part.id)
      .executeTakeFirstOrThrow();
    await fulfilOrder(db, { orderId: part.id, lines: [{ lineId, quantity: 3 }], now: now() });
    const all = [one, two, part, unpaid, canceled, asked, shipped].map(({ number }) => number);
    const packer = await staffBrowser(test, "packer");
    expect((await packer.get(staffOrdersPath)).text).toContain(`formaction="${staffPicksPath}"`);

    const page = await packer.get(address(staffPicksPath, all));

    const rows = rowsOf(page).filter((row) => row.length > 1);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(["6", "Product 2, Variant 2", "SKU-2", `${one.number} (3), ${two.number}, ${part.number} (2)`]);
    expect(rows).toContainEqual(["1", "Product 3, Variant 3", expect.any(String), String(one.number)]);
    expect(page.text).toContain("Units to pick: 7, for 3 orders");
    const leftOut = [...pageOf(page).querySelectorAll("section li")].map((item) => item.textContent ?? "");
    expect(leftOut).toHaveLength(4);
    expect(leftOut.some((text) => text.includes(`Order ${canceled.number}: This order has already been canceled.`))).toBe(true);
    expect(leftOut.some((text) => text.includes(`Order ${unpaid.number}: This order cannot ship`))).toBe(true);
    expect((await packer.get(`${staffPicksPath}?all=1&state=to-pack`)).text).toContain("Units to pick: 7, for 3 orders");
    expect((await packer.get(staffPicksPath)).text).toContain("Choose orders to pack in the list.");
  });
});

test("slips of some hundred orders come at once, and a selection of more says so", async () => {
  const test = await openShop({ pays: false });
  const { id, number } = await paid(test, [lineOf(2)]);
  const { db } = test.shop;
  const [row, lines, addresses] = [
    await db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    await db.selectFrom("order_line").selectAll().where("order_id", "=", id).execute(),
    await db.selectFrom("order_address").selectAll().where("order_id", "=", id).execute(),
  ];
  const checkout = await db.selectFrom("checkout").selectAll().where("id", "=", row.checkout_id).executeTakeFirstOrThrow();
  for (let at = 1; at <= 500; at += 1) {
    const copy = `${id}-${at}`;
    await db
      .insertInto("checkout")
      .values({ ...checkout, id: copy, state: "completed", order_id: copy })
      .execute();
    await db
      .insertInto("orders")
      .values({ ...row, id: copy, number: number + at, checkout_id: copy })
      .execute();
    await db
      .insertInto("order_line")
      .values(lines.map((line) => ({ ...line, id: `${line.id}-${at}`, order_id: copy })))
      .execute();
    await db
      .insertInto("order_address")
      .values(addresses.map((each) => ({ ...each, order_id: copy })))
      .execute();
  }
  const packer = await staffBrowser(test, "packer");
  const slipsOf = async (count: number) => {
    const page = await packer.get(
      address(
        staffSlipsPath,
        Array.from({ length: count }, (_, at) => number + at),
      ),
    );
    return [page.text.match(/class="slip panel"/g)?.length, page.text.includes("These are the first 500")];
  };
  expect(await slipsOf(300)).toEqual([300, false]);
  expect(await slipsOf(501)).toEqual([500, true]);
});
