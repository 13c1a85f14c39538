import { describe, expect, test } from "vitest";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { mostLines, readTrackingLines } from "../../server/staff/orders/tracking-lines.ts";
import { staffOrdersPath, staffTrackingPath, staffTrackingRunPath } from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

const fieldIn = (page: Answer, name: string): string =>
  pageOf(page).querySelector(`form[action="${staffTrackingRunPath}"] [name="${name}"]`)?.textContent ||
  pageOf(page).querySelector(`form[action="${staffTrackingRunPath}"] [name="${name}"]`)?.getAttribute("value") ||
  "";

/** Sends a file, or pasted lines, for a dry run. */
async function tryFile(
  browser: TestBrowser,
  { file, ...fields }: { file?: string; lines?: string; carrier?: string },
): Promise<Answer> {
  const form = new FormData();
  form.append("_csrf", tokenIn(await browser.get(staffTrackingPath)));
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file !== undefined) form.append("file", new Blob([file]), "tracking.csv");
  return await browser.request("POST", staffTrackingPath, { body: form, headers: { accept: "text/html" } });
}

const shipThese = (browser: TestBrowser, page: Answer) =>
  browser.form(staffTrackingRunPath, { _csrf: tokenIn(page), id: fieldIn(page, "id"), lines: fieldIn(page, "lines") });

/** What the dry run says of each line: its order, what would be done, and why not. */
const said = (page: Answer): Record<string, string> =>
  Object.fromEntries(
    [...pageOf(page).querySelectorAll("table tbody tr")].map((row) => {
      const [order = "", , what = "", why = ""] = [...row.querySelectorAll("td, th")].map((cell) =>
        (cell.textContent ?? "").replace(/\s+/g, " ").trim(),
      );
      return [order, ["", "–"].includes(why) ? what : why];
    }),
  );

const shipmentsOf = ({ shop }: TestShop) =>
  shop.db
    .selectFrom("order_shipment as s")
    .innerJoin("orders as o", "o.id", "s.order_id")
    .select(["o.number", "s.carrier", "s.tracking"])
    .orderBy("o.number")
    .execute();

const mailsOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("job").select("kind").where("kind", "in", ["fulfilled-mail", "resent-mail"]).execute()).length;

