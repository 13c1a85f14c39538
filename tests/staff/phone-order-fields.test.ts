import { expect, test } from "vitest";
import { staffPhoneOrderPath, staffPhoneOrderStepPath } from "../../server/staff/paths.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { beginBy, fieldsIn, fill, home, press, rowOf, stepBy } from "./phone-order-fixture.ts";
import { staffBrowser } from "./staff-fixture.ts";

const minutes = 60_000;

/** The page of a phone order, with everything but its shipping method. */
async function openPage({ withAddress = true } = {}): Promise<{
  test: TestShop;
  manager: TestBrowser;
  id: string;
  page: Answer;
}> {
  const test = await openShop();
  const manager = await staffBrowser(test, "manager");
  const id = await beginBy(manager);
  await stepBy(manager, id, "line", { variantId: "v-2", quantity: "2" });
  await stepBy(manager, id, "contact", { email: "ada@example.com" });
  if (withAddress) await stepBy(manager, id, "address", home);
  return { test, manager, id, page: await manager.get(staffPhoneOrderPath(id)) };
}

const linksOf = ({ shop }: TestShop) => shop.db.selectFrom("job").select("id").where("kind", "=", "phone-order-mail").execute();

test("“Email the link” first saves what stands in all fields, and sends the link", async () => {
  const { test, manager, id, page } = await openPage();
  const [units = ""] = Object.keys(fieldsIn(page)).filter((name) => name.startsWith("units-"));
  const typed = { shippingMethodId: "standard", shippingPrice: "0", orderNote: "Ring\r\ntwice", [units]: "3" };
  expect((await press(manager, { id, page }, "link", typed)).status).toBe(303);
  const { shipping_method_id: method, order_note: note } = await rowOf(test, id);
  expect([method, note, (await linksOf(test)).length]).toEqual(["standard", "Ring\ntwice", 1]);
  const saved = (await manager.get(staffPhoneOrderPath(id))).text;
  for (const words of ["<dt>Shipping</dt><dd>$0.00</dd>", "$60.00"])
    expect([words, saved.includes(words)]).toEqual([words, true]);
});

test("a wrong field keeps the link back and is named; what is right is saved, and all that was typed still stands", async () => {
  const { test, manager, id, page } = await openPage();
  const typed = { shippingMethodId: "standard", shippingPrice: "free", orderNote: "Ring twice", promoCode: "NONE" };
  const answer = await press(manager, { id, page }, "link", typed);
  expect([answer.status, answer.text.includes("That didn’t go through")]).toEqual([422, true]);
  expect(answer.text).toMatch(/notice--error[\s\S]*?isn’t valid/);
  expect(answer.text).toContain("Enter an amount in dollars, such as 5.95.");
  expect(fieldsIn(answer)).toMatchObject(typed);
  expect([(await rowOf(test, id)).shipping_method_id, await linksOf(test)]).toEqual(["standard", []]);
  const mended = { promoCode: "", shippingPrice: "0" };
  expect((await press(manager, { id, page: answer }, "link", mended)).status).toBe(303);
  expect(await linksOf(test)).toHaveLength(1);
});

test("an emptied field of units takes no product out, whatever is pressed", async () => {
  const { test, manager, id, page } = await openPage();
  const [units = ""] = Object.keys(fieldsIn(page)).filter((name) => name.startsWith("units-"));
  const row = { row: `lineId=${units.slice("units-".length)}` };
  for (const [step, pressed] of [
    ["note", {}],
    ["quantity", row],
  ] as const) {
    const answer = await press(manager, { id, page }, step, { [units]: "", ...pressed });
    expect([answer.status, answer.text.includes("Enter the units as a number.")]).toEqual([400, true]);
  }
  const search = await press(manager, { id, page }, "fields", { [units]: "", q: "product" });
  expect([search.status, search.text.includes("Saved.")]).toEqual([400, false]);
  const lines = await test.shop.db.selectFrom("checkout_line").select("quantity").execute();
  expect(lines).toEqual([{ quantity: 2 }]);
});

