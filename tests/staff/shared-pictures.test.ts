import { describe, expect, test } from "vitest";
import { readPictures } from "../../server/catalog/product-pictures.ts";
import { saveProducts } from "../../server/catalog/save-products.ts";
import { transact } from "../../server/db/transaction.ts";
import { staffPicturesPath, staffProductCopyPath, staffProductPath, staffUndoPath } from "../../server/staff/paths.ts";
import { putBackPictures } from "../../server/staff/products/rules/picture-undo.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { sendForm } from "./product-page.ts";
import { staffBrowser } from "./staff-fixture.ts";

const page = staffProductPath("p-1");
const keyOf = (name: string) => `${name.repeat(32)}-960.webp`;
const shownAt = (name: string) => `http://shop.test/media/${keyOf(name)}`;

/** A shop whose first product has the pictures a, b and c. */
async function open(engine: (typeof engines)[number]) {
  const test = await openShop({ engine, pays: false });
  const { db } = test.shop;
  await db.deleteFrom("product_media").where("product_id", "=", "p-1").execute();
  const row = (name: string, position: number) =>
    ({ id: `m-${name}`, product_id: "p-1", position, kind: "stored", key: keyOf(name), alt: `of ${name}` }) as const;
  const rows = ["a", "b", "c"].map((name, at) => ({ ...row(name, at), width: 960, height: 500 + at, wanted_url: null }));
  await db.insertInto("product_media").values(rows).execute();
  return { test, editor: await staffBrowser(test, "editor") };
}

const shopPage = async (test: TestShop, slug = "product-1") => (await test.browser().get(`/storefront/products/${slug}/`)).text;

/** The address, width, height and description of the picture in a page's head. */
const headOf = (text: string) =>
  ["image", "image:width", "image:height", "image:alt"].map(
    (name) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(text)?.[1],
  );

const save = (editor: TestBrowser, fields: Record<string, string>) => sendForm(editor, page, fields, staffPicturesPath("p-1"));

const picturesOf = async ({ shop }: TestShop) =>
  (await transact(shop.db, (tx) => readPictures(tx, "p-1"))) ?? { pictures: [], shows: {} };

async function undoLast({ shop }: TestShop, editor: TestBrowser) {
  const entry = await shop.db
    .selectFrom("audit_entry")
    .select("id")
    .where("record_kind", "=", "product pictures")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return await sendForm(editor, page, {}, staffUndoPath(entry.id));
}

describe.each(engines)("the picture of a product's shared links, on %s", (engine) => {
  test("is the first, until another is chosen, and again after an undo", async () => {
    const { test, editor } = await open(engine);
    expect(headOf(await shopPage(test))).toEqual([shownAt("a"), "960", "500", "of a"]);
    expect((await editor.get(page)).text).toContain(`class="share-card__picture" src="/media/${keyOf("a")}"`);

    expect((await save(editor, { shared: "1" })).status).toBe(303);
    const chosen = await shopPage(test);
    expect(headOf(chosen)).toEqual([shownAt("b"), "960", "501", "of b"]);
    expect(chosen).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(chosen).toMatch(/<li id="picture-1">.*?alt="of a"/s);
    const form = (await editor.get(page)).text;
    expect(form).toContain(`class="share-card__picture" src="/media/${keyOf("b")}"`);
    expect(form).toContain("Picture 2: shared links <del>not chosen</del> → <ins>shown there</ins>");

    expect((await undoLast(test, editor)).status).toBe(303);
    expect(headOf(await shopPage(test))[0]).toBe(shownAt("a"));
  });

  test("moves with its place, may be shown only there, and is the first again once it is removed", async () => {
    const { test, editor } = await open(engine);
    await save(editor, { shared: "2", sharing: "only", "p2-order": "0", "s-v-1": "1" });
    const only = await shopPage(test);
    expect(headOf(only)[0]).toBe(shownAt("c"));
    expect(only.split("</head>")[1]).not.toContain(keyOf("c"));
    expect(only).toMatch(/<li id="picture-1">.*?alt="of b"/s);
    expect((await picturesOf(test)).pictures.map(({ alt, sharing }) => [alt, sharing])).toEqual([
      ["of c", "only"],
      ["of a", undefined],
      ["of b", undefined],
    ]);

    await save(editor, { "p0-remove": "1" });
    expect(headOf(await shopPage(test))[0]).toBe(shownAt("a"));
    await undoLast(test, editor);
    expect(headOf(await shopPage(test))[0]).toBe(shownAt("c"));
    await save(editor, { shared: "" });
    const usual = await shopPage(test);
    expect([headOf(usual)[0], usual.split("</head>")[1]?.includes(keyOf("c"))]).toEqual([shownAt("c"), true]);
  });

  test("stays chosen after an import of the same pictures, and in a duplicate", async () => {
    const { test, editor } = await open(engine);
    await save(editor, { shared: "1", sharing: "only" });
    const pictures = ["c", "b"].map((name) => ({ kind: "stored" as const, key: keyOf(name), width: 960, height: 500 }));
    const variants = [{ key: "SKU-1", sku: "SKU-1", name: "", options: {}, price: 1000 }];
    const product = { slug: "product-1", name: "Product 1", category: "seeds", pictures, variants };
    const outcomes = await transact(test.shop.db, (tx) => saveProducts(tx, [product], { now: test.shop.now(), stock: "kept" }));
    expect(outcomes).toMatchObject([{ ok: true }]);
    expect(headOf(await shopPage(test))[0]).toBe(shownAt("b"));

    await sendForm(editor, page, {}, staffProductCopyPath("p-1"));
    await test.shop.db.updateTable("product").set({ published: 1 }).where("slug", "=", "product-1-copy").execute();
    expect(headOf(await shopPage(test, "product-1-copy"))[0]).toBe(shownAt("b"));
  });
});

test("a picture that an undo brings back leaves the present one chosen", () => {
  const picture = (key: string) => ({ kind: "stored" as const, key, alt: "", width: 1, height: 1, wantedUrl: null });
  const [a, b] = [picture("a"), picture("b")];
  const chosen = (one: typeof a) => ({ ...one, sharing: "chosen" as const });
  const undone = putBackPictures({
    before: { pictures: [chosen(a), b], shows: {} },
    after: { pictures: [b], shows: {} },
    saved: { pictures: [chosen(b)], shows: {} },
  });
  expect(undone).toEqual({ ok: true, value: { pictures: [a, chosen(b)], shows: {} } });
});
