import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPictures } from "../../server/catalog/product-pictures.ts";
import { readProduct } from "../../server/catalog/product-record.ts";
import { type StockRow, stockOfProduct } from "../../server/catalog/stock-list.ts";
import { listMovements } from "../../server/catalog/stock-movements.ts";
import { transact } from "../../server/db/transaction.ts";
import {
  staffNewProductPath,
  staffPicturesPath,
  staffPictureUploadPath,
  staffProductPath,
  staffProductPreviewPath,
  staffProductsFilePath,
  staffProductsPath,
  staffSchedulePath,
  staffStockPath,
  staffUndoPath,
  staffVariantStockPath,
} from "../../server/staff/paths.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const page = staffProductPath("p-1");
const read = ({ shop }: TestShop, id: string) => transact(shop.db, (tx) => readProduct(tx, id));
const linkIn = (text: string, rel: string) =>
  new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#x3D;", "=");
const idIn = (location: string | null) => /\/staff\/products\/([0-9a-f]+)\//.exec(location ?? "")?.[1] ?? "no id";
const shopPage = async ({ browser }: TestShop, slug: string) => await browser().get(`/storefront/products/${slug}/`);

describe.each(engines)("on %s", (engine) => {
  test("an editor adds a product with variants, finds it in the list, and shoppers see it", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const category = (await test.shop.db.selectFrom("category").select("slug").executeTakeFirstOrThrow()).slug;
    const fields = {
      name: "Oak bowl",
      category,
      brand: "Kin",
      description: "<p>Round<script>1</script></p>",
      label: "sale",
      attributes: "Wood: Oak\n\nWood: Ash",
      option0: "Size",
      pasted: "",
      "v0-o0": "S",
      "v0-sku": "B-S",
      "v0-price": "12.50",
      "v0-compareAt": "15",
      "v0-grams": "1,200",
      "v0-barcode": "400",
      "v1-o0": "L",
      "v1-sku": "B-L",
      "v1-price": "20",
      "v1-order": "0",
    };
    const added = await sendForm(editor, staffNewProductPath, fields);
    expect(added.status).toBe(303);

    const id = idIn(added.headers.get("location"));
    expect(await read(test, id)).toMatchObject({
      name: "Oak bowl",
      slug: "oak-bowl",
      brand: "Kin",
      description: "<p>Round</p>",
      label: "sale",
      published: true,
      attributes: ["Wood: Oak", "Wood: Ash"],
      variants: [
        { sku: "B-L", options: { Size: "L" }, price: 2000, compareAt: null },
        { sku: "B-S", options: { Size: "S" }, price: 1250, compareAt: 1500, grams: 1200, barcode: "400" },
      ],
    });
    expect((await shopPage(test, "oak-bowl")).text).toContain("Oak bowl");
    for (const q of ["oak b", "oak-bowl", "b-s"])
      expect((await editor.get(`${staffProductsPath}?q=${q}`)).text).toContain("Oak bowl");
    expect((await editor.get(`${staffProductsPath}?q=no_such`)).text).not.toContain("Oak bowl");
    const file = await editor.get(`${staffProductsFilePath}?q=oak`);
    expect(file.text).toMatch(
      /^Product,Category,Price,Variants,In stock,State,Changed \(America\/New_York\)\r\nOak bowl,[^,]+,\$12\.50 - \$20\.00,2,0,"Published, sale",\d{4}-\d\d-\d\d \d\d:\d\d\r/,
    );
  });

  test("a form that cannot be saved comes again with what was typed, and nothing is changed", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const before = await read(test, "p-1");
    const refused = await sendForm(editor, page, { name: "", "v0-price": "ten", brand: "Typed brand" });

    expect(refused.status).toBe(422);
    expect(fieldsIn(refused, page)).toMatchObject({ name: "", "v0-price": "ten", brand: "Typed brand" });
    expect(refused.text).toContain("enter a price in dollars");
    expect(await read(test, "p-1")).toEqual(before);
  });

  test("a SKU that another product has is saved, and both products and the scanner say so", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const { db } = test.shop;
    const category = (await db.selectFrom("category").select("slug").executeTakeFirstOrThrow()).slug;
    const one = { category, "v0-sku": "WX-2", "v0-price": "9", published: "1" };
    const first = idIn((await sendForm(editor, staffNewProductPath, { ...one, name: "Wax" })).headers.get("location"));
    await sendForm(editor, staffNewProductPath, { ...one, name: "Citrus wax", "v0-sku": "wx-2" });

    expect((await editor.get(staffProductPath(first))).text).toContain("Citrus wax: ");
    expect((await editor.get(`${staffStockPath}?q=wx-2`)).text).toContain("2 variants have the code “wx-2”");
    expect((await editor.get(`${staffProductsPath}?q=wx-2`)).text).toMatch(/Citrus wax[\s\S]*Wax/);
  });

  test("pasted cells are shown in the grid first, and saved then", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const pasted = "Size\tSKU\tPrice\tStock\nS\tP-S\t3\t8\nL\tP-L\t4\t8";
    const filled = await sendForm(editor, page, { "v0-active": "", pasted });
    expect([filled.status, filled.text.includes("“Stock” is left out: units are entered under Stock")]).toEqual([200, true]);
    expect((await read(test, "p-1"))?.variants).toHaveLength(1);

    const { pasted: empty, ...fields } = fieldsIn(filled, page);
    expect(empty).toBe("");
    const [own] = Object.keys(fields).filter((name) => /^v\d+-id$/.test(name) && fields[name] === "v-1");
    expect((await editor.form(page, { ...fields, [(own ?? "").replace("id", "active")]: "" })).status).toBe(303);
    expect((await read(test, "p-1"))?.variants.map(({ sku, price, options }) => [sku, price, options.Size])).toEqual([
      ["P-S", 300, "S"],
      ["P-L", 400, "L"],
    ]);
    const kept = await test.shop.db.selectFrom("variant").select("active").where("id", "=", "v-1").executeTakeFirstOrThrow();
    expect(kept.active).toBe(0);
  });

  test("rows without a head are refused on a new product without options, and stay; pasted at a column they fill it", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const paste = (more: Record<string, string>) =>
      sendForm(editor, staffNewProductPath, { name: "Basil", pasted: "A-S\t9", ...more });
    const refused = await paste({});
    expect([refused.status, refused.text.includes('id="pasted-error">Copy the rows with their head')]).toEqual([422, true]);
    expect(fieldsIn(refused, staffNewProductPath)).toMatchObject({ name: "Basil", pasted: "A-S\t9", "v0-sku": "" });
    const at = await paste({ pastedFrom: "3" });
    expect(at.status).toBe(200);
    expect(fieldsIn(at, staffNewProductPath)).toMatchObject({ pasted: "", "v0-o0": "", "v0-sku": "A-S", "v0-price": "9" });
    // A head without options takes no option's name away.
    const named = await paste({ option0: "Size", pasted: "SKU\tPrice\nA-S\t9" });
    expect(fieldsIn(named, staffNewProductPath)).toMatchObject({ option0: "Size", "v0-sku": "A-S", "v0-price": "9" });
  });

  test("of two editors the second chooses, the history says who did what, and a change can be undone", async () => {
    const test = await openShop({ engine, pays: false });
    const one = await staffBrowser(test, "editor");
    const two = await signedInAs(test, "staff-editor");
    const before = await read(test, "p-1");
    const late = fieldsIn(await two.get(page), page);
    expect((await sendForm(one, page, { name: "First name", "v0-price": "7.00" })).status).toBe(303);
    const conflict = await two.form(page, { ...late, name: "Second name" });

    expect([conflict.status, (await read(test, "p-1"))?.name]).toEqual([409, "First name"]);
    for (const words of ["First name", "Second name", "$7.00"]) expect(conflict.text).toContain(words);
    expect((await one.get(page)).text).toContain("First name");
    const entry = await test.shop.db
      .selectFrom("audit_entry")
      .select("id")
      .where("record_kind", "=", "product")
      .executeTakeFirstOrThrow();
    const undone = await one.form(staffUndoPath(entry.id), { _csrf: tokenIn(await one.get(page)) });
    expect([undone.status, await read(test, "p-1")]).toEqual([303, before]);
  });

  test("pictures are added, described, ordered, shown by variants, removed, and undone", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const at = staffPicturesPath("p-1");
    const picture = (colour: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
        .png()
        .toBuffer();
    const send = async (files: Record<string, Buffer>) => {
      const form = new FormData();
      form.append("_csrf", tokenIn(await editor.get(at)));
      for (const [name, bytes] of Object.entries(files)) form.append("pictures", new Blob([new Uint8Array(bytes)]), name);
      return await editor.request("POST", staffPictureUploadPath("p-1"), { body: form, headers: { accept: "text/html" } });
    };
    const pictures = async () => (await transact(test.shop.db, (tx) => readPictures(tx, "p-1"))) ?? { pictures: [], shows: {} };
    const before = (await pictures()).pictures.length;

    expect((await send({ "red_one.png": await picture("red"), "blue.png": await picture("blue") })).status).toBe(303);
    expect((await pictures()).pictures.slice(before)).toMatchObject([
      { kind: "stored", alt: "", width: 40, height: 30 },
      { kind: "stored", alt: "", width: 40, height: 30 },
    ]);
    // Until they are described, shoppers hear the product's name.
    const { name, slug } = (await read(test, "p-1")) ?? { name: "", slug: "" };
    expect((await shopPage(test, slug)).text.split(`" alt="${name}" width`).length).toBeGreaterThan(2);
    const refused = await send({ "notes.txt": Buffer.from("no picture") });
    expect([refused.status, refused.text.includes("notes.txt")]).toEqual([415, true]);
    expect((await pictures()).pictures).toHaveLength(before + 2);

    const [red, blue] = [before, before + 1];
    const saved = await sendForm(editor, at, {
      [`p${blue}-order`]: "0",
      [`p${red}-alt`]: "A red one",
      [`p${blue}-alt`]: "blue",
      "s-v-1": String(red),
    });
    expect(saved.status).toBe(303);
    const now = await pictures();
    expect(now.pictures[0]?.alt).toBe("blue");
    expect(now.pictures[now.shows["v-1"] ?? -1]?.alt).toBe("A red one");
    expect((await sendForm(editor, at, { "p0-remove": "1" })).status).toBe(303);
    expect((await pictures()).pictures.map(({ alt }) => alt)).not.toContain("blue");

    const last = await test.shop.db
      .selectFrom("audit_entry")
      .select(["id", "before"])
      .where("record_kind", "=", "product pictures")
      .execute();
    const removal = last.find(({ before }) => before?.includes('"blue"') && before.includes('"A red one"'));
    expect((await editor.form(staffUndoPath(removal?.id ?? ""), { _csrf: tokenIn(await editor.get(at)) })).status).toBe(303);
    expect(await pictures()).toEqual(now);
    expect((await shopPage(test, (await read(test, "p-1"))?.slug ?? "")).text).toContain("A red one");
  });

  test("a draft is previewed as shoppers will see it, with what is not saved, and nothing is saved", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    expect((await sendForm(editor, page, { published: "" })).status).toBe(303);
    const before = await read(test, "p-1");
    expect((await shopPage(test, before?.slug ?? "")).status).toBe(404);

    const saved = await editor.get(staffProductPreviewPath("p-1"));
    expect([saved.status, saved.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(saved.text).toContain(before?.name);
    const unsaved = await sendForm(
      editor,
      page,
      { name: "Unsaved name", "v0-price": "77.70" },
      staffProductPreviewPath("p-1"),
      page,
    );
    expect([unsaved.status, unsaved.text.includes("Unsaved name"), unsaved.text.includes("$77.70")]).toEqual([200, true, true]);
    expect(await read(test, "p-1")).toEqual(before);
    expect((await test.browser().get(staffProductPreviewPath("p-1"))).status).toBe(303);
  });

  test("a price is scheduled by the shop's clock, begins at once or later, and is ended", async () => {
    const test = await openShop({ engine, pays: false, env: { SHOP_TIME_ZONE: "America/New_York" } });
    const editor = await staffBrowser(test, "editor");
    const at = staffSchedulePath("p-1");
    const price = async () => (await read(test, "p-1"))?.variants[0]?.price;
    const before = (await price()) ?? 0;
    const tomorrow = test.shop.dates.typed(test.shop.now() + 24 * 3_600_000);

    expect((await sendForm(editor, at, { price: "20%", endsAt: tomorrow, showsFormer: "1" })).status).toBe(303);
    expect(await price()).toBe(Math.round(before * 0.8));
    expect((await shopPage(test, (await read(test, "p-1"))?.slug ?? "")).text).toContain('"discountPercent":20');
    const late = await sendForm(editor, at, { price: "1", endsAt: tomorrow });
    expect([late.status, late.text.includes("another price in that time")]).toEqual([422, true]);
    const [row] = await test.shop.db.selectFrom("price_schedule").selectAll().execute();
    expect(test.shop.dates.typed(row?.ends_at ?? 0)).toBe(tomorrow);
    expect((await sendForm(editor, at, { remove: row?.id ?? "" })).status).toBe(303);
    expect(await price()).toBe(before);

    expect((await sendForm(editor, at, { publishAt: tomorrow })).status).toBe(303);
    expect((await editor.get(at)).text).toContain(`value="${tomorrow}"`);
    expect((await sendForm(editor, at, { publishAt: "2020-01-01T00:00" })).status).toBe(422);

    const year = new Date(test.shop.now()).getUTCFullYear() + 1;
    const spring = new Date(Date.UTC(year, 2, 14 - new Date(Date.UTC(year, 2, 14)).getUTCDay())).toISOString().slice(0, 10);
    const skipped = await sendForm(editor, at, { publishAt: `${spring}T02:30` });
    const told = (await editor.get(String(skipped.headers.get("location")))).text;
    expect([told.includes("Clocks go forward"), told.includes(`value="${spring}T03:00"`)]).toEqual([true, true]);
  });

  test("the list is filtered, sorted, and read page by page without a product twice", async () => {
    const test = await openShop({ engine, pays: false });
    const editor = await staffBrowser(test, "editor");
    const { category_id } = await test.shop.db.selectFrom("product").select("category_id").executeTakeFirstOrThrow();
    const at = test.shop.now();
    const rows = Array.from({ length: 70 }, (_, place) => ({
      id: `extra-${place}`,
      slug: `extra-${place}`,
      name: place % 2 ? "Same name" : "same Name",
      category_id,
      label: null,
      published: place < 65 ? 1 : 0,
      premium: place === 3 ? 1 : 0,
      price_start: place,
      price_stop: place,
      created_at: at,
      updated_at: at,
    }));
    await test.shop.db.insertInto("product").values(rows).execute();
    const idsIn = (text: string) => [...text.matchAll(/href="\/staff\/products\/(extra-\d+)\/"/g)].map(([, id]) => id);
    for (const sort of ["name", "changed", "cheapest", "dearest"]) {
      const first = await editor.get(`${staffProductsPath}?q=same&sort=${sort}`);
      const second = await editor.get(linkIn(first.text, "next") ?? "");
      const all = [...idsIn(first.text), ...idsIn(second.text)];
      expect([sort, all.length, new Set(all).size]).toEqual([sort, 70, 70]);
      if (sort === "dearest") expect(all).toEqual(rows.map(({ id }) => id).reverse());
    }
    expect(idsIn((await editor.get(`${staffProductsPath}?premium=1`)).text)).toEqual(["extra-3"]);
    expect(idsIn((await editor.get(`${staffProductsPath}?state=draft`)).text)).toHaveLength(5);
    await test.shop.db.updateTable("variant").set({ on_hand: 0 }).where("product_id", "=", "p-1").execute();
    const out = await editor.get(`${staffProductsPath}?out=1`);
    expect([...out.text.matchAll(/href="\/staff\/products\/(p-\d+)\/"/g)].map(([, id]) => id)).toContain("p-1");
    expect(out.text).not.toContain('href="/staff/products/p-2/"');
  });

  test("a reader sees products and changes none", async () => {
    const test = await openShop({ engine, pays: false });
    const reader = await staffBrowser(test, "reader");
    const shown = await reader.get(page);
    expect([shown.status, shown.text.includes(">Save<")]).toEqual([200, false]);
    expect((await reader.form(page, { ...fieldsIn(shown, page), name: "Other" })).status).toBe(403);
    expect((await reader.get(staffNewProductPath)).status).toBe(403);
  });
});

