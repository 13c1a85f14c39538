import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPictures, writePictures } from "../../server/catalog/product-pictures.ts";
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
import { proofEngines } from "../support/long-form.ts";
import { type Engine, openShop, type TestShop } from "../support/shop.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const page = staffProductPath("p-1");
const read = ({ shop }: TestShop, id: string) => transact(shop.db, (tx) => readProduct(tx, id));
const linkIn = (text: string, rel: string) =>
  new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#x3D;", "=");
const idIn = (location: string | null) => /\/staff\/products\/([0-9a-f]+)\//.exec(location ?? "")?.[1] ?? "no id";
const shopPage = async ({ browser }: TestShop, slug: string) => await browser().get(`/storefront/products/${slug}/`);

async function shopWithEditor(engine: Engine = "sqlite", env = {}) {
  const test = await openShop({ engine, pays: false, env });
  const { slug: category } = await test.shop.db.selectFrom("category").select("slug").executeTakeFirstOrThrow();
  return { test, category, editor: await staffBrowser(test, "editor") };
}

/** The ids of the history's entries, oldest first; with `kind` only the entries of this kind. */
async function entriesOf({ shop }: TestShop, kind?: string): Promise<string[]> {
  const rows = shop.db.selectFrom("audit_entry").select("id").orderBy("at").orderBy("id");
  return (await (kind === undefined ? rows : rows.where("record_kind", "=", kind)).execute()).map(({ id }) => id);
}

