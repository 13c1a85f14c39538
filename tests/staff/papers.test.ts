import { describe, expect, test } from "vitest";
import { paperFileName, paperUrl } from "../../server/media/papers.ts";
import { orderPaperPath, orderPath } from "../../server/orders/paths.ts";
import {
  staffOrderPath,
  staffPaperPath,
  staffPapersPath,
  staffPaperUploadPath,
  staffProductPath,
  staffUndoPath,
} from "../../server/staff/paths.ts";
import { addCustomer } from "../identity/customer-fixture.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { fieldsIn, sendForm } from "./product-page.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

const page = staffProductPath("p-2");
const shopPage = "/storefront/products/product-2/";
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);

async function upload(editor: TestBrowser, bytes: Buffer, fields: Record<string, string> = {}, name = "coa.pdf") {
  const form = new FormData();
  form.append("_csrf", tokenIn(await editor.get(page)));
  for (const [field, value] of Object.entries({ "current-new": "1", ...fields })) form.append(field, value);
  form.append("paper", new Blob([new Uint8Array(bytes)]), name);
  return await editor.request("POST", staffPaperUploadPath("p-2"), { body: form, headers: { accept: "text/html" } });
}

const papersOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("product_paper").selectAll().where("product_id", "=", "p-2").orderBy("added_at").execute();
const keysOf = async (test: TestShop) => (await papersOf(test)).map(({ key }) => key);
const linksIn = (text: string): string[] => [...text.matchAll(/href="(\/media\/papers\/[^"]+)"/g)].map(([, href]) => href ?? "");

describe.each(engines)("on %s", (engine) => {
  test("a paper is uploaded, shown on the product's page with its lot and size, replaced, removed, and undone", async () => {
    const shop = await openShop({ engine, pays: false });
    const editor = await staffBrowser(shop, "editor");
    expect((await shop.browser().get(shopPage)).text).not.toContain("Papers");

    const bytes = pdf("x".repeat(120_000));
    const added = await upload(editor, bytes, { "title-new": "Certificate of <analysis>", "lot-new": "B12" });
    expect([added.status, added.headers.get("location")]).toEqual([303, `${page}?papers=added#papers`]);
    const [first = ""] = await keysOf(shop);
    expect((await shop.browser().get(shopPage)).text).toMatch(
      new RegExp(`<a href="${paperUrl(first)}">Certificate of &lt;analysis&gt;</a> <span class="soft">Lot B12, PDF, 120 kB`),
    );

    shop.pass(1000);
    const [{ id } = { id: "" }] = await papersOf(shop);
    expect((await upload(editor, pdf("two"), { "lot-new": "C13", replaces: id })).status).toBe(303);
    expect(await papersOf(shop)).toMatchObject([
      { id, title: "Certificate of <analysis>", lot: "C13", bytes: pdf("two").length },
    ]);
    const [second = ""] = await keysOf(shop);
    const after = (await shop.browser().get(shopPage)).text;
    expect([linksIn(after), after.includes("Lot C13, PDF, 1 kB")]).toEqual([[paperUrl(second)], true]);
    expect((await shop.browser().get(paperUrl(first))).status).toBe(404);

    shop.pass(1000);
    expect((await sendForm(editor, page, { [`remove-${id}`]: "1" }, staffPapersPath("p-2"))).status).toBe(303);
    expect(await papersOf(shop)).toEqual([]);
    const entries = shop.shop.db.selectFrom("audit_entry").select("id").where("record_kind", "=", "product papers");
    const last = await entries.orderBy("at", "desc").executeTakeFirstOrThrow();
    await editor.form(staffUndoPath(last.id), { _csrf: tokenIn(await editor.get(page)) });
    expect(await keysOf(shop)).toEqual([second]);
  });

  test("shoppers see the newest paper of each title that is of the current lot; a draft's are seen by nobody", async () => {
    const shop = await openShop({ engine, pays: false });
    const editor = await staffBrowser(shop, "editor");
    for (const [title, lot] of [
      ["Analysis", "A"],
      ["analysis", "B"],
      ["Data sheet", ""],
    ]) {
      shop.pass(1000);
      await upload(editor, pdf(`${title}${lot}`), { "title-new": title ?? "", "lot-new": lot ?? "" });
    }
    const [a = "", b = "", sheet = ""] = await keysOf(shop);
    const seen = async () => linksIn((await shop.browser().get(shopPage)).text);
    expect(await seen()).toEqual([paperUrl(b), paperUrl(sheet)]);

    const fields = fieldsIn(await editor.get(page), staffPapersPath("p-2"));
    const [, other] = await papersOf(shop);
    delete fields[`current-${other?.id}`];
    expect((await editor.form(staffPapersPath("p-2"), fields)).status).toBe(303);
    expect(await seen()).toEqual([paperUrl(a), paperUrl(sheet)]);
    expect((await shop.browser().get(paperUrl(b))).status).toBe(404);

    await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-2").execute();
    expect((await shop.browser().get(paperUrl(sheet))).status).toBe(404);
    expect((await editor.get(staffPaperPath(sheet))).status).toBe(200);
  });

  test("an order keeps the papers of the moment when it was placed, for its shopper and the staff alone", async () => {
    const shop = await openShop({ engine });
    const editor = await staffBrowser(shop, "editor");
    const packer = await staffBrowser(shop, "packer");
    await upload(editor, pdf("lot A"), { "title-new": "Analysis", "lot-new": "A1" });
    await addCustomer(shop, "ada");
    const order = await paidOrder(shop, "ada");
    const [kept = ""] = await keysOf(shop);
    const [{ id } = { id: "" }] = await papersOf(shop);
    shop.pass(1000);
    await upload(editor, pdf("lot B"), { "lot-new": "B2", replaces: id });
    await sendForm(editor, page, { [`remove-${id}`]: "1" }, staffPapersPath("p-2"));

    const ada = shop.browser();
    await ada.token();
    await beginSession(shop, ada, "ada", "ada-laptop");
    const address = orderPaperPath(order.id, kept);
    const shown = (await ada.get(orderPath(order.id))).text;
    expect(shown).toContain(`<a href="${address}">Analysis</a> Lot A1, PDF, 1 kB`);
    expect((await ada.get(address)).text).toBe(pdf("lot A").toString());
    expect((await shop.browser().get(address)).status).toBe(303);
    expect((await ada.get(orderPaperPath(order.id, "0".repeat(32)))).status).toBe(404);

    const staffPage = (await packer.get(staffOrderPath(order.number))).text;
    expect(staffPage).toContain(`<a href="${staffPaperPath(kept)}">Analysis</a> <span class="soft">Lot A1`);
    expect((await packer.get(staffPaperPath(kept))).text).toBe(pdf("lot A").toString());
    expect((await shop.browser().get(paperUrl(kept))).status).toBe(404);
  });
});