describe("histories of a product", () => {
  /** A product of two variants. */
  async function packs() {
    const test = await openShop({ pays: false });
    const editor = await staffBrowser(test, "editor");
    const category = (await test.shop.db.selectFrom("category").select("slug").executeTakeFirstOrThrow()).slug;
    const added = await sendForm(editor, staffNewProductPath, {
      name: "Basil",
      category,
      option0: "Pack",
      pasted: "",
      "v0-o0": "5 seeds",
      "v0-sku": "B-5",
      "v0-price": "12.00",
      "v0-grams": "5",
      "v1-o0": "10 seeds",
      "v1-sku": "B-10",
      "v1-price": "20.00",
    });
    const id = idIn(added.headers.get("location"));
    const at = staffProductPath(id);
    /** Saves the form, and returns the address that undoes it. */
    const save = async (fields: Record<string, string>, form = at) => {
      test.pass(1000);
      expect((await sendForm(editor, form, fields)).status).toBe(303);
      const rows = await test.shop.db.selectFrom("audit_entry").select("id").orderBy("at").orderBy("id").execute();
      return staffUndoPath(rows.at(-1)?.id ?? "");
    };
    const undo = async (path: string) => {
      test.pass(1000);
      return await editor.form(path, { _csrf: tokenIn(await editor.get(at)) });
    };
    const variants = async () =>
      (await read(test, id))?.variants.map(({ sku, price, barcode }) => [sku, price, barcode].filter(Boolean).join(" "));
    const units = async () => {
      const rows = test.shop.db.selectFrom("variant").select(["sku", "on_hand", "reserved"]).where("product_id", "=", id);
      return (await rows.orderBy("sku").execute()).map(({ sku, on_hand, reserved }) => `${sku} ${on_hand} ${reserved}`);
    };
    return { test, editor, id, at, save, undo, variants, units };
  }

  test("say of a variant, of a picture and of a price for a time what changed of it", async () => {
    const { test, editor, id, at, save } = await packs();
    await save({ "v0-price": "14.00" });
    expect((await editor.get(at)).text).toContain("Variant 5 seeds: price <del>$12.00</del> → <ins>$14.00</ins>");

    const schedule = staffSchedulePath(id);
    const tomorrow = test.shop.dates.typed(test.shop.now() + 24 * 3_600_000);
    const variant = (await read(test, id))?.variants[0]?.id ?? "";
    await save({ variant, price: "9.00", endsAt: tomorrow }, schedule);
    const row = await test.shop.db.selectFrom("price_schedule").selectAll().executeTakeFirstOrThrow();
    const [from, to] = [row.starts_at, row.ends_at ?? 0].map((time) => test.shop.dates.moment(time).text);
    const words = `$9.00 from ${from} to ${to}`;
    expect((await editor.get(schedule)).text).toContain(`Price for a time of 5 seeds: <ins>${words}</ins>`);
    await save({ remove: row.id }, schedule);
    expect((await editor.get(schedule)).text).toContain(`Price for a time of 5 seeds: <del>${words}</del> → <ins>ended</ins>`);

    const pictures = staffPicturesPath("p-1");
    const alt = (await transact(test.shop.db, (tx) => readPictures(tx, "p-1")))?.pictures[0]?.alt;
    await save({ "p0-alt": "front of the jar" }, pictures);
    await save({ "p0-remove": "1" }, pictures);
    const { text } = await editor.get(pictures);
    expect(text).toContain(`Picture 1: description <del>${alt}</del> → <ins>front of the jar</ins>`);
    expect(text).toContain("Picture 1 removed: <del>front of the jar</del>");
  });

  test("let the second of two editors choose between the fields of a variant that both changed", async () => {
    const { test, at, save, variants } = await packs();
    const two = await signedInAs(test, "staff-editor");
    const late = fieldsIn(await two.get(at), at);
    await save({ "v0-price": "14.00", "v1-price": "22.00", "v1-barcode": "22" });
    const typed = { ...late, "v1-price": "21.00", "v2-o0": "20 seeds", "v2-sku": "B-20", "v2-price": "30.00" };
    const conflict = await two.form(at, typed);
    expect(conflict.status).toBe(409);
    const legends = [...conflict.text.matchAll(/<legend>([^<]+)</g)].map(([, legend]) => legend);
    // Both changed one price; the first alone another one and a barcode, and the second alone added a variant.
    expect(legends).toEqual(["Variant 10 seeds: price"]);
    expect([...conflict.text.matchAll(/<li><strong>([^<]+)</g)].map(([, label]) => label)).toEqual([
      "Variant 5 seeds: price",
      "Variant 10 seeds: barcode",
      "Variant 20 seeds",
    ]);
    for (const words of ["$14.00", "$22.00", "$21.00", "22"]) expect(conflict.text).toContain(`>${words}<`);
    const [ten] = [...conflict.text.matchAll(/type="radio" name="(keep_variants-[\w.-]+)" value="theirs" required>/g)];
    const decided = [...conflict.text.matchAll(/type="hidden" name="keep_variants-[\w.-]+" value="(\w+)"/g)];
    expect(decided.map(([, value]) => value)).toEqual(["theirs", "theirs", "mine"]);
    const choices = { [ten?.[1] ?? ""]: "mine" };
    const chosen = await two.form(at, { ...fieldsIn(conflict, at), ...choices });
    expect(chosen.status).toBe(303);
    expect(await variants()).toEqual(["B-5 1400", "B-10 2100 22", "B-20 3000"]);

    // A variant that the first took off sale, and the second changed, is one to choose.
    const before = fieldsIn(await two.get(at), at);
    await save({ "v2-active": "0" });
    const gone = await two.form(at, { ...before, "v2-price": "31.00" });
    const [twenty] = [...gone.text.matchAll(/type="radio" name="(keep_variants-[\w.-]+)" value="mine" required>/g)];
    expect([...gone.text.matchAll(/<legend>([^<]+)</g)].map(([, legend]) => legend)).toEqual(["Variant 20 seeds"]);
    await two.form(at, { ...fieldsIn(gone, at), [twenty?.[1] ?? ""]: "mine" });
    expect(await variants()).toEqual(["B-5 1400", "B-10 2100 22", "B-20 3100"]);

    // What is chosen can be refused; the form then has the choices.
    const stale = fieldsIn(await two.get(at), at);
    await save({ "v0-o0": "8 seeds" });
    const again = await two.form(at, { ...stale, "v2-o0": "8 seeds" });
    const names = [...again.text.matchAll(/name="(keep_variants-[\w.-]+)" value="theirs"/g)].map(([, name]) => name ?? "");
    const both = { [names[0] ?? ""]: "theirs", [names[1] ?? ""]: "mine" };
    const refused = await two.form(at, { ...fieldsIn(again, at), ...both });
    expect([refused.status, refused.text.includes("Two variants have the same options.")]).toEqual([422, true]);
    const form = fieldsIn(refused, at);
    expect([form["v0-o0"], form["v2-o0"]]).toEqual(["8 seeds", "8 seeds"]);
  });

  test("offer to undo a variant's change while that variant is as the change left it, and change no stock", async () => {
    const { test, editor, at, save, undo, variants, units } = await packs();
    const five = await save({ "v0-price": "14.00" });
    await save({ "v1-price": "22.00" });
    await save({ "v2-o0": "20 seeds", "v2-sku": "B-20", "v2-price": "30.00" });
    // Sold and reserved since.
    const stock = { on_hand: 7, reserved: 2 };
    await transact(test.shop.db, (tx) => tx.updateTable("variant").set(stock).where("sku", "=", "B-5").execute());
    expect((await editor.get(at)).text).toContain(`action="${five}"`);
    expect((await undo(five)).status).toBe(303);
    expect(await variants()).toEqual(["B-5 1200", "B-10 2200", "B-20 3000"]);
    // Pressed twice, it changes nothing more, and it is not offered again.
    expect((await undo(five)).status).toBe(303);
    expect(await variants()).toEqual(["B-5 1200", "B-10 2200", "B-20 3000"]);
    expect((await editor.get(at)).text).not.toContain(`action="${five}"`);
    expect(await units()).toEqual(["B-10 0 0", "B-20 0 0", "B-5 7 2"]);
    // An import that has put back the same leaves nothing to undo.
    const latest = /action="(\/staff\/changes\/[^"]+)"/.exec((await editor.get(at)).text)?.[1];
    await transact(test.shop.db, (tx) => tx.updateTable("variant").set({ price: 1400 }).where("sku", "=", "B-5").execute());
    expect((await editor.get(at)).text).not.toContain(`action="${latest}"`);
  });

  test("say why a variant's change can't be undone once that variant was changed or taken off sale", async () => {
    const { editor, at, save, undo, variants, units } = await packs();
    const price = await save({ "v0-price": "14.00" });
    await save({ "v0-price": "15.00", "v0-barcode": "400" });
    const history = (await editor.get(at)).text;
    expect(history).not.toContain(`action="${price}"`);
    expect(history.match(/Changed again since\./g)).toHaveLength(1);
    const changed = await undo(price);
    expect([changed.status, changed.text.includes("The variant 5 seeds was changed again since.")]).toEqual([409, true]);

    const removal = await save({ "v0-active": "" });
    const gone = await undo(price);
    expect([gone.status, gone.text.includes("The variant 5 seeds was taken off sale since.")]).toEqual([409, true]);
    await save({ "v0-price": "21.00" });
    const stock = await units();
    expect((await undo(removal)).status).toBe(303);
    expect(await units()).toEqual(stock);
    expect(await variants()).toEqual(["B-5 1500 400", "B-10 2100"]);
  });

  test("undo a change of one field of a variant after another of its fields was changed", async () => {
    const { editor, at, save, undo, variants } = await packs();
    const price = await save({ "v0-price": "14.00" });
    await save({ "v0-barcode": "400" });
    expect((await editor.get(at)).text).toContain(`action="${price}"`);
    expect((await undo(price)).status).toBe(303);
    expect(await variants()).toEqual(["B-5 1200 400", "B-10 2000"]);
    const { text } = await editor.get(at);
    expect([text.includes(`action="${price}"`), text.includes("Put back already.")]).toEqual([false, true]);
  });

  test("offer to undo a price for a time while it is as the change left it, and say why it can’t be", async () => {
    const { test, editor, id, save, undo } = await packs();
    const schedule = staffSchedulePath(id);
    const [five = "", ten = ""] = ((await read(test, id))?.variants ?? []).map((variant) => variant.id);
    const typed = (minutes: number) => test.shop.dates.typed(test.shop.now() + minutes * 60_000);
    const open = async () => {
      const rows = test.shop.db.selectFrom("price_schedule").select(["id", "price"]).where("state", "<>", "ended");
      return (await rows.orderBy("price").execute()).map((row) => [row.price, row.id] as const);
    };
    const nine = await save({ variant: five, price: "9.00", startsAt: typed(5), endsAt: typed(10) }, schedule);
    await save({ variant: ten, price: "19.00", startsAt: typed(5), endsAt: typed(10) }, schedule);
    expect((await editor.get(schedule)).text).toContain(`action="${nine}"`);
    expect((await undo(nine)).status).toBe(303);
    const [nineteen] = await open();
    expect(await open()).toEqual([[1900, expect.anything()]]);

    const removal = await save({ remove: nineteen?.[1] ?? "" }, schedule);
    await save({ variant: five, price: "8.00", startsAt: typed(5), endsAt: typed(10) }, schedule);
    expect((await undo(removal)).status).toBe(303);
    expect((await open()).map(([price]) => price)).toEqual([800, 1900]);
    const again = await save({ remove: nineteen?.[1] ?? "" }, schedule);
    await save({ variant: ten, price: "18.00", startsAt: typed(5) }, schedule);
    const taken = await undo(again);
    expect([taken.status, taken.text.includes("A variant has another price in that time.")]).toEqual([422, true]);
    test.pass(15 * 60_000);
    const over = await undo(again);
    expect([over.status, over.text.includes("The time of a price is over")]).toEqual([422, true]);
  });

  test("say that a price came back when one for a time was ended by an undo, and that one holds no more", async () => {
    const { test, editor, id, at, save, undo } = await packs();
    const schedule = staffSchedulePath(id);
    const variant = (await read(test, id))?.variants[0]?.id ?? "";
    const lowered = await save({ variant, price: "9.00" }, schedule);
    const isOffered = async (path: string) => (await editor.get(at)).text.includes(`action="${path}"`);
    const entriesOf = async (kind: string) => {
      const rows = test.shop.db.selectFrom("audit_entry").select("id").where("record_kind", "=", kind);
      return (await rows.orderBy("at").orderBy("id").execute()).map((row) => staffUndoPath(row.id));
    };
    const [added = ""] = await entriesOf("product schedule");
    expect([await isOffered(lowered), (await editor.get(schedule)).text.includes(">Holds<")]).toEqual([true, true]);

    expect((await undo(added)).status).toBe(303);
    expect((await editor.get(at)).text).toContain("Variant 5 seeds: price <del>$9.00</del> → <ins>$12.00</ins>");
    // It would put back the price that there is.
    expect(await isOffered(lowered)).toBe(false);

    const [, ended = ""] = await entriesOf("product schedule");
    expect((await undo(ended)).status).toBe(303);
    // It holds with the next page.
    expect((await read(test, id))?.variants[0]?.price).toBe(900);
    await save({ "v0-price": "11.00" });
    const { text } = await editor.get(schedule);
    expect([text.includes(">Holds<"), text.includes("Price changed since")]).toEqual([false, true]);
  });

  test("offer to undo a picture’s change while that picture is as the change left it, and say why it can’t be", async () => {
    const { test, editor, save, undo } = await packs();
    const pictures = staffPicturesPath("p-1");
    const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("_csrf", tokenIn(await editor.get(pictures)));
    form.append("pictures", new Blob([new Uint8Array(file)]), "red.png");
    await editor.request("POST", staffPictureUploadPath("p-1"), { body: form, headers: { accept: "text/html" } });
    const shown = async () => {
      const { pictures: all = [], shows = {} } = (await transact(test.shop.db, (tx) => readPictures(tx, "p-1"))) ?? {};
      return [...all.map(({ alt }) => alt), all[shows["v-1"] ?? -1]?.alt];
    };
    const alts = (await shown()).slice(0, -1);
    const last = alts.length - 1;
    await save(Object.fromEntries(alts.map((_, at) => [`p${at}-alt`, `picture ${at}`])), pictures);
    const names = alts.map((_, at) => `picture ${at}`);

    const described = await save({ "p0-alt": "front" }, pictures);
    const chosen = await save({ "s-v-1": String(last) }, pictures);
    await save({ [`p${last}-order`]: "0" }, pictures);
    expect((await editor.get(pictures)).text).toContain(`action="${described}"`);
    expect((await undo(described)).status).toBe(303);
    const moved = [names[last], ...names.slice(0, -1)];
    expect(await shown()).toEqual([...moved, names[last]]);
    expect((await undo(chosen)).status).toBe(303);
    expect(await shown()).toEqual([...moved, names[0]]);

    await save({ "p0-alt": "red jar" }, pictures);
    const removal = await save({ "p0-remove": "1" }, pictures);
    const place = await save({ "p0-order": "9" }, pictures);
    expect((await undo(removal)).status).toBe(303);
    expect((await shown()).toSorted()).toEqual([...names.slice(0, -1), "red jar", names[0]].toSorted());
    expect((await undo(place)).status).toBe(303);
    expect(await shown()).toEqual(["red jar", ...names.slice(0, -1), names[0]]);

    const redescribed = await save({ "p0-alt": "red one" }, pictures);
    await save({ "p0-alt": "red two" }, pictures);
    expect((await editor.get(pictures)).text).not.toContain(`action="${redescribed}"`);
    const refused = await undo(redescribed);
    expect([refused.status, refused.text.includes("Picture 1 (red jar) was changed again since.")]).toEqual([409, true]);
  });

  test("say what stands in the way of a variant that an undo would bring back", async () => {
    const { save, undo, variants } = await packs();
    const removal = await save({ "v0-active": "" });
    await save({ "v2-o0": "5 seeds", "v2-sku": "C-5", "v2-price": "9.00" });
    const refused = await undo(removal);
    expect([refused.status, refused.text.includes("Two variants have the same options.")]).toEqual([422, true]);
    expect(await variants()).toEqual(["B-10 2000", "C-5 900"]);
  });
});

