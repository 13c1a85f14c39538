import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import {
  staffImportCancelPath,
  staffImportPath,
  staffImportReportPath,
  staffImportStartPath,
  staffImportsPath,
  staffProductPath,
  staffSampleFilePath,
  staffVariantStockPath,
} from "../../server/staff/paths.ts";
import { importParts } from "../../server/staff/products/imports.ts";
import { continueImport, type ImportParts } from "../../server/transfer/product-import/continue.ts";
import { beginImport } from "../../server/transfer/product-import/decide.ts";
import { progressIn } from "../../server/transfer/product-import/progress.ts";
import { acceptUpload, storeUpload } from "../../server/transfer/product-import/upload.ts";
import { importColumns } from "../../server/transfer/rules/shopify/columns.ts";
import { ownColumnWords } from "../../server/transfer/rules/shopify/own-columns.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const header = "Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant SKU,Image Src,Tags";
const csv = (...rows: readonly string[]) => [header, ...rows].join("\n");
/** More than the first batch of an import, which has 16 rows. */
const many = csv(...Array.from({ length: 40 }, (_, at) => `bowl-${at},Bowl ${at},${at + 1},Size,S,B-${at},`));

type File = { name?: string; text: string; fields?: Record<string, string>; map?: string };

async function upload(browser: TestBrowser, { name = "bowls.csv", text, fields = {}, map }: File): Promise<Answer> {
  const form = new FormData();
  form.append("_csrf", tokenIn(await browser.get(staffImportsPath)));
  for (const [field, value] of Object.entries({ category: "glass", ...fields })) form.append(field, value);
  form.append("file", new Blob([text]), name);
  if (map !== undefined) form.append("map", new Blob([map]), "sorting.json");
  return await browser.request("POST", staffImportsPath, { body: form, headers: { accept: "text/html" } });
}

const idIn = ({ headers }: Answer): string =>
  /\/staff\/imports\/([0-9a-f]+)\//.exec(headers.get("location") ?? "")?.[1] ?? "no id";
const decide = (browser: TestBrowser, id: string, path: (id: string) => string) => send(browser, staffImportPath(id), path(id));
const rowOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("product_import").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const count = async ({ shop }: TestShop, table: "product_import_part" | "product_import_line" | "product") =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );
const bowls = async ({ shop }: TestShop): Promise<number> =>
  (await shop.db.selectFrom("product").select("id").where("slug", "like", "bowl-%").execute()).length;

/** A started import whose job no process has taken. */
async function begun(test: TestShop, id = "1".repeat(32)): Promise<{ id: string; round: number }> {
  const { db, now } = test.shop;
  await staffBrowser(test, "editor");
  const [at, later] = [now(), now() + 3_600_000];
  const file = (async function* () {
    yield Buffer.from(many);
  })();
  const { size } = await storeUpload(db, { id, staffId: "staff-editor", requestId: "r-1", name: "bowls.csv" }, file, at);
  const options = { category: "glass", stock: "kept", pictures: false, map: null } as const;
  await transact(db, async (tx) => {
    await acceptUpload(tx, { id, size, options }, at);
    await tx.updateTable("product_import").set({ state: "checked" }).where("id", "=", id).execute();
    await beginImport(tx, id, at);
    await tx.updateTable("job").set({ run_at: later }).where("kind", "=", "product-import").execute();
  });
  return { id, round: 2 };
}
const release = ({ shop }: TestShop) =>
  shop.db.updateTable("job").set({ run_at: 0 }).where("kind", "=", "product-import").where("state", "=", "waiting").execute();
/** The parts of an import whose process dies in the second batch. */
const dying = ({ shop }: TestShop): ImportParts => {
  const parts = importParts(shop);
  let batches = 0;
  const recordProducts: ImportParts["recordProducts"] = async (...given) => {
    batches += 1;
    if (batches > 1) throw new Error("killed");
    await parts.recordProducts(...given);
  };
  return { ...parts, recordProducts };
};

/**
 * An uploaded file that the shop has tried but not imported. It has one product of two variants,
 * and two bad rows.
 */
async function triedFile(engine: Engine) {
  const test = await openShop({ engine, pays: false });
  const editor = await staffBrowser(test, "editor");
  const products = await count(test, "product");
  const text = csv(
    "oak-bowl,Oak bowl,12.50,Size,S,OB-S,,hand made",
    "oak-bowl,,20,,L,OB-L,",
    "bad-bowl,Bad bowl,ten,,,BB,",
    ",Lost,1,,,,",
  );
  const sent = await upload(editor, { text });
  const id = idIn(sent);
  expect([sent.status, id.length]).toEqual([303, 32]);
  await test.runJobs();
  return { test, editor, id, products };
}

