import { describe, expect, test } from "vitest";
import { reserve } from "../../server/catalog/stock.ts";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { pay } from "../../server/payments/pay.ts";
import {
  staffCountClearPath,
  staffCountDiscardPath,
  staffCountEntryPath,
  staffCountPath,
  staffCountPostingPath,
  staffCountPrintPath,
  staffCountsPath,
  staffVariantStockPath,
} from "../../server/staff/paths.ts";
import { callOf, expectInOrder, shopperAt } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const onHand = async ({ shop }: TestShop) =>
  Object.fromEntries(
    (await shop.db.selectFrom("variant").select(["id", "on_hand"]).orderBy("id").execute()).map((row) => [row.id, row.on_hand]),
  );
const keyOf = (n: number) => String(n).repeat(32);

/** Makes a sheet; returns its id. */
async function makeSheet(browser: TestBrowser, fields: Record<string, string>, n = 1): Promise<string> {
  const made = await send(browser, staffCountsPath, staffCountsPath, { key: keyOf(n), ...fields });
  expect([made.status, made.headers.get("location")]).toEqual([303, `${staffCountPath(keyOf(n))}?notice=created`]);
  return keyOf(n);
}

const count = (browser: TestBrowser, sheet: string, variantId: string, units: string, more: Record<string, string> = {}) =>
  send(browser, staffCountPath(sheet), staffCountEntryPath(sheet), { variantId, units, ...more });
const post = (browser: TestBrowser, sheet: string, fields: Record<string, string> = {}) =>
  send(browser, staffCountPath(sheet), staffCountPostingPath(sheet), fields);
const buy = async (test: TestShop, quantity: number) => {
  const paid = await pay(test.shop, callOf(test, await shopperAt(test, { lines: [{ variantId: "v-2", quantity }] })));
  expect(paid.ok).toBe(true);
  await test.runJobs();
};