test("a new product begins with the units that are typed with it, each a movement, and says so where it has none", async () => {
  const test = await openShop({ pays: false });
  const [owner, editor, packer] = [
    await staffBrowser(test, "owner"),
    await staffBrowser(test, "editor"),
    await staffBrowser(test, "packer"),
  ];
  const { slug: category } = await test.shop.db.selectFrom("category").select("slug").executeTakeFirstOrThrow();
  const cup = {
    name: "Cup",
    category,
    description: "",
    attributes: "",
    option0: "Size",
    pasted: "",
    "v0-o0": "S",
    "v0-price": "9",
  };
  const rows = { "v1-o0": "L", "v1-price": "12", "v0-stock": "1,200", "v1-stock": "" };
  for (const stock of ["twelve", "-3", "1.5"]) {
    const refused = await sendForm(owner, staffNewProductPath, { ...cup, ...rows, "v0-stock": stock });
    expect([stock, refused.status, refused.text.includes("Row 1: enter the stock as a whole number")]).toEqual([
      stock,
      422,
      true,
    ]);
    expect(fieldsIn(refused, staffNewProductPath)["v0-stock"]).toBe(stock);
  }
  // Nothing typed is lost: a row that has units alone still lacks its price.
  const bare = await sendForm(owner, staffNewProductPath, { ...cup, "v2-stock": "4" });
  expect([bare.status, bare.text.includes("Row 2: enter a price in dollars")]).toEqual([422, true]);
  const sent = { ...fieldsIn(await owner.get(staffNewProductPath), staffNewProductPath), ...cup, ...rows };
  const [added, twice] = [await owner.form(staffNewProductPath, sent), await owner.form(staffNewProductPath, sent)];
  expect([added.status, twice.status, twice.headers.get("location")]).toEqual([303, 303, added.headers.get("location")]);
  const path = staffProductPath(idIn(added.headers.get("location")));
  const [small, large] = (await stockOfProduct(test.shop.db, idIn(added.headers.get("location")))) as [StockRow, StockRow];
  expect([small.onHand, large.onHand]).toEqual([1200, 0]);
  const movements = await listMovements(test.shop.db, small.id, undefined, 9);
  expect(movements.filter(({ units }) => units > 0).map(({ units, reason, note }) => [units, reason, note])).toEqual([
    [1200, "received", "First stock"],
  ]);
  const audited = await test.shop.db.selectFrom("audit_entry").select("action").where("record_id", "=", small.id).execute();
  expect(audited).toEqual([{ action: "adjusted" }]);
  const saved = (await packer.get(path)).text;
  expect(saved).toContain(`href="${staffVariantStockPath(small.id)}" aria-label="Stock of row 1: 1200">1200</a>`);
  expect([saved.includes("It has no stock"), saved.includes("v0-stock")]).toEqual([false, false]);

  // An editor cannot move stock: no field, and what is sent all the same moves nothing.
  expect((await editor.get(staffNewProductPath)).text).not.toContain("v0-stock");
  const none = await sendForm(editor, staffNewProductPath, { ...cup, name: "Mug", "v0-stock": "5" });
  const mug = idIn(none.headers.get("location"));
  const [only] = await stockOfProduct(test.shop.db, mug);
  expect(only?.onHand).toBe(0);
  const page = (await editor.get(none.headers.get("location") ?? "")).text;
  expect(page).toContain(`It has no stock, so it can’t be bought. <a href="${staffVariantStockPath(only?.id ?? "")}">`);
});

test("a description of a file stands as text in the form and in the history, and stays as it is until it is changed", async () => {
  const test = await openShop({ pays: false });
  const editor = await staffBrowser(test, "editor");
  const html = "<p>Turned by <b>hand</b>.</p><ul><li>Oak</li><li>Beech</li></ul>";
  await test.shop.db.updateTable("product").set({ description: html }).where("id", "=", "p-1").execute();
  const text = "Turned by **hand**.\n\n- Oak\n- Beech";
  expect(fieldsIn(await editor.get(page), page).description).toBe(text);
  expect((await sendForm(editor, page, { brand: "Kin", description: text.replaceAll("\n", "\r\n") })).status).toBe(303);
  expect(await read(test, "p-1")).toMatchObject({ brand: "Kin", description: html });
  expect((await sendForm(editor, page, { description: `${text}\n- Ash` })).status).toBe(303);
  expect((await read(test, "p-1"))?.description).toContain("<li>Ash</li>");
  const history = (await editor.get(page)).text.split("What was changed")[1];
  expect([history?.includes("- Ash"), history?.includes("&lt;li")]).toEqual([true, false]);
});