describe.each(engines)("on %s", (engine) => {
  test("a file is tried line by line, ships what can be shipped, and twice pressed ships once", async () => {
    const test = await openShop({ engine });
    const orders = [];
    for (let at = 0; at < 5; at += 1) orders.push(await paidOrder(test));
    const [good, canceled, asked, shipped, bare] = orders as [(typeof orders)[0], ...typeof orders];
    const { db, now } = test.shop;
    const set = (order: { number: number } | undefined, values: object) =>
      db
        .updateTable("orders")
        .set(values)
        .where("number", "=", order?.number ?? 0)
        .execute();
    await set(canceled, { state: "canceled" });
    await set(asked, { cancelation_requested: 1 });
    await fulfilOrder(db, { orderId: shipped?.id ?? "", shipment: { carrier: "UPS", tracking: "1Z" }, now: now() });
    await fulfilOrder(db, { orderId: bare?.id ?? "", now: now() });
    const before = await mailsOf(test);
    const packer = await staffBrowser(test, "packer");
    await set(good, { hold_reason: "Call first" });
    const held = await tryFile(packer, { file: `Order;Carrier;Tracking\r\n${good.number};UPS;T-0` });
    expect(said(held)).toEqual({ [String(good.number)]: "This order is on hold: Call first" });
    await set(good, { hold_reason: null });
    const lines = [
      "Tracking Number;Order #;Other;Carrier",
      `9400 1;#${good.number};x;usps`,
      `9400 2;${good.number};x;UPS`,
      ...[canceled, asked, shipped].map((order, at) => `T-${at};${order?.number};x;UPS`),
      `94009;${bare?.number};x;FedEx`,
      "9.4E+21;88888;x;UPS",
      "T-7;99999;x;UPS",
      "T-8;none;x;UPS",
    ].join("\r\n");

    const page = await tryFile(packer, { file: `\uFEFF${lines}` });

    expect(page.status).toBe(200);
    expect(said(page)).toMatchObject({
      [String(canceled?.number)]: "This order has already been canceled.",
      [String(asked?.number)]: expect.stringContaining("A cancellation was requested"),
      [String(shipped?.number)]: "This order has shipped, and has a tracking number.",
      [String(bare?.number)]: "Would get its tracking number",
      "88888": expect.stringContaining("The tracking number must be"),
      "99999": "There is no order with this number.",
      none: "This isn’t an order’s number.",
    });
    expect(page.text).toContain("2 would be used, 7 would be left out");
    expect(page.text).toContain("An earlier line has this order");
    expect((await shipmentsOf(test)).map(({ number }) => number)).toEqual([shipped?.number, bare?.number]);

    const done = await shipThese(packer, page);
    expect((await shipThese(packer, page)).headers.get("location")).toBe(done.headers.get("location"));
    const result = await packer.get(done.headers.get("location") ?? "");
    expect(result.text).toContain("2 orders have their tracking numbers and are shipped.");
    expect(await shipmentsOf(test)).toEqual([
      { number: good.number, carrier: "USPS", tracking: "9400 1" },
      { number: shipped?.number, carrier: "UPS", tracking: "1Z" },
      { number: bare?.number, carrier: "FedEx", tracking: "94009" },
    ]);
    expect((await mailsOf(test)) - before).toBe(2);

    // A second dry run of the same file would ship nothing.
    const again = await tryFile(packer, { file: lines });
    expect(again.text).toContain("0 would be used, 9 would be left out");
    expect(again.text).not.toContain("Ship these");
  });

  test("what can no more be shipped is reported after the button", async () => {
    const test = await openShop({ engine });
    const [one, two] = [await paidOrder(test), await paidOrder(test)];
    const packer = await staffBrowser(test, "packer");
    const page = await tryFile(packer, { lines: `Order\tTracking\n${one.number}\tA1\n${two.number}\tA2\n`, carrier: "DHL" });
    expect(page.text).toContain("2 would be used, 0 would be left out");
    await test.shop.db.updateTable("orders").set({ state: "canceled" }).where("id", "=", two.id).execute();
    const done = await shipThese(packer, page);
    const result = await packer.get(done.headers.get("location") ?? "");
    expect(result.text).toContain("1 order has its tracking number and is shipped.");
    expect(result.text).toContain(`Order ${two.number}: This order has already been canceled.`);
    expect(await shipmentsOf(test)).toEqual([{ number: one.number, carrier: "DHL", tracking: "A1" }]);
  });
});

test("a file that cannot be read, an empty form, and a role that may not ship are refused", async () => {
  const test = await openShop({ pays: false });
  const packer = await staffBrowser(test, "packer");
  for (const [sent, why] of [
    [{}, "Choose a file, or paste its lines."],
    [{ lines: "1001,UPS,1Z" }, "The first line must name the columns"],
    [{ lines: "Order,Tracking" }, "no line below"],
    [{ file: 'Order,Tracking\n"1001,1Z' }, "quotation marks"],
    [{ lines: `Order,Tracking${"\n1,2".repeat(mostLines + 1)}` }, `Up to ${mostLines} lines`],
    [{ file: "x".repeat(300_000) }, "up to 250 kB"],
  ] as const) {
    const refused = await tryFile(packer, sent);
    expect([refused.status >= 400, refused.text.includes(why), why]).toEqual([true, true, why]);
  }
  expect((await packer.get(staffOrdersPath)).text).toContain(staffTrackingPath);
  const reader = await staffBrowser(test, "reader");
  expect((await reader.get(staffTrackingPath)).status).toBe(403);
  expect((await reader.get(staffOrdersPath)).text).not.toContain(`href="${staffTrackingPath}"`);
});

test("columns are known by the names of other shops and programs", () => {
  for (const header of [
    "Order Number,Carrier,Tracking Number",
    "Name,Tracking Company,Tracking Number",
    "Order #,Carrier Code,Tracking #",
    "order_id,shipping_carrier,tracking_no",
  ]) {
    const read = readTrackingLines(`${header}\n#1001,ups,"=""94001"""\n`, "");
    expect([header, read.ok && read.value[0]?.parcel]).toEqual([
      header,
      { ok: true, value: { number: 1001, shipment: { carrier: "UPS", tracking: "94001" } } },
    ]);
  }
});
