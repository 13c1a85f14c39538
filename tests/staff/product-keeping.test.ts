import { describe, expect, test } from "vitest";
import { applySchedules } from "../../server/catalog/apply-schedules.ts";
import { readPictures } from "../../server/catalog/product-pictures.ts";
import { readProduct } from "../../server/catalog/product-record.ts";
import { transact } from "../../server/db/transaction.ts";
import {
  staffActivityPath,
  staffNewProductPath,
  staffProductArchivePath,
  staffProductCopyPath,
  staffProductPath,
  staffProductRemovalPath,
  staffProductsBulkPath,
  staffProductsPath,
  staffUndoPath,
} from "../../server/staff/paths.ts";
import { recordScheduled } from "../../server/staff/products/record-scheduled.ts";
import type { Draft } from "../../server/transfer/rules/draft.ts";
import { importBatch } from "../../server/transfer/writing/batch.ts";
import { pageOf } from "../checkout/shopper.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { staffBrowser } from "./staff-fixture.ts";

const page = staffProductPath("p-1");
const read = ({ shop }: TestShop, id: string) => transact(shop.db, (tx) => readProduct(tx, id));
const idIn = (location: string | null) => /\/staff\/products\/([0-9a-f]+)\//.exec(location ?? "")?.[1] ?? "no id";
const shopStatus = async ({ browser }: TestShop, path: string) => (await browser().get(`/storefront/products/${path}/`)).status;

async function open(engine: Engine = "sqlite") {
  const test = await openShop({ engine, pays: false });
  return { test, editor: await staffBrowser(test, "editor") };
}
const lastEntry = async ({ shop }: TestShop, kind: string): Promise<string> => {
  const entries = shop.db.selectFrom("audit_entry").select("id").where("record_kind", "=", kind);
  return (await entries.orderBy("at", "desc").orderBy("id", "desc").executeTakeFirstOrThrow()).id;
};