test("a PDF is sent so that nothing in it is a page of the shop", async () => {
  const shop = await openShop({ pays: false });
  const editor = await staffBrowser(shop, "editor");
  await upload(editor, pdf("<script>alert(1)</script>"), {}, '../../"Coa\r\n; éx.html.pdf');
  const [key = ""] = await keysOf(shop);
  const { headers, text } = await shop.browser().get(paperUrl(key));
  expect(text).toBe(pdf("<script>alert(1)</script>").toString());
  expect(["content-type", "x-content-type-options", "content-security-policy"].map((name) => headers.get(name))).toEqual([
    "application/pdf",
    "nosniff",
    "default-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ]);
  expect(headers.get("content-disposition")).toMatch(/^inline; filename="[A-Za-z0-9 ._-]+\.pdf"$/);
  const again = await shop.browser().request("GET", paperUrl(key), { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

test("what is no PDF is refused by its first bytes, and what was typed stays", async () => {
  const shop = await openShop({ pays: false });
  const editor = await staffBrowser(shop, "editor");
  const refused = await upload(editor, Buffer.from("<!doctype html><p>%PDF-"), { "title-new": "Analysis 7" });
  expect([refused.status, refused.text.includes("coa.pdf: it is not a PDF.")]).toEqual([415, true]);
  expect(refused.text).toContain('value="Analysis 7"');
  expect((await upload(editor, Buffer.alloc(0))).text).toContain("Choose a PDF first.");
  expect((await upload(editor, pdf("x"), { replaces: "unknown" })).status).toBe(404);
  expect(await papersOf(shop)).toEqual([]);
});

test("the name of a file keeps plain letters, digits, and signs", () => {
  expect(["Lot B-12.PDF", "a/b\\c d.pdf", "…", "x".repeat(200)].map(paperFileName)).toEqual([
    "Lot B-12.pdf",
    "c d.pdf",
    "paper.pdf",
    `${"x".repeat(80)}.pdf`,
  ]);
});
