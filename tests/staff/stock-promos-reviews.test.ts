import { describe, expect, test } from "vitest";
import {
  staffBulkUndoPath,
  staffPromosBulkPath,
  staffPromosFilePath,
  staffReviewPath,
  staffReviewsBulkPath,
  staffReviewsFilePath,
  staffReviewsPath,
  staffRulesPath,
  staffStockBulkPath,
  staffStockFilePath,
  staffStockPath,
  staffViewsPath,
} from "../../server/staff/paths.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn } from "./product-page.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const day = 86_400_000;
const promosPath = staffRulesPath("promos");
const plain = (text: string): string => text.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
const headsIn = ({ text }: Answer) => [...text.matchAll(/<th scope="col"[^>]*>([^<]+)<\/th>/g)].map((match) => match[1]);
const cellsIn = ({ text }: Answer, label: string) =>
  [...text.matchAll(new RegExp(`<td data-label="${label}"[^>]*>(.*?)</td>`, "gs"))].map((match) =>
    (match[1] ?? "").replace(/<[^>]*>/g, " ").trim(),
  );

/** The texts of a column on all pages, following the links to the next page. */
async function onAllPages(browser: TestBrowser, address: string, label: string): Promise<string[]> {
  const page = await browser.get(address);
  const next = plain(/href="([^"]+)" rel="next"/.exec(page.text)?.[1] ?? "");
  return [...cellsIn(page, label), ...(next === "" ? [] : await onAllPages(browser, next, label))];
}

/** Sends a preview's form twice, like a double press; returns the run's page. */
async function confirm(browser: TestBrowser, preview: Answer, action: string): Promise<{ address: string; page: Answer }> {
  const fields = fieldsIn(preview, action);
  const done = await browser.form(action, fields);
  await browser.form(action, fields);
  const address = done.headers.get("location") ?? "";
  return { address, page: await browser.get(address) };
}

async function undo(browser: TestBrowser, { address, page }: { address: string; page: Answer }): Promise<Answer> {
  const action = staffBulkUndoPath(address.split("/").at(-2) ?? "");
  const undone = await browser.form(action, fieldsIn(page, action));
  return await browser.get(undone.headers.get("location") ?? "");
}

const savesViews = async (browser: TestBrowser, list: string, path: string) => {
  const saved = await send(browser, path, staffViewsPath, { list, name: "Mine", query: "columns=state&after=x&notice=y" });
  expect(saved.headers.get("location")).toBe(`${path}?columns=state`);
  expect((await browser.get(`${path}?columns=state`)).text).toContain('aria-current="true">Mine');
};

async function addPromos({ shop }: TestShop): Promise<void> {
  const now = shop.now();
  const usual = { kind: "percent", amount: 10, used: 0, active: 1, starts_at: now - day, ends_at: now + 5 * day } as const;
  const rows = [
    { ...usual, id: "n-run", code: "N_RUN", ends_at: now + 9 * day },
    { ...usual, id: "n-come", code: "N_COME", starts_at: now + day },
    { ...usual, id: "n-used", code: "N_USED", usage_limit: 2, used: 2 },
    { ...usual, id: "n-over", code: "N_OVER", ends_at: now - 1 },
    { ...usual, id: "n-off", code: "N_OFF", active: 0 },
  ];
  await shop.db.insertInto("promo").values(rows).execute();
}
const activeOf = async ({ shop }: TestShop) => {
  const rows = await shop.db.selectFrom("promo").select(["id", "active"]).where("id", "like", "n-%").orderBy("id").execute();
  return rows.map(({ active }) => active).join("");
};

const addReview = ({ shop }: TestShop, id: string, stars: number, at: number) =>
  shop.db
    .insertInto("review")
    .values({
      id,
      product_id: "p-2",
      customer_id: null,
      order_id: `order-of-${id}`,
      author: "Ada",
      stars,
      title: `Title ${id}`,
      body: `Text ${id}`,
      published: 0,
      at,
    })
    .execute();
const shownReviews = async ({ shop }: TestShop) =>
  (
    await shop.db.selectFrom("review").select("id").where("published", "=", 1).where("id", "like", "r-%").orderBy("id").execute()
  ).map(({ id }) => id);

