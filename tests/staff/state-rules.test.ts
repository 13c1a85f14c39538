import { describe, expect, test } from "vitest";
import { readStateFields, writeStateFields } from "../../server/catalog/state-records.ts";
import { transact } from "../../server/db/transaction.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { staffStateCategoryPath, staffStatePath, staffStatesPath } from "../../server/staff/paths.ts";
import { shopperAt } from "../payments/shopper.ts";
import { untilBlocked } from "../support/blocked.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { seenIn, send, staffBrowser, tokenIn } from "./staff-fixture.ts";

type Pairs = readonly (readonly [string, string])[];

/** Sends a form with repeated fields from the page `shown`. */
async function sendPairs(browser: TestBrowser, action: string, shown: Answer, pairs: Pairs): Promise<Answer> {
  const fields = [["_csrf", tokenIn(shown)], ["seen", seenIn(shown)], ...pairs].map(([name = "", value = ""]) => [name, value]);
  return await browser.request("POST", action, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

/** The ticked boxes and shown rows of a page, as a browser would send them. */
function ticked({ text }: Answer): [string, string][] {
  const inputs = text.match(/<input type="(?:checkbox|hidden)"[^>]*>/g) ?? [];
  return inputs.flatMap((input) => {
    const [name = "", value = ""] = ["name", "value"].map(
      (attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? "",
    );
    const isSent = input.includes('type="hidden"') ? name === "shown" : / checked/.test(input);
    return isSent ? [[name, value] as [string, string]] : [];
  });
}

const categoryId = async ({ shop }: TestShop, slug: string) =>
  (await shop.db.selectFrom("category").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
const rulesIn = async ({ shop }: TestShop, area: string) =>
  await shop.db.selectFrom("state_rule").select(["category_id", "product_id", "allowed"]).where("area", "=", area).execute();
const undoIn = ({ text }: Answer) => /action="(\/staff\/[^"]*undo[^"]*)"/.exec(text)?.[1] ?? "no undo";
/** Whether a product's cached page says in its data for search engines that the product is sold. */
async function isSold(shop: TestShop, product: string, area: string): Promise<boolean> {
  const { text } = await shop.browser().get(`/storefront/products/${product}/?ship_to=${area}`);
  const json = /id="product-data">([^<]+)</.exec(text)?.[1] ?? "{}";
  return (JSON.parse(json) as { isAvailable: boolean }).isAvailable;
}

describe.each(engines)("what may not be sold where, on %s", (engine) => {
  test("a cell of the grid counts at once on cached pages, and is undone", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const seeds = await categoryId(shop, "seeds");
    expect(await isSold(shop, "product-1", "TX")).toBe(true);
    expect(await isSold(shop, "product-1", "TX")).toBe(true);

    const grid = await staff.get(staffStatesPath);
    const saved = await sendPairs(staff, staffStatesPath, grid, [...ticked(grid), ["US-TX", seeds]]);
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `${staffStatesPath}?notice=saved`]);
    expect(await isSold(shop, "product-1", "TX")).toBe(false);
    expect(await isSold(shop, "product-2", "TX")).toBe(true);
    expect(await rulesIn(shop, "ID")).toEqual([{ category_id: null, product_id: "p-1", allowed: 0 }]);

    const after = await staff.get(staffStatesPath);
    expect(after.text).toMatch(/Texas: <del>nothing<\/del> → <ins>Seeds<\/ins>/);
    expect((await send(staff, staffStatesPath, undoIn(after))).status).toBe(303);
    expect(await isSold(shop, "product-1", "TX")).toBe(true);
    expect((await staff.get(`${staffStatesPath}?view=set`)).text).not.toContain(">Texas</a>");
  });

  test("a row and a column change at once, each undone at once", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const [seeds, texas, column] = [await categoryId(shop, "seeds"), staffStatePath("US-TX"), staffStateCategoryPath("seeds")];
    const all = (await shop.shop.db.selectFrom("category").select("id").execute()).length;

    await sendPairs(staff, texas, await staff.get(texas), [["row", "all"]]);
    expect(await rulesIn(shop, "TX")).toHaveLength(all);
    await sendPairs(staff, column, await staff.get(column), [["column", "all"]]);
    const count = async () =>
      (await shop.shop.db.selectFrom("state_rule").select("area").where("category_id", "=", seeds).execute()).length;
    expect(await count()).toBeGreaterThan(60);
    const page = await staff.get(column);
    expect(ticked(page).length).toBe(await count());
    // Texas's own page shows that its row was changed before, but offers to undo only changes of
    // Texas alone.
    await send(staff, column, undoIn(page));
    expect(await count()).toBe(1);
    await send(staff, texas, undoIn(await staff.get(texas)));
    expect(await rulesIn(shop, "TX")).toEqual([]);
  });

  test("an exception by product comes before its category, in shops and in the checks of orders", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const texas = staffStatePath("US-TX");
    const seeds = await categoryId(shop, "seeds");
    const fields: Pairs = [
      ["categories", seeds],
      ["alsoSold", `${shop.url}/storefront/products/product-1/`],
      ["notSold", "product-2"],
    ];
    expect((await sendPairs(staff, texas, await staff.get(texas), fields)).status).toBe(303);
    expect([await isSold(shop, "product-1", "TX"), await isSold(shop, "product-2", "TX")]).toEqual([true, false]);
    expect(await isSold(shop, "product-3", "TX")).toBe(false);
    expect((await staff.get(staffStateCategoryPath("seeds"))).text).toMatch(
      /Product 1[^<]*: sold all the same in <a [^>]*>Texas/,
    );

    const wrong = await sendPairs(staff, texas, await staff.get(texas), [
      ["alsoSold", "product-2\nnone"],
      ["notSold", "product-2"],
    ]);
    expect([wrong.status, wrong.text.includes("There is no product none.")]).toEqual([422, true]);
    const both = await sendPairs(staff, texas, await staff.get(texas), [
      ["alsoSold", "product-2"],
      ["notSold", "product-2"],
    ]);
    expect(both.text).toContain("One of these products is among those that are not sold here.");
  });

  test("what was sold while an exception held breaks no rule after its end", async () => {
    const shop = await openShop({ engine });
    const seeds = await categoryId(shop, "seeds");
    const set = (fields: Record<string, string[]>) =>
      transact(shop.shop.db, (tx) => writeStateFields(tx, fields, shop.shop.now()));
    await set({ "US-TX": [seeds], "US-TX not": [], "US-TX also": ["p-1"] });
    shop.pass(1000);
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-1", quantity: 1 }] });
    expect((await shopper.pay()).status).toBe(200);
    await shop.runJobs();
    expect(await findBreaches(shop.shop.db)).toEqual([]);
    shop.pass(1000);
    await set({ "US-TX": [seeds], "US-TX not": [], "US-TX also": [] });
    expect(await findBreaches(shop.shop.db)).toEqual([]);
    await shop.shop.db.updateTable("state_rule").set({ since: 0 }).where("area", "=", "TX").execute();
    expect((await findBreaches(shop.shop.db)).map(({ invariant }) => invariant)).toEqual(["I11"]);
  });

  test("two people both save what they changed, and choose where they changed the same state", async () => {
    const shop = await openShop({ engine, pays: false });
    const [one, other] = [await staffBrowser(shop, "manager"), await staffBrowser(shop, "owner")];
    const [seeds, glass] = [await categoryId(shop, "seeds"), await categoryId(shop, "glass")];
    const [shown, stale] = [await one.get(staffStatesPath), await other.get(staffStatesPath)];
    await sendPairs(one, staffStatesPath, shown, [...ticked(shown), ["US-TX", seeds]]);

    const elsewhere = await sendPairs(other, staffStatesPath, stale, [...ticked(stale), ["US-UT", glass]]);
    expect(elsewhere.status).toBe(303);
    expect(await rulesIn(shop, "TX")).toEqual([{ category_id: seeds, product_id: null, allowed: 0 }]);
    expect(await rulesIn(shop, "UT")).toEqual([{ category_id: glass, product_id: null, allowed: 0 }]);

    const same = await sendPairs(other, staffStatesPath, stale, [...ticked(stale), ["US-TX", glass]]);
    expect(same.status).toBe(409);
    expect(same.text).toMatch(/Texas[\s\S]*Seeds[\s\S]*Glass/);
    const again: Pairs = [...ticked(stale), ["US-TX", glass], ["keep_US-TX", "mine"], ["keep_US-UT", "theirs"]];
    expect((await sendPairs(other, staffStatesPath, same, again)).status).toBe(303);
    expect(await rulesIn(shop, "TX")).toEqual([{ category_id: glass, product_id: null, allowed: 0 }]);
    expect(await rulesIn(shop, "UT")).toHaveLength(1);
  });

  test("saved at one moment, the second of two is not lost, and a reader changes nothing", async () => {
    const shop = await openShop({ engine, pays: false });
    const people = [await staffBrowser(shop, "manager"), await staffBrowser(shop, "owner")];
    const ids = [await categoryId(shop, "seeds"), await categoryId(shop, "glass")];
    const shown = await Promise.all(people.map((each) => each.get(staffStatePath("US-TX"))));
    const answers = await Promise.all(
      people.map((each, at) => sendPairs(each, staffStatePath("US-TX"), shown[at] as Answer, [["categories", ids[at] ?? ""]])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await rulesIn(shop, "TX")).toHaveLength(1);
    const reader = await staffBrowser(shop, "reader");
    const grid = await reader.get(staffStatesPath);
    expect([grid.status, grid.text.includes('type="checkbox"')]).toEqual([200, false]);
    expect((await sendPairs(reader, staffStatesPath, grid, [["shown", "US-TX"]])).status).toBe(403);
    expect((await reader.get(staffStatePath("US-XX"))).status).toBe(404);
  });
});

test("on PostgreSQL whoever is about to change rules waits for whoever is", async () => {
  const { shop } = await openShop({ engine: "postgres", pays: false });
  const [held, free, order] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), [] as string[]];
  const first = transact(shop.db, async (tx) => {
    await readStateFields(tx, {});
    held.resolve();
    await free.promise;
    order.push("first");
  });
  await held.promise;
  const second = transact(shop.db, async (tx) => {
    await readStateFields(tx, {});
    order.push("second");
  });
  await untilBlocked(shop.db, second);
  free.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});