describe.each(proofEngines)("on %s", (engine) => {
  test("an editor adds a product with variants, finds it in the list, and shoppers see it", async () => {
    const { test, editor, category } = await shopWithEditor(engine);
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
      "v0-lowStock": "12",
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
        { sku: "B-L", options: { Size: "L" }, price: 2000, compareAt: null, lowStock: null },
        { sku: "B-S", options: { Size: "S" }, price: 1250, compareAt: 1500, grams: 1200, barcode: "400", lowStock: 12 },
      ],
    });
    expect((await shopPage(test, "oak-bowl")).text).toContain("Oak bowl");
    for (const q of ["oak b", "oak-bowl", "b-s"])
      expect((await editor.get(`${staffProductsPath}?q=${q}`)).text).toContain("Oak bowl");
    expect((await editor.get(`${staffProductsPath}?q=no_such`)).text).not.toContain("Oak bowl");
    const columns = ["category", "price", "variants", "stock", "state", "changed"].map((name) => `&columns=${name}`);
    const file = await editor.get(`${staffProductsFilePath}?q=oak${columns.join("")}`);
    expect(file.text).toMatch(
      /^Product,Category,Price,Variants,In stock,State,Changed \(America\/New_York\)\r\nOak bowl,[^,]+,\$12\.50 - \$20\.00,2,0,"Published, sale",\d{4}-\d\d-\d\d \d\d:\d\d\r/,
    );
  });

  test("a SKU that another product has is saved, and both products and the scanner say so", async () => {
    const { editor, category } = await shopWithEditor(engine);
    const one = { category, "v0-sku": "WX-2", "v0-price": "9", published: "1" };
    const first = idIn((await sendForm(editor, staffNewProductPath, { ...one, name: "Wax" })).headers.get("location"));
    await sendForm(editor, staffNewProductPath, { ...one, name: "Citrus wax", "v0-sku": "wx-2" });

    expect((await editor.get(staffProductPath(first))).text).toContain("Citrus wax: ");
    expect((await editor.get(`${staffStockPath}?q=wx-2`)).text).toContain("2 variants have the code “wx-2”");
    expect((await editor.get(`${staffProductsPath}?q=wx-2`)).text).toMatch(/Citrus wax[\s\S]*Wax/);
  });

  test("pasted cells are shown in the grid first, and saved then; rows without a head stay where they were pasted", async () => {
    const { test, editor } = await shopWithEditor(engine);
    const headless = await sendForm(editor, staffNewProductPath, { name: "Basil", pasted: "A-S\t9" });
    expect([headless.status, headless.text.includes('id="pasted-error">Copy the rows with their head')]).toEqual([422, true]);
    expect(fieldsIn(headless, staffNewProductPath)).toMatchObject({ name: "Basil", pasted: "A-S\t9", "v0-sku": "" });
    const placed = await sendForm(editor, staffNewProductPath, { name: "Basil", pasted: "A-S\t9", pastedFrom: "3" });
    expect(fieldsIn(placed, staffNewProductPath)).toMatchObject({ pasted: "", "v0-o0": "", "v0-sku": "A-S", "v0-price": "9" });
    // A pasted header without options keeps the typed option names.
    const named = await sendForm(editor, staffNewProductPath, { name: "Basil", option0: "Size", pasted: "SKU\tPrice\nA-S\t9" });
    expect(fieldsIn(named, staffNewProductPath)).toMatchObject({ option0: "Size", "v0-sku": "A-S", "v0-price": "9" });

    const pasted = "Size\tSKU\tPrice\tStock\nS\tP-S\t3\t8\nL\tP-L\t4\t8";
    const filled = await sendForm(editor, page, { "v0-active": "", pasted });
    expect([filled.status, filled.text.includes("“Stock” is left out: units are entered under Stock")]).toEqual([200, true]);
    expect((await read(test, "p-1"))?.variants).toHaveLength(1);
    const { pasted: empty, ...fields } = fieldsIn(filled, page);
    expect(empty).toBe("");
    const [own] = Object.keys(fields).filter((name) => /^v\d+-id$/.test(name) && fields[name] === "v-1");
    expect((await editor.form(page, { ...fields, [(own ?? "").replace("id", "active")]: "" })).status).toBe(303);
    expect((await read(test, "p-1"))?.variants).toMatchObject([
      { sku: "P-S", price: 300, options: { Size: "S" } },
      { sku: "P-L", price: 400, options: { Size: "L" } },
    ]);
    const kept = await test.shop.db.selectFrom("variant").select("active").where("id", "=", "v-1").executeTakeFirstOrThrow();
    expect(kept.active).toBe(0);
  });

  test("pictures are added, described, ordered, shown by variants, removed, and undone, each while it is as it was left", async () => {
    const { test, editor } = await shopWithEditor(engine);
    const at = staffPicturesPath("p-1");
    const picture = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer();
    const send = async (files: Record<string, Buffer>) => {
      const form = new FormData();
      form.append("_csrf", tokenIn(await editor.get(page)));
      for (const [name, bytes] of Object.entries(files)) form.append("pictures", new Blob([new Uint8Array(bytes)]), name);
      return await editor.request("POST", staffPictureUploadPath("p-1"), { body: form, headers: { accept: "text/html" } });
    };
    const pictures = async () => (await transact(test.shop.db, (tx) => readPictures(tx, "p-1"))) ?? { pictures: [], shows: {} };
    /** Saves the form, and returns the address that undoes the change. */
    const save = async (fields: Record<string, string>) => {
      test.pass(1000);
      const saved = await sendForm(editor, page, fields, at);
      expect([saved.status, saved.headers.get("location")]).toEqual([303, `${page}?pictures=saved#pictures`]);
      return staffUndoPath((await entriesOf(test, "product pictures")).at(-1) ?? "");
    };
    const undo = async (path: string) => await editor.form(path, { _csrf: tokenIn(await editor.get(page)) });
    const before = (await pictures()).pictures.length;

    expect((await send({ "red_one.png": await picture("red"), "blue.png": await picture("blue") })).status).toBe(303);
    const added = { kind: "stored", alt: "", width: 40, height: 30 };
    expect((await pictures()).pictures.slice(before)).toMatchObject([added, added]);
    // Pictures without a description have the product's name as alternative text.
    const { name, slug } = (await read(test, "p-1")) ?? { name: "", slug: "" };
    expect((await shopPage(test, slug)).text.split(`" alt="${name}" width`).length).toBeGreaterThan(2);
    const refused = await send({ "notes.txt": Buffer.from("no picture") });
    expect([refused.status, refused.text.includes("notes.txt")]).toEqual([415, true]);
    expect((await pictures()).pictures).toHaveLength(before + 2);
    const former = await editor.get(at);
    expect([former.status, former.headers.get("location")]).toEqual([303, `${page}#pictures`]);

    const [red, blue] = [before, before + 1];
    await save({ [`p${blue}-order`]: "0", [`p${red}-alt`]: "A red one", [`p${blue}-alt`]: "blue", "s-v-1": String(red) });
    const now = await pictures();
    expect([now.pictures[0]?.alt, now.pictures[now.shows["v-1"] ?? -1]?.alt]).toEqual(["blue", "A red one"]);
    const removal = await save({ "p0-remove": "1" });
    expect((await pictures()).pictures.map(({ alt }) => alt)).not.toContain("blue");
    expect((await editor.get(page)).text).toContain("Picture 1 removed: <del>blue</del>");
    const undone = await undo(removal);
    expect([undone.status, undone.headers.get("location")]).toEqual([303, `${page}?undone=1#pictures`]);
    expect(await pictures()).toEqual(now);
    expect((await shopPage(test, slug)).text).toContain("A red one");

    const described = await save({ "p0-alt": "navy" });
    expect((await editor.get(page)).text).toContain("Picture 1: description <del>blue</del> → <ins>navy</ins>");
    await save({ "p0-alt": "sky" });
    expect((await editor.get(page)).text).not.toContain(`action="${described}"`);
    const late = await undo(described);
    expect([late.status, late.text.includes("Picture 1 (blue) was changed again since.")]).toEqual([409, true]);
  });

  test("a picture is moved by its buttons with what is typed beside it, and whoever moves it later sees both orders", async () => {
    const { test, editor } = await shopWithEditor(engine);
    const at = staffPicturesPath("p-1");
    await transact(test.shop.db, async (tx) => {
      const one = (await readPictures(tx, "p-1"))?.pictures[0];
      if (!one) throw new Error("The product has no picture");
      await writePictures(tx, "p-1", { pictures: ["a", "b", "c"].map((alt) => ({ ...one, alt })), shows: {} }, test.shop.now());
    });
    const alts = async () => (await transact(test.shop.db, (tx) => readPictures(tx, "p-1")))?.pictures.map(({ alt }) => alt);
    const before = fieldsIn(await editor.get(page), at);
    expect(await alts()).toEqual(["a", "b", "c"]);
    expect((await editor.form(at, { ...before, "p1-alt": "B", move: "2-up" })).status).toBe(303);
    expect(await alts()).toEqual(["a", "c", "B"]);
    const pressed = async (move: string) => {
      expect((await sendForm(editor, page, { move }, at)).status).toBe(303);
      return await alts();
    };
    expect(await pressed("0-down")).toEqual(["c", "a", "B"]);
    for (const none of ["0-up", "2-down", "9-up", "1-left"]) expect([none, await pressed(none)]).toEqual([none, ["c", "a", "B"]]);
    const shown = (await editor.get(page)).text;
    expect(shown).toMatch(/value="0-up"[^>]* disabled/);
    expect(shown).toMatch(/value="2-down"[^>]* disabled/);
    expect(shown).not.toMatch(/value="(0-down|1-up|1-down|2-up)"[^>]* disabled/);

    const late = await editor.form(at, { ...before, move: "0-down" });
    expect([late.status, late.text.includes("Somebody saved this after you opened it.")]).toEqual([409, true]);
    expect(await alts()).toEqual(["c", "a", "B"]);
  });

  test("a draft is previewed as shoppers will see it, with what is not saved, and nothing is saved", async () => {
    const { test, editor } = await shopWithEditor(engine);
    expect((await sendForm(editor, page, { published: "" })).status).toBe(303);
    const before = await read(test, "p-1");
    expect((await shopPage(test, before?.slug ?? "")).status).toBe(404);

    const saved = await editor.get(staffProductPreviewPath("p-1"));
    expect([saved.status, saved.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(saved.text).toContain(before?.name);
    const typed = { name: "Unsaved name", "v0-price": "77.70" };
    const unsaved = await sendForm(editor, page, typed, staffProductPreviewPath("p-1"), page);
    expect([unsaved.status, unsaved.text.includes("Unsaved name"), unsaved.text.includes("$77.70")]).toEqual([200, true, true]);
    expect(await read(test, "p-1")).toEqual(before);
    expect((await test.browser().get(staffProductPreviewPath("p-1"))).status).toBe(303);
  });

  test("a price is scheduled by the shop's clock, begins at once or later, and is ended", async () => {
    const { test, editor } = await shopWithEditor(engine, { SHOP_TIME_ZONE: "America/New_York" });
    const at = staffSchedulePath("p-1");
    const price = async () => (await read(test, "p-1"))?.variants[0]?.price;
    const before = (await price()) ?? 0;
    const tomorrow = test.shop.dates.typed(test.shop.now() + 24 * 3_600_000);

    expect((await sendForm(editor, at, { price: "20%", endsAt: tomorrow, showsFormer: "1" })).status).toBe(303);
    expect(await price()).toBe(Math.round(before * 0.8));
    expect((await shopPage(test, (await read(test, "p-1"))?.slug ?? "")).text).toContain('"discountPercent":20');
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
    const { test, editor } = await shopWithEditor(engine);
    const { category_id } = await test.shop.db.selectFrom("product").select("category_id").executeTakeFirstOrThrow();
    const at = test.shop.now();
    const times = { created_at: at, updated_at: at };
    const rows = Array.from({ length: 70 }, (_, place) => ({
      ...times,
      id: `extra-${place}`,
      slug: `extra-${place}`,
      name: place % 2 ? "Same name" : "same Name",
      category_id,
      label: null,
      published: place < 65 ? 1 : 0,
      premium: place === 3 ? 1 : 0,
      price_start: place,
      price_stop: place,
    }));
    await test.shop.db.insertInto("product").values(rows).execute();
    await test.shop.db.updateTable("variant").set({ on_hand: 0 }).where("product_id", "=", "p-1").execute();
    const idsIn = (text: string) => [...text.matchAll(/href="\/staff\/products\/([\w-]+-\d+)\/"/g)].map(([, id]) => id);
    const found = async (query: string) => idsIn((await editor.get(`${staffProductsPath}${query}`)).text);
    for (const sort of ["name", "changed", "cheapest", "dearest"]) {
      const first = await editor.get(`${staffProductsPath}?q=same&sort=${sort}`);
      const all = [...idsIn(first.text), ...idsIn((await editor.get(linkIn(first.text, "next") ?? "")).text)];
      expect([sort, all.length, new Set(all).size]).toEqual([sort, 70, 70]);
      if (sort === "dearest") expect(all).toEqual(rows.map(({ id }) => id).reverse());
    }
    expect([await found("?premium=1"), (await found("?state=draft")).length]).toEqual([["extra-3"], 5]);
    const out = await found("?out=1");
    expect([out.includes("p-1"), out.includes("p-2")]).toEqual([true, false]);
  });
});