describe.each(engines)("on %s", (engine) => {
  test("a sheet of all is counted by two people, sales meanwhile are accounted for, and it is posted once", async () => {
    const test = await openShop({ engine });
    const packer = await staffBrowser(test, "packer");
    const manager = await staffBrowser(test, "manager");
    const sheet = await makeSheet(packer, { scope: "all", name: "Summer" });
    await buy(test, 2);

    // Eight are on hand, and the two sold ones are still in the shop: the count finds nine of ten.
    const first = await count(packer, sheet, "v-2", "9");
    expect([first.status, first.headers.get("location")]).toEqual([303, `${staffCountPath(sheet)}?counted=9--1`]);
    expect((await count(manager, sheet, "v-3", "12")).headers.get("location")).toBe(`${staffCountPath(sheet)}?counted=12-2`);
    expect((await count(manager, sheet, "v-9", "10")).status).toBe(303);
    await buy(test, 3);

    const page = (await manager.get(`${staffCountPath(sheet)}?view=differing`)).text;
    expect(page).toContain("3 of 4 counted, 2 differing (1 more in all)");
    expect(page).toMatch(/Product 2[\s\S]*1 fewer[\s\S]*The packer[\s\S]*Product 3[\s\S]*2 more[\s\S]*The manager/);
    expect((await manager.get(staffCountPath(sheet))).text).toMatch(/Product 1[^0-9]/);

    const asked = await post(packer, sheet);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain("3 of 4 lines are counted. The other one stays as it is. Post the sheet all the same?");
    expect(asked.text).toContain('name="uncounted" value="1"');
    expect(asked.text).not.toContain("That didn’t go through");
    // Another variant was counted since, so the form asks again.
    expect((await post(packer, sheet, { uncounted: "2" })).text).toContain("Post the sheet all the same?");
    expect(await onHand(test)).toEqual({ "v-1": 10, "v-2": 5, "v-3": 10, "v-9": 10 });
    const answers = await Promise.all([post(packer, sheet, { uncounted: "1" }), post(manager, sheet, { uncounted: "1" })]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await post(packer, sheet)).status).toBe(303);
    // 10 - 2 - 3 sold - 1 missing; stock that was not counted does not change.
    expect(await onHand(test)).toEqual({ "v-1": 10, "v-2": 4, "v-3": 12, "v-9": 10 });
    expect((await packer.get(staffVariantStockPath("v-2"))).text).toMatch(
      /Counted[\s\S]*−1[\s\S]*The packer|Counted[\s\S]*−1[\s\S]*The manager/,
    );
    expect((await count(packer, sheet, "v-1", "3")).text).toContain("posted or discarded meanwhile");
    await expectInOrder(test);
  });

  test("where sold units are set apart, they are not expected on the shelf", async () => {
    const test = await openShop({ engine });
    const packer = await staffBrowser(test, "packer");
    await buy(test, 2);
    const sheet = await makeSheet(packer, { scope: "all", unshipped: "apart" });
    expect((await count(packer, sheet, "v-2", "8")).headers.get("location")).toBe(`${staffCountPath(sheet)}?counted=8-0`);
    // One of the two sold units was sent, so only the other one is still there.
    const line = await test.shop.db.selectFrom("order_line").select(["id", "order_id"]).executeTakeFirstOrThrow();
    const lines = [{ lineId: line.id, quantity: 1 }];
    const sent = await fulfilOrder(test.shop.db, {
      orderId: line.order_id,
      lines,
      shipment: undefined,
      now: test.shop.now(),
      actor: "owner",
    });
    expect(sent.ok).toBe(true);
    const partly = await makeSheet(packer, { scope: "all" }, 3);
    expect((await count(packer, partly, "v-2", "9")).headers.get("location")).toBe(`${staffCountPath(partly)}?counted=9-0`);
    await test.shop.db.updateTable("orders").set({ state: "fulfilled", fulfilled_at: 1 }).execute();
    const later = await makeSheet(packer, { scope: "all" }, 2);
    expect((await count(packer, later, "v-2", "8")).headers.get("location")).toBe(`${staffCountPath(later)}?counted=8-0`);
  });

  test("two people who count one shelf do not overwrite each other; a second shelf is added", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    const manager = await staffBrowser(test, "manager");
    const sheet = await makeSheet(packer, { scope: "all" });

    expect((await count(packer, sheet, "v-2", "6")).status).toBe(303);
    const overwriting = await count(manager, sheet, "v-2", "7");
    expect([overwriting.status, overwriting.text]).toEqual([409, expect.stringContaining("It was counted meanwhile: 6.")]);
    // An equal number sent again counts as the same press.
    expect((await count(packer, sheet, "v-2", "6")).status).toBe(303);
    const added = await count(manager, sheet, "v-2", "4", { how: "add", seen: "6" });
    expect(added.headers.get("location")).toBe(`${staffCountPath(sheet)}?counted=10-0`);
    expect((await count(manager, sheet, "v-2", "4", { how: "add", seen: "6" })).status).toBe(409);
    expect((await count(manager, sheet, "v-2", "x", { seen: "10" })).status).toBe(400);

    const cleared = await send(packer, staffCountPath(sheet), staffCountClearPath(sheet), { variantId: "v-2" });
    expect(cleared.status).toBe(303);
    expect((await packer.get(staffCountPath(sheet))).text).toContain("0 of 4 counted");
  });

  test("nothing is posted where units that are held for payments would be uncovered", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    const sheet = await makeSheet(packer, { scope: "all" });
    await count(packer, sheet, "v-2", "1");
    await count(packer, sheet, "v-3", "11");
    await transact(test.shop.db, (tx) => reserve(tx, [{ variantId: "v-2", quantity: 2 }]));

    const refused = await post(packer, sheet, { uncounted: "2" });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("held for payments in progress: “Product 2, Variant 2”"),
    ]);
    expect(await onHand(test)).toMatchObject({ "v-2": 10, "v-3": 10 });
    expect((await count(packer, sheet, "v-2", "2", { seen: "1" })).status).toBe(303);
    for (const id of ["v-1", "v-9"]) expect((await count(packer, sheet, id, "10")).status).toBe(303);
    // Everything is counted, so the form does not ask.
    expect((await post(packer, sheet)).status).toBe(303);
    expect(await onHand(test)).toMatchObject({ "v-2": 2, "v-3": 11 });
  });

  test("a sheet that begins empty lists what is scanned; a category and a selection list theirs", async () => {
    const test = await openShop({ engine, pays: false });
    await test.shop.db.updateTable("variant").set({ barcode: "4006381333931" }).where("id", "=", "v-9").execute();
    const packer = await staffBrowser(test, "packer");
    const scanned = await makeSheet(packer, { scope: "scan", name: "Back room" });
    expect((await packer.get(`${staffCountPath(scanned)}?q=4006381333931`)).text).toContain("Not on this sheet yet");
    expect((await count(packer, scanned, "v-9", "10")).status).toBe(303);
    expect((await packer.get(`${staffCountPath(scanned)}?q=4006381333931`)).text).not.toContain("Not on this sheet yet");
    expect((await packer.get(staffCountPath(scanned))).text).toContain("1 of 1 counted, 0 differing");
    expect((await count(packer, scanned, "nobody", "10")).status).toBe(404);

    const { id } = await test.shop.db.selectFrom("category").select("id").where("slug", "=", "seeds").executeTakeFirstOrThrow();
    const seeds = await makeSheet(packer, { scope: "category", category: id }, 2);
    const printed = (await packer.get(staffCountPrintPath(seeds))).text;
    expect([...printed.matchAll(/Product (\d+)/g)].map(([, n]) => n)).toEqual(["1", "3", "9"]);
    const chosen = await makeSheet(packer, { scope: "selection", variant: "v-3" }, 3);
    expect((await packer.get(staffCountPath(chosen))).text).toContain("0 of 1 counted");
    const none = await send(packer, staffCountsPath, staffCountsPath, { key: keyOf(4), scope: "selection" });
    expect([none.status, none.text]).toEqual([400, expect.stringContaining("Select what to count first.")]);

    expect((await send(packer, staffCountPath(chosen), staffCountDiscardPath(chosen))).status).toBe(303);
    expect((await post(packer, chosen)).status).toBe(409);
    expect((await packer.get(staffCountsPath)).text).toMatch(/Discarded[\s\S]*Back room/);
  });
});
