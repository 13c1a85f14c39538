import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { startRun } from "../../server/staff/lists/bulk.ts";
import { shipOrders } from "../../server/staff/orders/order-bulk.ts";
import {
  staffBulkRunPath,
  staffOrdersBulkPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPath,
  staffPersonPath,
  staffPersonRemovalPath,
  staffSlipsPath,
  staffViewPath,
  staffViewRemovalPath,
  staffViewsPath,
} from "../../server/staff/paths.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const statesIn = async ({ shop }: TestShop): Promise<Record<number, string>> => {
  const rows = await shop.db.selectFrom("orders").select(["number", "state"]).orderBy("number").execute();
  return Object.fromEntries(rows.map(({ number, state }) => [number, state]));
};
/** Copies an order and its money `count` times. */
async function copyOrders({ shop }: TestShop, id: string, count: number): Promise<void> {
  const { db } = shop;
  const order = await db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const checkout = await db.selectFrom("checkout").selectAll().where("id", "=", order.checkout_id).executeTakeFirstOrThrow();
  const ledger = await db.selectFrom("ledger_entry").selectAll().where("order_id", "=", id).execute();
  const lines = await db.selectFrom("order_line").selectAll().where("order_id", "=", id).execute();
  const addresses = await db.selectFrom("order_address").selectAll().where("order_id", "=", id).execute();
  await transact(db, async (tx) => {
    for (let n = 1; n <= count; n++) {
      const own = { id: `${id}-${n}`, checkout_id: `${checkout.id}-${n}`, number: order.number + n };
      await tx
        .insertInto("checkout")
        .values({ ...checkout, id: own.checkout_id })
        .execute();
      await tx
        .insertInto("orders")
        .values({ ...order, ...own })
        .execute();
      const ownLines = lines.map((line) => ({ ...line, id: `${line.id}-${n}`, order_id: own.id }));
      await tx.insertInto("order_line").values(ownLines).execute();
      await tx
        .insertInto("order_address")
        .values(addresses.map((each) => ({ ...each, order_id: own.id })))
        .execute();
      const entries = ledger.map((entry) => ({ ...entry, id: `${entry.id}-${n}`, order_id: own.id }));
      await tx.insertInto("ledger_entry").values(entries).execute();
    }
    await tx
      .updateTable("counter")
      .set({ value: order.number + count })
      .where("name", "=", "order")
      .execute();
  });
}
const fieldIn = ({ text }: Answer, name: string): string =>
  (new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "").replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
/** Sends the preview's form unchanged. */
const confirm = (browser: TestBrowser, preview: Answer): Promise<Answer> =>
  browser.form(staffOrdersBulkPath, {
    _csrf: tokenIn(preview),
    id: fieldIn(preview, "id"),
    action: "ship",
    selection: fieldIn(preview, "selection"),
  });
const numbersIn = ({ text }: Answer): number[] =>
  [...text.matchAll(/name="order" value="(\d+)"/g)].map((match) => Number(match[1]));

