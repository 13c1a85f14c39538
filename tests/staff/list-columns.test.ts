import { describe, expect, test } from "vitest";
import {
  staffCustomersFilePath,
  staffCustomersPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffProductsFilePath,
  staffProductsPath,
  staffViewsPath,
} from "../../server/staff/paths.ts";
import { placed } from "../orders/order-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const day = 86_400_000;
const plain = (text: string): string => text.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
const headsIn = ({ text }: Answer) => [...text.matchAll(/<th scope="col"[^>]*>([^<]+)<\/th>/g)].map((match) => match[1]);
/** The texts of a column's cells, from top to bottom. */
const cellsIn = ({ text }: Answer, label: string) =>
  [...text.matchAll(new RegExp(`<td data-label="${label}"[^>]*>(.*?)</td>`, "gs"))].map((match) =>
    (match[1] ?? "").replace(/<[^>]*>/g, "").trim(),
  );
const nextIn = ({ text }: Answer): string | undefined => plain(/href="([^"]+)" rel="next"/.exec(text)?.[1] ?? "") || undefined;

/** The texts of a column on all pages, following the links to the next page. */
async function onAllPages(browser: TestBrowser, address: string, label: string): Promise<string[]> {
  const page = await browser.get(address);
  const next = nextIn(page);
  return [...cellsIn(page, label), ...(next === undefined ? [] : await onAllPages(browser, next, label))] as string[];
}

/**
 * Adds customers. The higher a customer's number, the earlier the customer was created. Two
 * customers share each creation time.
 */
async function addCustomers({ shop }: TestShop, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const [id, email] = [`c-${String(n).padStart(3, "0")}`, `person${String((n * 7) % count).padStart(3, "0")}@x.example`];
    const names = { first_name: "Ann", last_name: `No${n}`, password_hash: null };
    return { id, email, email_norm: email, ...names, created_at: shop.now() - Math.ceil(n / 2) * day };
  });
  await shop.db.insertInto("customer").values(rows).execute();
  return rows.map(({ email }) => email);
}