describe.each(engines)("on %s", (engine) => {
  test("a copy is a draft with all values and pictures, free SKUs, no stock, and a history", async () => {
    const { test, editor } = await open(engine);
    await test.shop.db.updateTable("variant").set({ barcode: "400", grams: 7 }).where("id", "=", "v-1").execute();
    const copied = await sendForm(editor, page, {}, staffProductCopyPath("p-1"));
    const id = idIn(copied.headers.get("location"));
    const [source, copy] = [await read(test, "p-1"), await read(test, id)];
    expect(copy).toMatchObject({
      ...source,
      name: "Product 1 (copy)",
      slug: "product-1-copy",
      published: false,
      variants: [{ ...source?.variants[0], id: expect.not.stringMatching(/^v-1$/), sku: "SKU-1-COPY", barcode: "" }],
    });
    const pictures = await transact(test.shop.db, (tx) => readPictures(tx, id));
    expect(pictures?.pictures).toMatchObject([{ key: "fixture-1", alt: "Product 1" }]);
    const stock = await test.shop.db.selectFrom("variant").select("on_hand").where("product_id", "=", id).execute();
    expect(stock).toEqual([{ on_hand: 0 }]);
    expect((await editor.get(staffProductPath(id))).text).toContain("copied from Product 1");

    const again = await sendForm(editor, page, {}, staffProductCopyPath("p-1"));
    expect(await read(test, idIn(again.headers.get("location")))).toMatchObject({
      slug: "product-1-copy-2",
      variants: [{ sku: "SKU-1-COPY-2" }],
    });
    // A press that repeats finds the copy of the first press.
    const fields = { ...fieldsIn(await editor.get(page), staffProductCopyPath("p-1")), id };
    expect((await editor.form(staffProductCopyPath("p-1"), fields)).headers.get("location")).toContain(id);
    expect(await test.shop.db.selectFrom("product").select("id").where("slug", "like", "%copy-3").execute()).toEqual([]);
  });

  test("an archived product is in no list, isn’t published by anything, and comes back as a draft or by undo", async () => {
    const { test, editor } = await open(engine);
    expect(await shopStatus(test, "product-1")).toBe(200);
    await sendForm(editor, page, {}, staffProductArchivePath("p-1"));
    const gone = await shopStatus(test, "product-1");
    expect(gone).toBe(await shopStatus(test, "no-such-product"));
    expect((await test.browser().get("/storefront/products/?q=product")).text).not.toContain("Product 1");
    expect((await editor.get(staffProductsPath)).text).not.toContain(`href="${page}"`);
    expect((await editor.get(`${staffProductsPath}?state=draft`)).text).not.toContain(`href="${page}"`);
    expect((await editor.get(`${staffProductsPath}?state=archived`)).text).toContain(`href="${page}"`);

    const refused = await sendForm(editor, page, { published: "1" });
    expect([refused.status, refused.text.includes("It is archived: bring it back before you publish it.")]).toEqual([422, true]);
    await test.shop.db.updateTable("product").set({ publish_at: test.shop.now() }).where("id", "=", "p-1").execute();
    await applySchedules(test.shop.db, test.shop.now(), recordScheduled);
    expect(await read(test, "p-1")).toMatchObject({ archived: true, published: false });

    await sendForm(editor, page, {}, staffProductArchivePath("p-1"));
    expect(await read(test, "p-1")).toMatchObject({ archived: false, published: false });

    await sendForm(editor, staffProductPath("p-2"), {}, staffProductArchivePath("p-2"));
    await sendForm(editor, staffProductPath("p-2"), {}, staffUndoPath(await lastEntry(test, "product")));
    expect(await read(test, "p-2")).toMatchObject({ archived: false, published: true });
  });

  test("an import changes an archived product, which stays archived, and archives what its file says", async () => {
    const { test, editor } = await open(engine);
    await sendForm(editor, page, {}, staffProductArchivePath("p-1"));
    const draft = (number: number, values: Partial<Draft>): Draft => ({
      ...{ line: 2, slug: `product-${number}`, name: `Changed ${number}`, category: "seeds", published: true, pictures: [] },
      variants: [
        {
          line: 2,
          key: `SKU-${number}`,
          sku: `SKU-${number}`,
          name: "",
          options: {},
          price: 900,
          onHand: undefined,
          picture: "",
        },
      ],
      ...values,
    });
    const { db, now } = test.shop;
    const drafts = [draft(1, { archived: false }), draft(2, { archived: true })];
    await importBatch(db, drafts, { stock: "kept", now: now(), isDrawing: () => false });
    expect(await read(test, "p-1")).toMatchObject({ name: "Changed 1", archived: true, published: false });
    expect(await read(test, "p-2")).toMatchObject({ name: "Changed 2", archived: true, published: false });
  });

  test("many are archived and brought back, and the preview says which are left", async () => {
    const { test, editor } = await open(engine);
    await sendForm(editor, page, {}, staffProductArchivePath("p-1"));
    const asked = (action: string) => `${staffProductsBulkPath}?product=p-1&product=p-2&action=${action}`;
    expect((await editor.get(asked("publish"))).text).toContain("<strong>1</strong>: It is archived: bring it back first.");
    const preview = await editor.get(asked("archive"));
    expect(preview.text).toContain("This is for <strong>1</strong> of those you selected.");
    expect(preview.text).toContain("<strong>1</strong>: It is archived already.");
    await editor.form(staffProductsBulkPath, fieldsIn(preview, staffProductsBulkPath));
    expect(await read(test, "p-2")).toMatchObject({ archived: true, published: false });
    await editor.form(staffProductsBulkPath, fieldsIn(await editor.get(asked("bring-back")), staffProductsBulkPath));
    expect([await read(test, "p-1"), await read(test, "p-2")]).toMatchObject([{ archived: false }, { archived: false }]);
  });

  test("a product is deleted only if nothing came of it, after a question, and the undo brings all of it back", async () => {
    const { test, editor } = await open(engine);
    const kept = await editor.get(staffProductRemovalPath("p-1"));
    expect(kept.text).toContain("<li>it had stock</li>");
    expect([kept.text.includes("Delete the product"), kept.text.includes("Archive it instead")]).toEqual([false, true]);
    const { seen = "" } = fieldsIn(await editor.get(page), page);
    const csrf = fieldsIn(kept, staffProductArchivePath("p-1"));
    const refused = await editor.form(staffProductRemovalPath("p-1"), { ...csrf, seen });
    expect([refused.status, (await read(test, "p-1"))?.slug]).toEqual([409, "product-1"]);

    const added = await sendForm(editor, staffNewProductPath, { name: "Oak", "v0-price": "9", "v0-sku": "OAK" });
    const id = idIn(added.headers.get("location"));
    const picture = { id: "m-1", product_id: id, position: 0, kind: "drawn", key: "cap", alt: "A cap" } as const;
    await test.shop.db.insertInto("product_media").values(picture).execute();
    await test.shop.db.updateTable("variant").set({ cost: 421 }).where("product_id", "=", id).execute();
    const file = { key: "a".repeat(32), file_name: "oak.pdf", bytes: 7, is_current: 1, added_at: 1 } as const;
    await test.shop.db
      .insertInto("product_paper")
      .values({ id: "pp-1", product_id: id, title: "Oak", lot: "", ...file })
      .execute();
    const saved = await read(test, id);
    const deleted = await sendForm(editor, staffProductRemovalPath(id), {});
    expect(await read(test, id)).toBeUndefined();
    const list = await editor.get(deleted.headers.get("location") ?? "");
    expect(list.text).toContain("Deleted.");
    const undo = staffUndoPath(await lastEntry(test, "product"));
    expect(list.text).toContain(undo);
    const log = await (await staffBrowser(test, "owner")).get(staffActivityPath);
    const link = pageOf(log).querySelector(`a[href*="removed"][href$="${id}"]`);
    await editor.form(undo, fieldsIn(await editor.get(link?.getAttribute("href") ?? ""), undo));
    expect(await read(test, id)).toEqual(saved);
    const product = await editor.get(staffProductPath(id));
    const undoPictures = staffUndoPath(await lastEntry(test, "product pictures"));
    await editor.form(undoPictures, fieldsIn(product, undoPictures));
    expect((await transact(test.shop.db, (tx) => readPictures(tx, id)))?.pictures).toMatchObject([{ alt: "A cap" }]);
    const undoPapers = staffUndoPath(await lastEntry(test, "product papers"));
    await editor.form(undoPapers, fieldsIn(await editor.get(staffProductPath(id)), undoPapers));
    expect(await test.shop.db.selectFrom("product_paper").select(["id", "title"]).execute()).toEqual([
      { id: "pp-1", title: "Oak" },
    ]);
    const undoCosts = staffUndoPath(await lastEntry(test, "product costs"));
    const manager = await staffBrowser(test, "manager");
    await manager.form(undoCosts, fieldsIn(await manager.get(staffProductPath(id)), undoCosts));
    const costs = await test.shop.db.selectFrom("variant").select("cost").where("product_id", "=", id).execute();
    expect(costs).toEqual([{ cost: 421 }]);
  });
});

test("whoever only reads products sees no form for a copy, the archive, or a removal", async () => {
  const { test } = await open();
  const reader = await staffBrowser(test, "reader");
  expect((await reader.get(page)).text).not.toContain("Copy, archive, delete");
  expect((await reader.get(staffProductRemovalPath("p-1"))).status).toBe(403);
});