describe.each(engines)("on %s", (engine) => {
  test("the columns and the sort are in the address, and the file has those that are shown", async () => {
    const test = await openShop({ engine });
    const [first, second] = [await paidOrder(test), await paidOrder(test)];
    const packer = await staffBrowser(test, "packer");

    const usual = await packer.get(staffOrdersPath);
    expect(numbersIn(usual)).toEqual([second.number, first.number]);
    const address = `${staffOrdersPath}?sort=oldest&columns=method&columns=tracking&columns=nonsense`;
    const chosen = await packer.get(address);
    expect(numbersIn(chosen)).toEqual([first.number, second.number]);
    expect([...chosen.text.matchAll(/<th scope="col"[^>]*>([\w ]+)<\/th>/g)].map((match) => match[1])).toEqual([
      "Order",
      "Shipping method",
      "Tracking",
    ]);
    expect(chosen.text.replaceAll("&#x3D;", "=")).toContain("sort=oldest&amp;columns=method&amp;columns=tracking");

    const file = await packer.get(`${staffOrdersFilePath}?sort=oldest&columns=method&columns=tracking`);
    const lines = file.text.split("\r\n");
    expect(lines[0]).toBe("Order,Shipping method,Tracking");
    expect(lines.slice(1, 3).map((line) => line.split(",")[0])).toEqual([String(first.number), String(second.number)]);
    const times = await packer.get(`${staffOrdersFilePath}?columns=placed&columns=shipped`);
    const { placed_at } = await test.shop.db
      .selectFrom("orders")
      .select("placed_at")
      .where("number", "=", second.number)
      .executeTakeFirstOrThrow();
    const placed = test.shop.dates.typed(placed_at).replace("T", " ");
    expect(times.text.split("\r\n").slice(0, 2)).toEqual([
      "Order,Placed (America/New_York),Shipped (America/New_York)",
      `${second.number},${placed},`,
    ]);
    const selected = await packer.get(`${staffOrdersFilePath}?order=${first.number}`);
    expect(selected.text.split("\r\n")).toHaveLength(3);
    expect(selected.text).toContain(`\r\n${first.number},`);
  });

  test("the list goes from the beginning of one day to the end of another, in the shop's zone", async () => {
    const test = await openShop({ engine });
    const [early, late, next] = [await paidOrder(test), await paidOrder(test), await paidOrder(test)];
    const placed = (number: number, time: string) =>
      test.shop.db
        .updateTable("orders")
        .set({ placed_at: Date.parse(time) })
        .where("number", "=", number)
        .execute();
    await placed(early.number, "2026-02-02T00:00:00-05:00");
    await placed(late.number, "2026-02-02T23:59:59-05:00");
    await placed(next.number, "2026-02-03T00:00:00-05:00");
    const packer = await staffBrowser(test, "packer");
    const days = (from: string, to: string) => packer.get(`${staffOrdersPath}?from=${from}&to=${to}`);

    expect(numbersIn(await days("2026-02-02", "2026-02-02"))).toEqual([late.number, early.number]);
    expect(numbersIn(await days("2026-02-03", ""))).toEqual([next.number]);
    expect((await days("2026-02-02", "2026-02-01")).text).toContain("Choose a day on or after “From”.");
  });

  test("a wrong day is refused, and no link keeps it", async () => {
    const test = await openShop({ engine });
    await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    // The list, its file and actions on all matches all refuse an invalid day instead of ignoring
    // it.
    const none = await packer.get(`${staffOrdersPath}?from=abc`);
    expect([none.status, numbersIn(none), none.text.includes('id="from-error">Enter a date')]).toEqual([422, [], true]);
    expect((await packer.get(`${staffOrdersFilePath}?from=abc`)).status).toBe(422);
    // The links drop the invalid day and keep the valid one.
    const linksIn = ({ text }: Answer) =>
      [...text.matchAll(/(?:href|name="query" value)="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&#x3D;", "="));
    expect(linksIn(none).filter((link) => link.includes("abc"))).toEqual([]);
    expect(linksIn(await packer.get(`${staffOrdersPath}?from=abc&to=2026-02-01`))).toContain(
      `${staffOrdersPath}?state=to-pack&amp;to=2026-02-01`,
    );
    const all = await packer.get(`${staffOrdersBulkPath}?from=abc&all=1`);
    expect([all.status, all.headers.get("location")]).toEqual([303, `${staffOrdersPath}?notice=unselected`]);
  });

  test("the orders that staff took on the phone are listed alone, in the file, the slips and all that match too", async () => {
    const test = await openShop({ engine });
    const [online, taken] = [await paidOrder(test), await paidOrder(test)];
    await test.shop.db.updateTable("orders").set({ taken_by: "staff:staff-packer" }).where("id", "=", taken.id).execute();
    const packer = await staffBrowser(test, "packer");

    expect(numbersIn(await packer.get(staffOrdersPath))).toEqual([taken.number, online.number]);
    const address = `${staffOrdersPath}?phone=1`;
    const page = await packer.get(address);
    expect([numbersIn(page), page.text.includes("1 order<"), page.text.includes('name="phone" value="1" checked')]).toEqual([
      [taken.number],
      true,
      true,
    ]);
    expect(page.text.replaceAll("&#x3D;", "=")).toContain("/staff/orders/?state=to-pack&amp;phone=1");
    expect(numbersIn(await packer.get(`${address}&state=canceled`))).toEqual([]);
    const file = await packer.get(`${staffOrdersFilePath}?phone=1&columns=state`);
    expect(file.text).toBe(`Order,State\r\n${taken.number},Placed\r\n`);
    const preview = await packer.get(`${staffOrdersBulkPath}?all=1&phone=1&upTo=${fieldIn(page, "upTo")}`);
    expect(preview.text).toContain("This is for <strong>1</strong>");
    const slips = await packer.get(`${staffSlipsPath}?all=1&phone=1&upTo=${fieldIn(page, "upTo")}`);
    expect([slips.text.includes(`Order ${taken.number}`), slips.text.includes(`Order ${online.number}`)]).toEqual([true, false]);
  });

  test("somebody saves views of a list, renames and removes them, and nobody else has them", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    const owner = await staffBrowser(test, "owner");
    const save = (name: string, query: string) => send(packer, staffOrdersPath, staffViewsPath, { list: "orders", name, query });

    const saved = await save("Morning", "state=to-pack&sort=oldest&before=7&notice=unselected");
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `${staffOrdersPath}?state=to-pack&sort=oldest`]);
    const page = await packer.get(`${staffOrdersPath}?state=to-pack&sort=oldest`);
    expect(page.text).toMatch(/aria-current="true">Morning<\/a>/);
    expect((await owner.get(staffOrdersPath)).text).not.toContain("Morning");
    // Saving a view under an existing name replaces that view.
    await save("Morning", "state=to-pack");
    const [view, ...others] = await test.shop.db.selectFrom("staff_view").selectAll().execute();
    expect([view?.query, others]).toEqual(["state=to-pack", []]);

    const id = view?.id ?? "";
    expect((await send(owner, staffOrdersPath, staffViewPath(id), { name: "Mine" })).status).toBe(404);
    expect((await send(owner, staffOrdersPath, staffViewRemovalPath(id))).status).toBe(404);
    await save("Evening", "state=fulfilled");
    expect((await send(packer, staffOrdersPath, staffViewPath(id), { name: "Evening" })).status).not.toBe(303);
    expect((await send(packer, staffOrdersPath, staffViewPath(id), { name: "First round" })).status).toBe(303);
    expect((await packer.get(staffOrdersPath)).text).toContain("First round");
    expect((await send(packer, staffOrdersPath, staffViewRemovalPath(id))).status).toBe(303);
    expect((await packer.get(staffOrdersPath)).text).not.toContain("First round");
    const longs = await save("", "state=to-pack");
    expect(longs.status).toBe(400);

    await send(owner, staffPersonPath("staff-packer"), staffPersonRemovalPath("staff-packer"));
    expect(await test.shop.db.selectFrom("staff_view").selectAll().execute()).toEqual([]);
  });

  test("a preview says what would be done and why not, and confirming it twice does it once", async () => {
    const test = await openShop({ engine });
    const orders = [await paidOrder(test), await paidOrder(test), await paidOrder(test), await paidOrder(test)];
    const [good, canceled, requested, unasked] = orders.map(({ number }) => number) as [number, number, number, number];
    const set = (number: number, values: { state: "canceled" } | { cancelation_requested: 1 }) =>
      test.shop.db.updateTable("orders").set(values).where("number", "=", number).execute();
    await set(canceled, { state: "canceled" });
    await set(requested, { cancelation_requested: 1 });
    const packer = await staffBrowser(test, "packer");

    expect((await packer.get(staffOrdersBulkPath)).headers.get("location")).toContain("notice=unselected");
    const preview = await packer.get(`${staffOrdersBulkPath}?order=${good}&order=${canceled}&order=${requested}&order=nonsense`);
    expect(preview.text).toContain("This is for <strong>1</strong> of those you selected.");
    expect(preview.text).toContain("<strong>1</strong>: This order has already been canceled.");
    expect(preview.text).toContain("<strong>1</strong>: A cancellation was requested");
    expect((await statesIn(test))[good]).toBe("placed");

    const done = await confirm(packer, preview);
    expect(done.headers.get("location")).toBe(staffBulkRunPath(fieldIn(preview, "id")));
    await confirm(packer, preview);
    const result = await packer.get(done.headers.get("location") ?? "");
    expect(result.text).toContain("1 order was marked as shipped.");
    expect(result.text).toContain(`Order ${canceled}: This order has already been canceled.`);
    expect(result.text).toContain("2 were left as they were");
    expect(await statesIn(test)).toMatchObject({
      [good]: "fulfilled",
      [canceled]: "canceled",
      [requested]: "placed",
      [unasked]: "placed",
    });
    const run = await test.shop.db.selectFrom("staff_bulk_run").selectAll().executeTakeFirstOrThrow();
    expect([run.done, run.refused, run.selection].map(String)).toEqual(["1", "2", "{}"]);
    // The job that would replace a dead process finds no work left.
    test.pass(61_000);
    await test.runJobs();
    expect((await packer.get(staffBulkRunPath(run.id))).text).toContain("1 order was marked as shipped.");
    const entry = await test.shop.db.selectFrom("audit_entry").selectAll().where("record_kind", "=", "bulk").execute();
    expect(entry.map(({ actor, record_id }) => [actor, record_id])).toEqual([["staff:staff-packer", run.id]]);
  });

  test("all that match are taken by a job where they are many, and none that were placed since", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    await copyOrders(test, id, 250);
    const packer = await staffBrowser(test, "packer");
    const page = await packer.get(`${staffOrdersPath}?state=to-pack`);
    const upTo = fieldIn(page, "upTo");
    const slips = await packer.get(`${staffSlipsPath}?all=1&state=to-pack&upTo=${upTo}&before=7`);
    expect(slips.text).toContain(`${number + 250}`);
    expect(Number(upTo)).toBe(number + 250);

    const preview = await packer.get(`${staffOrdersBulkPath}?all=1&state=to-pack&upTo=${upTo}`);
    expect(preview.text).toContain("This is for <strong>251</strong>");
    const late = await paidOrder(test);
    const started = await confirm(packer, preview);
    const address = started.headers.get("location") ?? "";
    const waiting = await packer.get(address);
    expect([waiting.headers.get("refresh"), waiting.text.includes("The rest goes on by itself")]).toEqual(["3", true]);
    await test.runJobs();

    const result = await packer.get(address);
    expect(result.text).toContain("251 orders were marked as shipped.");
    expect(result.headers.get("refresh")).toBeNull();
    const left = Object.entries(await statesIn(test)).filter(([, state]) => state === "placed");
    expect(left).toEqual([[String(late.number), "placed"]]);
  });

  test("a run that a dead process left goes on where it was", async () => {
    const test = await openShop({ engine });
    const [one, two] = [await paidOrder(test), await paidOrder(test)];
    await staffBrowser(test, "packer");
    const numbers = [one.number, two.number];
    const selection = { state: undefined, text: "", since: undefined, until: undefined, before: undefined, numbers };
    const source = { actor: "staff:staff-packer", requestId: "test" } as const;
    const run = { id: "a".repeat(32), action: shipOrders, selection, staffId: "staff-packer", source, isSmall: true };
    expect([await startRun(test.shop.db, run, test.shop.now()), await startRun(test.shop.db, run, test.shop.now())]).toEqual([
      true,
      false,
    ]);
    // The process had done only the first order.
    await test.shop.db.updateTable("staff_bulk_run").set({ done: 1, position: two.number }).execute();
    await test.runJobs();
    expect(await statesIn(test)).toMatchObject({ [one.number]: "placed" });
    test.pass(61_000);
    await test.runJobs();
    expect(await statesIn(test)).toMatchObject({ [one.number]: "fulfilled", [two.number]: "placed" });
    const { done } = await test.shop.db.selectFrom("staff_bulk_run").select("done").executeTakeFirstOrThrow();
    expect(Number(done)).toBe(2);
  });
});

test("who may only read sees no action, and a run of others is shown by the role", async () => {
  const test = await openShop({});
  const { number } = await paidOrder(test);
  const reader = await staffBrowser(test, "reader");
  expect((await reader.get(staffOrdersPath)).text).not.toContain("Mark as shipped");
  const packer = await staffBrowser(test, "packer");
  const preview = await packer.get(`${staffOrdersBulkPath}?order=${number}`);
  const done = (await confirm(packer, preview)).headers.get("location") ?? staffPath;
  expect((await reader.get(done)).status).toBe(200);
  const editor = await staffBrowser(test, "editor");
  expect((await editor.get(done)).status).toBe(404);
  expect((await send(editor, "/staff/security/", staffViewsPath, { list: "orders", name: "x", query: "" })).status).toBe(403);
});