describe.each(proofEngines)("on %s", (engine) => {
  test("the list of customers has columns and sorts, page by page, and a file of what is shown", async () => {
    const test = await openShop({ engine, pays: false });
    const emails = await addCustomers(test, 110);
    const at = Date.UTC(2026, 2, 4, 18);
    for (const days of [0, 9]) await placed(test.shop.db, { at: at - days * day, customerId: "c-000" });
    const reader = await staffBrowser(test, "reader");

    expect(headsIn(await reader.get(`${staffCustomersPath}?q=ann`))).toEqual([
      ...["Email", "Name", "Orders", "Sum", "Last order", "Tags", "Notes", "State"],
    ]);
    const chosen = await reader.get(`${staffCustomersPath}?q=ann&sort=name&columns=orders&columns=lastOrder&columns=nonsense`);
    expect(headsIn(chosen)).toEqual(["Email", "Orders", "Last order"]);
    const row = cellsIn(chosen, "Email").indexOf(emails[0] ?? "");
    expect([cellsIn(chosen, "Orders")[row], cellsIn(chosen, "Last order")[row]]).toEqual(["2", "Mar 4, 1:00 PM"]);
    expect([cellsIn(chosen, "Orders")[row + 1], cellsIn(chosen, "Last order")[row + 1]]).toEqual(["0", "–"]);
    expect(nextIn(chosen)).toMatch(/\?q=ann&sort=name&columns=orders&columns=lastOrder&after=c-\d{3}$/);

    const pages = (sort: string) => onAllPages(reader, `${staffCustomersPath}?q=ann&sort=${sort}&columns=name`, "Email");
    const byName = emails.map((email, n) => ({ email, name: `No${n}` })).sort((one, other) => (one.name < other.name ? -1 : 1));
    expect(await pages("name")).toEqual(byName.map(({ email }) => email));
    const [newest, oldest] = [await pages("newest"), await pages("oldest")];
    expect([new Set(newest), newest.toReversed()]).toEqual([new Set(emails), oldest]);
    expect(oldest[0]).toBe(emails[109]);

    const file = await reader.get(`${staffCustomersFilePath}?q=ann&sort=oldest&columns=orders&columns=lastOrder&after=c-050`);
    const lines = file.text.trimEnd().split("\r\n");
    expect([lines[0], lines.length]).toEqual(["Email,Orders,Last order (America/New_York)", 111]);
    expect(lines.find((line) => line.startsWith(`${emails[0]},`))).toBe(`${emails[0]},2,2026-03-04 13:00`);
  });

  test("the list of products has columns, which its filters, its sorts and its file keep", async () => {
    const test = await openShop({ engine, pays: false });
    const { db } = test.shop;
    await db.updateTable("product").set({ brand: "Kin & Co", label: "sale", premium: 1 }).where("id", "=", "p-2").execute();
    await db.updateTable("variant").set({ on_hand: 0 }).where("product_id", "=", "p-2").execute();
    const reader = await staffBrowser(test, "reader");
    await db.deleteFrom("product_media").where("product_id", "=", "p-2").execute();
    const usual = await reader.get(`${staffProductsPath}?q=product-2`);
    expect(usual.text).toContain('<span class="thing__picture"></span>');
    expect(headsIn(usual)).toEqual(["Product", "Category", "Price", "In stock", "State"]);
    expect([cellsIn(usual, "Product"), cellsIn(usual, "State")]).toEqual([
      [expect.stringMatching(/^Product 2\s*Kin &amp; Co$/)],
      [expect.stringMatching(/^Published\s+sale\s+premium$/)],
    ]);

    const query = "q=product-2&sort=cheapest&columns=address&columns=brand&columns=stock&columns=state&columns=label";
    const chosen = await reader.get(`${staffProductsPath}?${query}`);
    expect(headsIn(chosen)).toEqual(["Product", "Address", "Brand", "In stock", "State", "Label"]);
    expect([cellsIn(chosen, "Product"), cellsIn(chosen, "State"), cellsIn(chosen, "Label")]).toEqual([
      ["Product 2"],
      [expect.stringMatching(/^Published\s+premium$/)],
      ["sale"],
    ]);
    expect(plain(chosen.text)).toContain("/staff/products/?q=product-2&state=draft&sort=cheapest&columns=address&columns=brand");
    const filters = /<form class="list-search".*?<\/form>/s.exec(chosen.text)?.[0] ?? "no filters";
    expect([...filters.matchAll(/name="columns" value="(\w+)"/g)].map((match) => match[1])).toHaveLength(5);
    const file = await reader.get(`${staffProductsFilePath}?${query}`);
    expect(file.text).toBe(
      'Product,Address,Brand,In stock,State,Label\r\nProduct 2,product-2,Kin & Co,0,"Published, premium",sale\r\n',
    );
  });

  test("the list of orders says how many units each has, and what there is to do", async () => {
    const test = await openShop({ engine });
    const [toPack, requested, canceled] = [await paidOrder(test), await paidOrder(test), await paidOrder(test)];
    const { db, now } = test.shop;
    const change = (id: string, values: { state: "canceled" } | { cancelation_requested: 1 }) =>
      db.updateTable("orders").set(values).where("id", "=", id).execute();
    await change(requested.id, { cancelation_requested: 1 });
    await change(canceled.id, { state: "canceled" });
    const edit = { order_id: toPack.id, line_id: toPack.lineId, n: 1, quantity: 1, net: 2000, tax: 0, actor: "test", at: now() };
    await db.insertInto("order_edit").values(edit).execute();
    const packer = await staffBrowser(test, "packer");
    const page = await packer.get(staffOrdersPath);
    expect(headsIn(page)).toEqual(["Order", "Email", "Placed", "Units", "Total", "State", "To do"]);
    expect(cellsIn(page, "Order")).toEqual([canceled, requested, toPack].map(({ number }) => String(number)));
    expect([cellsIn(page, "Units"), cellsIn(page, "To do")]).toEqual([
      ["2", "2", "1"],
      ["–", "Answer the cancellation request", "Pack"],
    ]);
    const file = await packer.get(`${staffOrdersFilePath}?columns=units&columns=todo`);
    expect(file.text).toContain(`\r\n${toPack.number},1,Pack\r\n`);
  });

  test("views of both lists are saved without their page, for whoever may see the list", async () => {
    const test = await openShop({ engine, pays: false });
    const packer = await staffBrowser(test, "packer");
    const reader = await staffBrowser(test, "reader");
    const lists = { customers: staffCustomersPath, products: staffProductsPath };
    for (const [list, path] of Object.entries(lists)) {
      const saved = await send(reader, path, staffViewsPath, { list, name: `My ${list}`, query: "q=x&columns=state&after=p-1" });
      expect(saved.headers.get("location")).toBe(`${path}?q=x&columns=state`);
      const shown = await reader.get(`${path}?q=x&columns=state`);
      expect(shown.text.match(/aria-current="true">[^<]+/g)).toContain(`aria-current="true">My ${list}`);
      expect(shown.text).not.toContain('aria-current="true">All');
    }
    expect((await reader.get(staffOrdersPath)).text).not.toContain("My customers");
    const refused = await send(packer, staffOrdersPath, staffViewsPath, { list: "customers", name: "Mine", query: "" });
    expect(refused.status).toBe(403);
    expect((await send(packer, staffOrdersPath, staffViewsPath, { list: "products", name: "Mine", query: "" })).status).toBe(303);
  });
});