test("an earlier order's address that is refused leaves the email as it was", async () => {
  const { test, manager, id, page } = await openPage();
  const order = await paidOrder(test);
  await test.shop.db.updateTable("order_address").set({ country_area: "ZZ" }).execute();
  const email = "eve@example.com";
  await test.shop.db.updateTable("orders").set({ email, email_norm: email }).execute();
  const row = new URLSearchParams({ email, order: String(order.number) }).toString();
  const answer = await press(manager, { id, page }, "contact", { row });
  expect([answer.status, (await rowOf(test, id)).email]).toEqual([422, "ada@example.com"]);
});

test("any other press is done, and shows what it could not save as it was typed", async () => {
  const { manager, id, page } = await openPage({ withAddress: false });
  const typed = { firstName: "Ada", orderNote: "Ring twice", reason: "Late", q: "product", "units-v-1": "3" };
  const answer = await press(manager, { id, page }, "line", { ...typed, row: "variantId=v-1" });
  expect(answer.status).toBe(422);
  for (const words of ["Added.", "Not saved yet", "Enter the discount, or clear its reason."])
    expect([words, answer.text.includes(words)]).toEqual([words, true]);
  const { "units-v-1": _units, ...kept } = typed;
  expect(fieldsIn(answer)).toMatchObject(kept);
  expect(answer.text).toContain("$30.00");
  // A search saves too, and keeps what it can't save.
  const mended = await press(manager, { id, page: answer }, "fields", { ...home, reason: "", q: "nothing like it" });
  expect([mended.status, mended.headers.get("location")]).toEqual([
    303,
    `${staffPhoneOrderPath(id)}?q=nothing+like+it&notice=fields`,
  ]);
});

test("the fields that nobody changed leave a colleague’s change as it is", async () => {
  const { test, manager, id, page } = await openPage();
  test.pass(1000);
  const owner = await staffBrowser(test, "owner");
  await stepBy(owner, id, "contact", { email: "eve@example.com" });
  const late = await press(manager, { id, page }, "link", { orderNote: "Ring twice" });
  expect([late.status, late.text.includes("has changed since")]).toEqual([409, true]);
  expect(fieldsIn(late)).toMatchObject({ email: "eve@example.com", orderNote: "Ring twice" });
  expect((await press(manager, { id, page: late }, "note")).status).toBe(303);
  const { email, order_note: note } = await rowOf(test, id);
  expect([email, note]).toEqual(["eve@example.com", "Ring twice"]);
});

test("prices that stand in the fields take the permission to refund and a recent sign-in, whatever is pressed", async () => {
  const { test, manager, id, page } = await openPage();
  const typed = { shippingPrice: "0", orderNote: "Ring twice" };
  const packer = await staffBrowser(test, "packer");
  expect((await packer.form(staffPhoneOrderStepPath(id, "note"), { ...fieldsIn(page), ...typed })).status).toBe(403);
  test.pass(11 * minutes);
  const asked = await press(manager, { id, page }, "note", typed);
  expect([asked.status, asked.text.includes('name="shippingPrice" value="0"')]).toEqual([403, true]);
  const { price_adjustment: adjustment, order_note: note } = await rowOf(test, id);
  expect([adjustment, note]).toEqual([null, ""]);
  expect((await press(manager, { id, page }, "note", { orderNote: "Ring twice" })).status).toBe(303);
  expect((await press(manager, { id, page: await manager.get(staffPhoneOrderPath(id)) }, "discard", typed)).status).toBe(303);
});

test("the only method that ships there is chosen with the address; of several, none is", async () => {
  const { test, manager, id } = await openPage();
  expect((await rowOf(test, id)).shipping_method_id).toBe(null);
  await test.shop.db.updateTable("shipping_method").set({ active: 0 }).where("id", "=", "overnight").execute();
  await stepBy(manager, id, "address", { ...home, city: "Dallas", postalCode: "75001" });
  expect((await rowOf(test, id)).shipping_method_id).toBe("standard");
  await fill(manager, id);
});