describe.each(engines)("on %s", (engine) => {
  test("stock has columns, sorts page by page, views, a file, and a count sheet of what is selected", async () => {
    const stock = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`v-${at + 1}`, (at * 37) % 50]));
    const test = await openShop({ engine, pays: false, stock });
    const packer = await staffBrowser(test, "packer");
    const address = `${staffStockPath}?q=product&columns=variant&columns=available`;
    expect(headsIn(await packer.get(address))).toEqual(["Product", "Variant", "Available"]);
    const fewest = await onAllPages(packer, `${address}&sort=fewest`, "Available");
    expect(fewest.map(Number)).toEqual(Object.values(stock).toSorted((one, other) => one - other));
    expect(await onAllPages(packer, `${staffStockPath}?sort=most`, "Available")).toEqual(fewest.toReversed());
    expect(await onAllPages(packer, `${staffStockPath}?q=nothing&sort=most`, "Available")).toEqual([]);
    const file = (await packer.get(`${staffStockFilePath}?columns=address&columns=available&sort=most&q=product`)).text.split(
      "\r\n",
    );
    expect([file[0], file.length, file[1]?.endsWith(",49")]).toEqual(["Product,Address,Available", 122, true]);
    await savesViews(packer, "stock", staffStockPath);

    expect((await packer.get(staffStockBulkPath)).headers.get("location")).toBe(`${staffStockPath}?notice=unselected`);
    const few = await packer.get(`${staffStockBulkPath}?variant=v-3&variant=v-5`);
    expect(few.text).toContain("This is for <strong>2</strong> of those you selected.");
    const all = await packer.get(`${staffStockBulkPath}?q=product+11&all=1`);
    expect(all.text).toContain("This is for <strong>11</strong>");
    const { page } = await confirm(packer, all, staffStockBulkPath);
    expect(page.text).toContain("The sheet is ready.");
    const counts = ["count_sheet", "count_line"] as const;
    const rows = await Promise.all(counts.map((table) => test.shop.db.selectFrom(table).selectAll().execute()));
    expect(rows.map(({ length }) => length)).toEqual([1, 11]);
    const reader = await staffBrowser(test, "reader");
    expect((await reader.get(staffStockPath)).text).not.toContain("Make a count sheet");
    expect((await reader.form(staffStockBulkPath, fieldsIn(few, staffStockBulkPath))).status).toBe(403);
  });

  test("promos are narrowed by what they do now, and turned off and on together, with one undo", async () => {
    const test = await openShop({ engine, pays: false });
    await addPromos(test);
    const owner = await staffBrowser(test, "owner");
    const codes = (query: string) => onAllPages(owner, `${promosPath}?q=n_&${query}`, "Code");
    expect(await codes("show=running")).toEqual(["N_RUN"]);
    expect(await codes("show=scheduled")).toEqual(["N_COME"]);
    expect(await codes("show=used")).toEqual(["N_USED"]);
    expect(await codes("show=past")).toEqual(["N_OFF", "N_OVER"]);
    expect(await codes("show=current")).toEqual(["N_COME", "N_RUN", "N_USED"]);
    expect(await codes("sort=ends")).toEqual(["N_OVER", "N_COME", "N_OFF", "N_USED", "N_RUN"]);
    const file = await owner.get(`${staffPromosFilePath}?q=n_&sort=ends&columns=state`);
    expect(file.text).toBe(
      "Code,State\r\nN_OVER,Ended\r\nN_COME,Scheduled\r\nN_OFF,Stopped\r\nN_USED,Used up\r\nN_RUN,Running\r\n",
    );
    await savesViews(owner, "promos", promosPath);

    expect((await owner.get(`${staffPromosBulkPath}?action=stop`)).headers.get("location")).toBe(
      `${promosPath}?notice=unselected`,
    );
    const preview = await owner.get(`${staffPromosBulkPath}?q=n_&all=1&action=stop`);
    expect(preview.text).toContain("This is for <strong>3</strong> of those you selected.");
    expect(preview.text).toContain("<strong>1</strong>: It is off already.");
    expect(preview.text).toContain("<strong>1</strong>: It has ended already.");
    expect(await activeOf(test)).toBe("10111");
    const run = await confirm(owner, preview, staffPromosBulkPath);
    expect(run.page.text).toContain("3 promos were turned off.");
    expect(run.page.text).toContain("<li>N_OFF: It is off already.</li><li>N_OVER: It has ended already.</li>");
    // The promos in order of their ids: n-come, n-off, n-over, n-run, n-used.
    expect(await activeOf(test)).toBe("00100");
    expect((await undo(owner, run)).text).toContain("3 changes were undone.");
    expect(await activeOf(test)).toBe("10111");

    const one = await confirm(owner, await owner.get(`${staffPromosBulkPath}?promo=n-off&action=start`), staffPromosBulkPath);
    expect([one.page.text.includes("1 promo was turned on."), await activeOf(test)]).toEqual([true, "11111"]);
    const editor = await staffBrowser(test, "editor");
    const action = staffBulkUndoPath(one.address.split("/").at(-2) ?? "");
    expect((await editor.form(action, { ...fieldsIn(one.page, action), _csrf: "" })).status).toBe(403);
    expect((await send(editor, staffReviewsPath, action, { id: "a".repeat(32) })).status).toBe(403);
    expect(await activeOf(test)).toBe("11111");
  });

  test("reviews are narrowed by stars, and those that were read are shown together, with one undo", async () => {
    const test = await openShop({ engine, pays: false });
    const now = test.shop.now();
    for (let n = 0; n < 35; n++) await addReview(test, `r-${n}`, n < 32 ? 5 : 1, now - 1000 - n);
    const editor = await staffBrowser(test, "editor");
    const titles = (query: string) => onAllPages(editor, `${staffReviewsPath}?${query}&columns=text`, "Review");
    expect(await titles("stars=1&sort=oldest")).toEqual(["Title r-34", "Title r-33", "Title r-32"]);
    const newest = await titles("sort=newest");
    expect([newest.length, newest[0], await titles("sort=oldest")]).toEqual([35, "Title r-0", newest.toReversed()]);
    const file = await editor.get(`${staffReviewsFilePath}?stars=1&columns=text&columns=stars`);
    expect(file.text.split("\r\n").slice(0, 2)).toEqual(["Review,Text,Stars", "Title r-32,Text r-32,1"]);
    await savesViews(editor, "reviews", staffReviewsPath);

    const list = await editor.get(`${staffReviewsPath}?stars=1`);
    expect(list.text).toContain('aria-label="Remove the filter 1 star"');
    expect(list.text).not.toContain('aria-label="Search"');
    const upTo = /name="upTo" value="(\d+)"/.exec(list.text)?.[1] ?? "none";
    const selected = `review=r-32&review=r-33&upTo=${upTo}&action=show`;
    await test.shop.db
      .updateTable("review")
      .set({ body: "Buy elsewhere", at: Number(upTo) + 1 })
      .where("id", "=", "r-33")
      .execute();
    const preview = await editor.get(`${staffReviewsBulkPath}?${selected}`);
    expect(preview.text).toContain("This is for <strong>1</strong> of those you selected.");
    expect(preview.text).toContain("<strong>1</strong>: It was written or changed after you opened the list.");
    const run = await confirm(editor, preview, staffReviewsBulkPath);
    expect(run.page.text).toContain("1 review was shown.");
    expect(await shownReviews(test)).toEqual(["r-32"]);
    expect((await editor.get(staffReviewPath("r-32"))).text).toContain("shown with others");
    expect((await undo(editor, run)).text).toContain("1 change was undone.");
    expect((await titles("stars=1")).length).toBe(3);

    const all = await editor.get(`${staffReviewsBulkPath}?stars=5&all=1&upTo=${upTo}&action=hide`);
    expect(all.text).toContain("This is for <strong>32</strong>");
    const hidden = await confirm(editor, all, staffReviewsBulkPath);
    expect(hidden.page.text).toContain("32 reviews were hidden.");
    expect((await titles("state=hidden&stars=5")).length).toBe(32);
    const decided = await editor.get(`${staffReviewsPath}?state=hidden&stars=5`);
    expect(decided.text).toContain('name="stars" value="5"');
  });
});