describe("histories of a product", () => {
  /** A product with two variants. */
  async function packs() {
    const { test, editor, category } = await shopWithEditor();
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
    /** Saves the form, and returns the address that undoes the change. */
    const save = async (fields: Record<string, string>, form = at) => {
      test.pass(1000);
      expect((await sendForm(editor, form, fields)).status).toBe(303);
      return staffUndoPath((await entriesOf(test)).at(-1) ?? "");
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

  test("let the second of two editors choose between the fields of a variant that both changed", async () => {
    const { test, at, save, variants } = await packs();
    const two = await signedInAs(test, "staff-editor");
    const late = fieldsIn(await two.get(at), at);
    await save({ "v0-price": "14.00", "v1-price": "22.00", "v1-barcode": "22" });
    const added = { "v2-o0": "20 seeds", "v2-sku": "B-20", "v2-price": "30.00" };
    const conflict = await two.form(at, { ...late, "v1-price": "21.00", ...added });
    expect(conflict.status).toBe(409);
    const found = (pattern: RegExp, { text } = conflict) => [...text.matchAll(pattern)].map(([, match]) => match ?? "");
    // Both changed one price. Only the first changed another price and a barcode, and only the
    // second added a variant.
    expect(found(/<legend>([^<]+)</g)).toEqual(["Variant 10 seeds: price"]);
    const alone = ["Variant 5 seeds: price", "Variant 10 seeds: barcode", "Variant 20 seeds"];
    expect(found(/<li><strong>([^<]+)</g)).toEqual(alone);
    for (const words of ["$14.00", "$22.00", "$21.00", "22"]) expect(conflict.text).toContain(`>${words}<`);
    expect(found(/type="hidden" name="keep_variants-[\w.-]+" value="(\w+)"/g)).toEqual(["theirs", "theirs", "mine"]);
    const [ten = ""] = found(/type="radio" name="(keep_variants-[\w.-]+)" value="theirs" required>/g);
    expect((await two.form(at, { ...fieldsIn(conflict, at), [ten]: "mine" })).status).toBe(303);
    expect(await variants()).toEqual(["B-5 1400", "B-10 2100 22", "B-20 3000"]);

    // A chosen value can still be refused; the form then keeps the choices.
    const stale = fieldsIn(await two.get(at), at);
    await save({ "v0-o0": "8 seeds" });
    const again = await two.form(at, { ...stale, "v2-o0": "8 seeds" });
    const [theirs = "", mine = ""] = found(/name="(keep_variants-[\w.-]+)" value="theirs"/g, again);
    const refused = await two.form(at, { ...fieldsIn(again, at), [theirs]: "theirs", [mine]: "mine" });
    expect([refused.status, refused.text.includes("Two variants have the same options.")]).toEqual([422, true]);
    expect(fieldsIn(refused, at)).toMatchObject({ "v0-o0": "8 seeds", "v2-o0": "8 seeds" });
  });

  test("undo a variant’s change while it is as the change left it, move no stock, and say why where they can’t", async () => {
    const { test, editor, at, save, undo, variants, units } = await packs();
    const text = async () => (await editor.get(at)).text;
    const five = await save({ "v0-price": "14.00" });
    await save({ "v1-price": "22.00", "v0-barcode": "400" });
    // Units were sold and reserved meanwhile.
    const stock = { on_hand: 7, reserved: 2 };
    await transact(test.shop.db, (tx) => tx.updateTable("variant").set(stock).where("sku", "=", "B-5").execute());
    expect(await text()).toContain(`action="${five}"`);
    // A second press changes nothing more, and the undo is not offered again.
    for (const press of [1, 2]) expect([press, (await undo(five)).status]).toEqual([press, 303]);
    expect([await variants(), await units()]).toEqual([
      ["B-5 1200 400", "B-10 2200"],
      ["B-10 0 0", "B-5 7 2"],
    ]);
    expect([(await text()).includes(`action="${five}"`), (await text()).includes("Put back already.")]).toEqual([false, true]);

    const lowered = await save({ "v0-price": "11.00" });
    await save({ "v0-price": "10.00" });
    expect([(await text()).includes(`action="${lowered}"`), (await text()).includes("Changed again since.")]).toEqual([
      false,
      true,
    ]);
    const late = await undo(lowered);
    expect([late.status, late.text.includes("The variant 5 seeds was changed again since.")]).toEqual([409, true]);
    const removal = await save({ "v0-active": "" });
    expect([(await undo(removal)).status, await variants()]).toEqual([303, ["B-5 1000 400", "B-10 2200"]]);
    expect(await units()).toEqual(["B-10 0 0", "B-5 7 2"]);
    await save({ "v0-active": "" });
    await save({ "v2-o0": "5 seeds", "v2-sku": "C-5", "v2-price": "9.00" });
    const taken = await undo(removal);
    expect([taken.status, taken.text.includes("Two variants have the same options.")]).toEqual([422, true]);
    expect(await variants()).toEqual(["B-10 2200", "C-5 900"]);
  });

  test("undo a price for a time while its time is not over or another’s, and say what it was", async () => {
    const { test, editor, id, save, undo } = await packs();
    const schedule = staffSchedulePath(id);
    const [five = "", ten = ""] = ((await read(test, id))?.variants ?? []).map((variant) => variant.id);
    const typed = (minutes: number) => test.shop.dates.typed(test.shop.now() + minutes * 60_000);
    const open = () =>
      test.shop.db.selectFrom("price_schedule").selectAll().where("state", "<>", "ended").orderBy("price").execute();
    const nine = await save({ variant: five, price: "9.00", startsAt: typed(5), endsAt: typed(10) }, schedule);
    await save({ variant: ten, price: "19.00", startsAt: typed(5), endsAt: typed(10) }, schedule);
    expect((await editor.get(schedule)).text).toContain(`action="${nine}"`);
    expect((await undo(nine)).status).toBe(303);
    const [nineteen, ...others] = await open();
    expect([nineteen?.price, others]).toEqual([1900, []]);
    const [from, to] = [nineteen?.starts_at ?? 0, nineteen?.ends_at ?? 0].map((time) => test.shop.dates.moment(time).text);
    expect((await editor.get(schedule)).text).toContain(`Price for a time of 10 seeds: <ins>$19.00 from ${from} to ${to}</ins>`);

    const removal = await save({ remove: nineteen?.id ?? "" }, schedule);
    expect((await undo(removal)).status).toBe(303);
    expect((await open()).map(({ price }) => price)).toEqual([1900]);
    const again = await save({ remove: nineteen?.id ?? "" }, schedule);
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
    const latest = async () => staffUndoPath((await entriesOf(test, "product schedule")).at(-1) ?? "");
    expect([await isOffered(lowered), (await editor.get(schedule)).text.includes(">Holds<")]).toEqual([true, true]);
    expect((await undo(await latest())).status).toBe(303);
    expect((await editor.get(at)).text).toContain("Variant 5 seeds: price <del>$9.00</del> → <ins>$12.00</ins>");
    // The price is already back at $12.00, so undoing the change to $9.00 would change nothing and
    // is not offered.
    expect(await isOffered(lowered)).toBe(false);
    expect((await undo(await latest())).status).toBe(303);
    // This undid the undo, so the price of $9.00 is back. After a later change of the price, the
    // page of scheduled prices says so.
    expect((await read(test, id))?.variants[0]?.price).toBe(900);
    await save({ "v0-price": "11.00" });
    const { text } = await editor.get(schedule);
    expect([text.includes(">Holds<"), text.includes("Price changed since")]).toEqual([false, true]);
  });
});

test("a reader changes and adds no product", async () => {
  const reader = await staffBrowser(await openShop({ pays: false }), "reader");
  const sent = { ...fieldsIn(await reader.get(page), page), name: "Other" };
  expect([(await reader.form(page, sent)).status, (await reader.get(staffNewProductPath)).status]).toEqual([403, 403]);
});

test("a new product begins with the units that are typed with it, each a movement, and says so where it has none", async () => {
  const { test, editor, category } = await shopWithEditor();
  const [owner, packer] = [await staffBrowser(test, "owner"), await staffBrowser(test, "packer")];
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
  // A refused form keeps the typed stock. A row with only a stock also counts as a row, so its
  // price is missing.
  for (const [field, stock, words] of [
    ["v0-stock", "twelve", "Row 1: enter the stock as a whole number"],
    ["v0-stock", "-3", "Row 1: enter the stock as a whole number"],
    ["v0-stock", "1.5", "Row 1: enter the stock as a whole number"],
    ["v2-stock", "4", "Row 2: enter a price in dollars"],
  ] as const) {
    const refused = await sendForm(owner, staffNewProductPath, { ...cup, [field]: stock });
    expect([stock, refused.status, refused.text.includes(words)]).toEqual([stock, 422, true]);
    if (field === "v0-stock") expect(fieldsIn(refused, staffNewProductPath)[field]).toBe(stock);
  }
  const sent = { ...fieldsIn(await owner.get(staffNewProductPath), staffNewProductPath), ...cup, ...rows };
  const [added, twice] = [await owner.form(staffNewProductPath, sent), await owner.form(staffNewProductPath, sent)];
  expect([added.status, twice.status, twice.headers.get("location")]).toEqual([303, 303, added.headers.get("location")]);
  const id = idIn(added.headers.get("location"));
  const [small, large] = (await stockOfProduct(test.shop.db, id)) as [StockRow, StockRow];
  expect([small.onHand, large.onHand]).toEqual([1200, 0]);
  const movements = (await listMovements(test.shop.db, small.id, undefined, 9)).filter(({ units }) => units > 0);
  expect(movements).toMatchObject([{ units: 1200, reason: "received", note: "First stock" }]);
  const audited = await test.shop.db.selectFrom("audit_entry").select("action").where("record_id", "=", small.id).execute();
  expect(audited).toEqual([{ action: "adjusted" }]);
  const saved = (await packer.get(staffProductPath(id))).text;
  expect(saved).toContain(`href="${staffVariantStockPath(small.id)}" aria-label="Stock of row 1: 1200">1200</a>`);
  for (const words of ["It has no stock", "v0-stock", ">Save<"]) expect(saved).not.toContain(words);

  // An editor may not move stock: there is no field, and a sent value moves nothing.
  expect((await editor.get(staffNewProductPath)).text).not.toContain("v0-stock");
  const none = await sendForm(editor, staffNewProductPath, { ...cup, name: "Mug", "v0-stock": "5" });
  const [only] = await stockOfProduct(test.shop.db, idIn(none.headers.get("location")));
  expect(only?.onHand).toBe(0);
  const page = (await editor.get(none.headers.get("location") ?? "")).text;
  expect(page).toContain(`It has no stock, so it can’t be bought. <a href="${staffVariantStockPath(only?.id ?? "")}">`);
});

test("a description of a file stands as text in the form and in the history, and stays as it is until it is changed", async () => {
  const { test, editor } = await shopWithEditor();
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