describe.each(engines)("on %s", (engine) => {
  test("a file is tried first: its page counts each bad row once, and nothing is imported", async () => {
    const { test, editor, id, products } = await triedFile(engine);
    const tried = await editor.get(staffImportPath(id));
    expect(tried.text).toContain("Waits for your decision");
    expect(tried.text).toMatch(/<strong>1<\/strong> product to create/);
    expect(tried.text).toMatch(/bad-bowl<[^/]*\/td>\s*<td data-label="Line" class="number list__labeled">4<[\s\S]*Row refused/);
    expect(tried.headers.get("refresh")).toBeNull();
    // Each bad row is counted once, although it is listed in several places.
    expect(tried.text).toContain("<strong>2</strong> rows refused");
    expect(tried.text).toContain('<h2 id="problems">Problems: 2</h2>');
    expect(tried.text).toContain("not at all: 1 product would be left out because of these.");
    expect(tried.text.match(/data-label="Product" class="list__title">bad-bowl</g)).toHaveLength(2);
    expect(await count(test, "product")).toBe(products);
  });

  test("a tried file is reported by line, and what is left out is said before the button", async () => {
    const { editor, id } = await triedFile(engine);
    const tried = await editor.get(staffImportPath(id));
    const report = await editor.get(staffImportReportPath(id));
    expect(report.text.split("\r\n")[0]).toBe("Line,Product,What,Details");
    expect(report.text).toContain(",oak-bowl,Would be created,2 variants");
    expect(report.text).toContain('\r\n,,Whole file,"Tags skipped, 1: hand made (1)"\r\n');
    const said = tried.text.indexOf("Tags skipped, 1: hand made (1)");
    expect(said).toBeGreaterThan(-1);
    expect(said).toBeLessThan(tried.text.indexOf("Import 1 product"));
    expect(report.text).toMatch(/^4,bad-bowl,Row refused,/m);
  });

  test("a file is imported once, though begun twice, and deleted", async () => {
    const { test, editor, id, products } = await triedFile(engine);
    expect((await decide(editor, id, staffImportStartPath)).status).toBe(303);
    await test.runJobs();
    expect((await decide(editor, id, staffImportStartPath)).status).toBe(303);
    await test.runJobs();
    const done = await editor.get(staffImportPath(id));
    expect(done.text).toContain("The file is imported.");
    expect((await editor.get(staffImportReportPath(id))).text).toContain(",oak-bowl,Created,2 variants");
    const bowl = await test.shop.db.selectFrom("product").selectAll().where("slug", "=", "oak-bowl").executeTakeFirstOrThrow();
    expect([bowl.price_start, bowl.price_stop, await count(test, "product"), await count(test, "product_import_part")]).toEqual([
      1250,
      2000,
      products + 1,
      0,
    ]);
    expect((await editor.get(staffProductPath(bowl.id))).text).toContain("created by an import");
    const entries = await test.shop.db.selectFrom("audit_entry").selectAll().where("record_id", "=", id).orderBy("at").execute();
    expect(entries.map(({ action, actor }) => [action, actor]).sort()).toEqual(
      ["begun", "done", "uploaded"].map((action) => [action, "staff:staff-editor"]),
    );
    expect((await editor.get(staffImportsPath)).text).toContain("1 created, 0 changed, 2 rows refused");
    const again = idIn(await upload(editor, { text: csv("oak-bowl,Oak bowl,12.50,Size,S,OB-S,", "oak-bowl,,21,,L,OB-L,") }));
    await test.runJobs();
    expect((await editor.get(staffImportPath(again))).text).toMatch(/<strong>1<\/strong> product to change/);
  });

  test("types that no category has are said to have gone where they went", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const text = "Handle,Title,Variant Price,Type\nwok,Wok,30,Pans\nvase,Vase,20,Glass\n";
    const sorted = idIn(await upload(editor, { text }));
    await test.runJobs();
    const { text: tried } = await editor.get(staffImportPath(sorted));
    expect(tried).toContain("Types that name no category, so “glass” was used, 1: Pans (1)");
    expect(tried).not.toContain("Types skipped");
    const unsorted = idIn(await upload(editor, { text, fields: { category: "" } }));
    await test.runJobs();
    const { text: asked } = await editor.get(staffImportPath(unsorted));
    expect(asked).not.toContain("Types skipped");
    expect(asked).toContain('name="create" value="Pans"');
  });

  test("missing categories are added with an import where their boxes are ticked, and by nobody else's word", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const text =
      "Handle,Title,Variant Price,Type,Variant Inventory Qty\nwok,Wok,30,Pans,3\nbed,Bed,90,Home,1\nrug,Rug,90,Rugs,1\n";
    const id = idIn(await upload(editor, { text, fields: { category: "" } }));
    await test.runJobs();
    const stale = await send(editor, staffImportPath(id), staffImportStartPath(id), { create: "Pans", _csrf: "stale" });
    expect(stale.text).toContain('name="create" value="Pans"');
    const body = new URLSearchParams({ _csrf: tokenIn(await editor.get(staffImportPath(id))) });
    for (const name of ["Pans", "Home", "Unasked"]) body.append("create", name);
    await editor.request("POST", staffImportStartPath(id), {
      body: body.toString(),
      headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    });
    await test.runJobs();

    const { db } = test.shop;
    const categories = await db.selectFrom("category").select(["slug", "name"]).orderBy("position").execute();
    expect(categories.slice(-2)).toEqual([
      { slug: "pans", name: "Pans" },
      { slug: "home-category", name: "Home" },
    ]);
    const added = await db.selectFrom("audit_entry").select("action").where("record_kind", "=", "category").execute();
    expect(added).toEqual([{ action: "added by an import" }, { action: "added by an import" }]);
    const products = await db
      .selectFrom("product")
      .select("slug")
      .where("slug", "in", ["wok", "bed", "rug"])
      .orderBy("slug")
      .execute();
    expect(products.map(({ slug }) => slug)).toEqual(["bed", "wok"]);
    const wok = await db.selectFrom("variant").select("id").where("key", "=", "wok").executeTakeFirstOrThrow();
    expect((await editor.get(staffVariantStockPath(wok.id))).text).toMatch(/First stock[\s\S]*The editor/);
  });

  test("what is no product file is refused in words, and nothing of it is kept", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const empty = await upload(editor, { text: "" });
    expect([empty.status, empty.text.includes("Choose a product file")]).toEqual([400, true]);
    const refused = idIn(await upload(editor, { name: "notes.csv", text: "a,b\n1,2\n" }));
    await test.runJobs();
    expect((await editor.get(staffImportPath(refused))).text).toContain("notes.csv is not a product CSV");
    const unsorted = idIn(await upload(editor, { text: many, map: "{" }));
    await test.runJobs();
    expect((await editor.get(staffImportPath(unsorted))).text).toContain("sorting.json is not JSON");
    expect(await count(test, "product_import_part")).toBe(0);
    const homeless = idIn(await upload(editor, { text: csv("oak-bowl,Oak bowl,12.50,,,OB,"), fields: { category: "" } }));
    await test.runJobs();
    for (const path of [staffImportPath(homeless), staffImportReportPath(homeless)]) {
      const { text } = await editor.get(path);
      expect(text).toContain("add the category, or upload the file again and choose one for such products");
      expect(text).not.toContain("--category");
    }
    const reader = await staffBrowser(test, "reader");
    expect((await reader.get(staffImportsPath)).text).not.toContain("Upload and try");
  });

  test("a file that nobody decides on gives way to the next, or is deleted after a day", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const first = idIn(await upload(editor, { text: many }));
    await test.runJobs();
    const second = idIn(await upload(editor, { text: many }));
    await test.runJobs();
    expect([(await rowOf(test, first)).state, (await rowOf(test, second)).state]).toEqual(["discarded", "checked"]);
    test.pass(25 * 3_600_000);
    await test.runJobs();
    expect([(await rowOf(test, second)).state, await count(test, "product_import_part")]).toEqual(["discarded", 0]);
    const late = await staffBrowser(test, "manager");
    const start = await decide(late, second, staffImportStartPath);
    expect([start.status, start.text.includes("Upload it again")]).toEqual([409, true]);
  });

  test("another process goes on where a killed one was, and each product is counted once", async () => {
    const test = await openShop({ engine, pays: false });
    const run = await begun(test);
    await expect(continueImport(dying(test), run)).rejects.toThrow("killed");
    expect([await bowls(test), (await rowOf(test, run.id)).position]).toEqual([16, 16]);
    // Two processes take the import over at once.
    await Promise.all([continueImport(importParts(test.shop), run), continueImport(importParts(test.shop), run)]);
    const { state, progress } = await rowOf(test, run.id);
    expect([state, await bowls(test)]).toEqual(["done", 40]);
    expect(progressIn(progress)).toMatchObject({ rows: 40, created: 40, unchanged: 0, lines: 40 });
    const entries = await test.shop.db
      .selectFrom("audit_entry")
      .select("id")
      .where("action", "=", "created by an import")
      .execute();
    expect(entries).toHaveLength(40);
  });

  test("a job that has worked long enough leaves the rest to the next", async () => {
    const test = await openShop({ engine, pays: false });
    const run = await begun(test);
    await continueImport({ ...importParts(test.shop), budgetMs: 0 }, run);
    const { round } = await rowOf(test, run.id);
    expect(Number(round)).toBeGreaterThanOrEqual(3);
    await test.runJobs();
    const { state, progress } = await rowOf(test, run.id);
    expect([state, progressIn(progress).created]).toEqual(["done", 40]);
  });

  test("one at a time: a second file is refused, and canceling keeps what was imported", async () => {
    const test = await openShop({ engine, pays: false });
    const run = await begun(test);
    await expect(continueImport(dying(test), run)).rejects.toThrow("killed");
    const manager = await staffBrowser(test, "manager");
    const waiting = await manager.get(staffImportPath(run.id));
    expect([waiting.headers.get("refresh"), waiting.text.includes("16 of 40 rows")]).toEqual(["3", true]);
    const list = await manager.get(staffImportsPath);
    expect([list.text.includes("Upload and try"), list.text.includes("is being imported")]).toEqual([false, true]);
    const other = await upload(manager, { text: csv("late,Late,1,,,,") });
    expect([other.status, other.text.includes("Another file is being imported")]).toEqual([409, true]);

    expect((await decide(manager, run.id, staffImportCancelPath)).status).toBe(303);
    await release(test);
    await test.runJobs();
    expect([(await rowOf(test, run.id)).state, await bowls(test), await count(test, "product_import_part")]).toEqual([
      "canceled",
      16,
      0,
    ]);
    expect((await manager.get(staffImportPath(run.id))).text).toContain("What was imported before stays");
  });

  test("pictures come after the rows, and what is missing is named", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const text = csv("cup,Cup,3,,,CUP,http://127.0.0.1:9/cup.jpg", "jug,Jug,4,,,JUG,jug.jpg");
    const id = idIn(await upload(editor, { text, fields: { pictures: "1" } }));
    await test.runJobs();
    await decide(editor, id, staffImportStartPath);
    await test.runJobs();
    const page = await editor.get(staffImportPath(id));
    expect(page.text).toContain("The file is imported.");
    expect(page.text).toMatch(/<strong>2<\/strong> pictures missing/);
    expect(page.text).toContain("upload the picture on the product’s page");
  });
});

test("the page says what each column holds, and gives a sample that the import takes whole", async () => {
  const test = await openShop({ products: "none", pays: false });
  const editor = await staffBrowser(test, "editor");
  const page = (await editor.get(staffImportsPath)).text;
  for (const { names, form } of importColumns)
    expect([names[0], page.includes(String(names[0])), page.includes(form.slice(0, 20))]).toEqual([names[0], true, true]);
  expect(page).not.toContain("Download all products");
  const sample = await editor.get(staffSampleFilePath);
  expect(sample.headers.get("content-disposition")).toContain("sample-products.csv");
  // The first category is found by its name, even by a name with a comma.
  await test.shop.db.updateTable("category").set({ name: "Kitchen, wood" }).where("slug", "=", "seeds").execute();
  const renamed = await editor.get(staffSampleFilePath);
  expect(renamed.text).toContain('"Kitchen, wood"');
  const id = idIn(await upload(editor, { text: renamed.text, fields: { category: "" } }));
  await test.runJobs();
  const tried = (await editor.get(staffImportPath(id))).text;
  expect(tried).toContain("<strong>2</strong> products to create");
  expect([tried.includes("Problems"), tried.includes("not imported"), tried.includes("skipped")]).toEqual([false, false, false]);
  await decide(editor, id, staffImportStartPath);
  await test.runJobs();
  const all = await test.shop.db.selectFrom("product").select(["published", "description"]).orderBy("slug").execute();
  expect(all).toEqual([
    { published: 0, description: "<p>Turned by hand.</p><ul><li>Oak</li><li>Oiled</li></ul>" },
    { published: 0, description: "A spoon of beech." },
  ]);
  expect((await editor.get(staffImportsPath)).text).toContain("Download all products in the format of the import</a>");
});

test("the example of each column is one that the import takes", async () => {
  const test = await openShop({ products: "none", pays: false });
  const editor = await staffBrowser(test, "editor");
  const columns = [...importColumns.map(({ names, example }) => ({ name: String(names[0]), example })), ...ownColumnWords];
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(",");
  const text = [line(columns.map(({ name }) => name)), line(columns.map(({ example }) => example))].join("\n");
  const id = idIn(await upload(editor, { text, fields: { category: "" } }));
  await test.runJobs();
  const tried = (await editor.get(staffImportPath(id))).text;
  expect(tried).toContain("<strong>1</strong> product to create");
  expect([tried.includes("Problems"), tried.includes("not imported")]).toEqual([false, false]);
});
