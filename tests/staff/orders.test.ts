import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { dollars } from "../../server/money.ts";
import { requestCancelation } from "../../server/orders/cancelation.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import { findOrderRecord } from "../../server/orders/record.ts";
import { receiveReturn } from "../../server/orders/return.ts";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";
import { eventWord } from "../../server/orders/rules/words.ts";
import {
  staffOrderActionPath,
  staffOrderPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPath,
  staffSlipPath,
} from "../../server/staff/paths.ts";
import { pageOf } from "../checkout/shopper.ts";
import { lineOf, placed } from "../orders/order-fixture.ts";
import { holdJobs, releaseJobs } from "../payments/cancel-fixture.ts";
import { expectInOrder } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { act, agreeTo, seenIn } from "./act-on-order.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { send, signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const rowOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const stateOf = async (test: TestShop, id: string): Promise<string> => (await rowOf(test, id)).state;
const refundedOf = async ({ shop }: TestShop, id: string): Promise<number[]> =>
  (await shop.db.selectFrom("order_refund").select("amount").where("order_id", "=", id).orderBy("n").execute()).map(
    ({ amount }) => amount,
  );

describe.each(engines)("on %s", (engine) => {
  test("a packer notes something for the staff, and writes to the shopper, who sees that alone", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    const decided = seenIn((await packer.get(staffOrderPath(number))).text);

    expect((await act(packer, number, "note", { to: "staff", note: "Fragile: wrap <twice>." })).status).toBe(303);
    for (const press of [1, 2]) {
      const sent = await act(packer, number, "note", { to: "shopper", note: "Your jar leaves on Monday.\r\n\r\nThank you!" });
      expect([press, sent.status]).toEqual([press, 303]);
    }
    await test.runJobs();

    const mails = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("a message for you"));
    expect(mails.map(({ to, text }) => [to, text.includes("Your jar leaves on Monday."), text.includes("Fragile")])).toEqual([
      ["ada@example.com", true, false],
    ]);
    const page = await packer.get(staffOrderPath(number));
    expect(page.text).toContain("Fragile: wrap &lt;twice&gt;.");
    // What is written about an order outdates no page of it.
    expect(seenIn(page.text)).toBe(decided);
    const order = await findOrderRecord(test.shop.db, id);
    const shown = (order?.events ?? []).flatMap((event) => eventWord(event) ?? []).join("\n");
    expect([shown.includes("Message from the store: Your jar leaves on Monday."), shown.includes("Fragile")]).toEqual([
      true,
      false,
    ]);

    const empty = await act(packer, number, "note", { to: "shopper", note: " \n " });
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("Write something first.")]);
    const long = await act(packer, number, "note", { to: "shopper", note: "x".repeat(2001) });
    expect([long.status, long.text]).toEqual([422, expect.stringContaining("x".repeat(2001))]);
    expect((await act(packer, number, "note", { to: "everybody", note: "x" })).status).toBe(400);
  });

  test("a packer ships an order with its tracking, and the history says who", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");

    const wrong = await act(packer, number, "fulfilment", { carrier: "UPS" });
    expect([wrong.status, wrong.text.includes('value="UPS"')]).toEqual([400, true]);
    expect((await act(packer, number, "fulfilment", { carrier: "ups", tracking: "1Z 99" })).status).toBe(303);

    const page = (await packer.get(staffOrderPath(number))).text;
    expect(page).toContain("https://www.ups.com/track?tracknum&#x3D;1Z99");
    expect(page).toMatch(/Order shipped[\s\S]*The packer/);
    expect(await stateOf(test, id)).toBe("fulfilled");
    await test.runJobs();
    expect((await emailsIn(test.directory)).some(({ subject }) => /shipped|on its way/i.test(subject))).toBe(true);
    await expectInOrder(test);
  });

  test("a line, an amount and the rest are refunded, never twice by two presses, never more than was paid", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    const asked = await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" });
    const path = staffOrderActionPath(number, "refund");
    expect([asked.status, await refundedOf(test, id)]).toEqual([200, []]);
    const { fields: press } = confirmationIn(asked);

    const answers = await Promise.all([manager.form(path, press), manager.form(path, press)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await refundedOf(test, id)).length).toBe(1);
    const again = await manager.form(path, press);
    expect([again.status, again.text.includes("has changed since the page was opened")]).toEqual([409, true]);
    const refunded = await manager.get(staffOrderPath(number));
    expect(refunded.text).toContain("(1 taken out)");
    expect(refunded.text).toContain(">Refund requested <");
    const sum = pageOf(refunded).querySelector("#amount");
    expect([sum?.hasAttribute("required"), sum?.closest(".field")?.textContent?.includes("optional")]).toEqual([true, false]);
    expect([...(sum?.closest("form")?.querySelectorAll("button") ?? [])].map((each) => each.textContent)).toEqual([
      "Refund this amount",
    ]);

    expect((await agreeTo(manager, number, "refund", { how: "amount", amount: "5" })).status).toBe(303);
    const tooMuch = await act(manager, number, "refund", { how: "amount", amount: "999" });
    expect([tooMuch.status, tooMuch.text.includes('value="999"'), tooMuch.text.includes("left to refund")]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await agreeTo(manager, number, "refund", { how: "all" })).status).toBe(303);
    await test.runJobs();
    const { total } = await rowOf(test, id);
    expect((await refundedOf(test, id)).reduce((sum, amount) => sum + amount, 0)).toBe(total);
    await expectInOrder(test);
  });

  test("products are taken out before it ships, and taken back after", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");

    expect((await agreeTo(manager, number, "edit", { lineId, quantity: "1" })).status).toBe(303);
    expect((await act(manager, number, "fulfilment")).status).toBe(303);
    const listed = async () =>
      (await manager.get(`${staffOrdersPath}?state=returns-awaited`)).text.includes(staffOrderPath(number));
    expect(await listed()).toBe(false);
    const asked = await act(manager, number, "return", { how: "ask", [`line-${lineId}`]: "1" });
    expect([asked.status, asked.headers.get("location")]).toEqual([303, `${staffOrderPath(number)}?notice=announced`]);
    expect(await listed()).toBe(true);
    expect(pageOf(await manager.get(staffPath)).querySelector("a[href*='state=returns']")).toBeNull();
    const waiting = pageOf(await manager.get(staffOrderPath(number))).querySelector(".record section");
    expect(waiting?.textContent?.replace(/\s+/g, " ")).toContain("A return is awaited");
    expect(waiting?.querySelector("li")?.textContent).toMatch(/^Product 2.*: 1 awaited$/);
    // All that shipped is announced.
    expect([...(waiting?.querySelectorAll("button") ?? [])].map(({ value }) => value)).toEqual(["restock", "write-off"]);
    expect(waiting?.querySelector(`input[name=line-${lineId}]`)?.getAttribute("value")).toBe("1");
    expect((await agreeTo(manager, number, "return", { how: "restock", [`line-${lineId}`]: "1" })).status).toBe(303);
    expect((await manager.get(staffOrderPath(number))).text).not.toContain("A return is awaited");
    expect(await listed()).toBe(false);
    expect((await act(manager, number, "return", { how: "restock", [`line-${lineId}`]: "1" })).status).toBe(409);
    expect((await act(manager, number, "return", { how: "ask" })).status).toBe(400);
    expect((await manager.get(staffOrderPath(number))).text).toContain("1 returned, 1 refunded)");
    expect((await manager.get(staffOrderPath(number))).text).toContain("Return restocked");

    await test.runJobs();
    const left = await test.shop.db
      .selectFrom("variant")
      .select(["on_hand", "reserved"])
      .where("id", "=", "v-2")
      .executeTakeFirstOrThrow();
    expect(left).toEqual({ on_hand: 10, reserved: 0 });
    expect(await refundedOf(test, id)).toHaveLength(2);
    await expectInOrder(test);
  });

  test("a request to cancel is decided at the top of the order: kept, its shopper is told and cannot ask again", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    const who = { grant: id, email: "ada@example.com" };
    const request = { orderId: id, orderNumber: number, userEmail: "ada@example.com", reason: reasons[1] };
    expect((await act(packer, number, "keeping")).status).toBe(409);
    expect((await requestCancelation(test.shop.db, who, request, test.shop.now())).ok).toBe(true);

    const requestShownTo = async (browser: TestBrowser) =>
      pageOf(await browser.get(staffOrderPath(number))).querySelector("[aria-labelledby=request]");
    const formsOf = (asked: Awaited<ReturnType<typeof requestShownTo>>) =>
      [...(asked?.querySelectorAll("form") ?? [])].map((form) => form.getAttribute("action"));
    const asked = await requestShownTo(packer);
    expect(asked?.textContent).toContain(`Reason: ${reasons[1]}.`);
    // Canceling is for those who may refund.
    const keeping = staffOrderActionPath(number, "keeping");
    expect(formsOf(asked)).toEqual([keeping]);
    const manager = await staffBrowser(test, "manager");
    expect(formsOf(await requestShownTo(manager))).toEqual([`${staffOrderActionPath(number, "cancelation")}#confirm`, keeping]);
    const today = async () => (await packer.get(staffPath)).text.replace(/\s+/g, " ");
    expect(await today()).toMatch(/<strong>1<\/strong> cancellation requested/);
    const outdated = await packer.form(staffOrderActionPath(number, "keeping"), {
      _csrf: tokenIn(await packer.get(staffOrderPath(number))),
      seen: "0",
    });
    expect(outdated.status).toBe(409);
    const kept = await act(packer, number, "keeping");
    expect([kept.status, kept.headers.get("location")]).toEqual([303, `${staffOrderPath(number)}?notice=keeping`]);
    expect((await act(packer, number, "keeping")).status).toBe(409);

    const page = (await packer.get(staffOrderPath(number))).text;
    expect(page).not.toContain("asks to cancel");
    expect(page).toContain("Request to cancel declined: the order stays");
    expect(await today()).toMatch(/<strong>1<\/strong> to pack/);
    expect(await requestCancelation(test.shop.db, who, request, test.shop.now())).toMatchObject({
      error: "We’ve already answered your request: this order will ship.",
    });
    await test.runJobs();
    const told = (await emailsIn(test.directory)).filter(({ subject }) => subject.includes("not canceled"));
    expect(told.map(({ to }) => to)).toEqual(["ada@example.com"]);
    expect((await findOrderRecord(test.shop.db, id))?.order).toMatchObject({ cancelationDeclined: true, asksToCancel: false });
    await expectInOrder(test);
  });

  test("shipping a part of an order answers a request to cancel it: the rest is packed, and its shopper is told once", async () => {
    const test = await openShop({ engine });
    const { id, number, lineId } = await paidOrder(test);
    const packer = await staffBrowser(test, "packer");
    const request = { orderId: id, orderNumber: number, userEmail: "ada@example.com", reason: reasons[1] };
    await requestCancelation(test.shop.db, { grant: id, email: "ada@example.com" }, request, test.shop.now());
    const listed = async (state: string) =>
      (await packer.get(`${staffOrdersPath}?state=${state}`)).text.includes(staffOrderPath(number));
    expect([await listed("requested"), await listed("to-pack")]).toEqual([true, false]);

    expect((await act(packer, number, "fulfilment", { how: "lines", [`line-${lineId}`]: "1" })).status).toBe(303);
    expect([await listed("requested"), await listed("to-pack")]).toEqual([false, true]);
    expect((await packer.get(staffOrderPath(number))).text).not.toContain("asks to cancel");
    expect((await act(packer, number, "keeping")).status).toBe(409);
    expect((await act(packer, number, "fulfilment", { how: "all" })).status).toBe(303);
    await test.runJobs();
    const sentence = "cancel it as you asked because";
    const told = (await emailsIn(test.directory)).filter(({ text }) => text.replace(/\s+/g, " ").includes(sentence));
    expect(told.map(({ subject }) => /shipped in part/.test(subject))).toEqual([true]);
  });

  test("an order is canceled, after a proof where the sign-in is old, and only once", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    const manager = await staffBrowser(test, "manager");
    test.pass(11 * 60_000);
    const asked = await act(manager, number, "cancelation");
    expect([asked.status, await stateOf(test, id)]).toEqual([403, "placed"]);
    // Without an app there is no code to ask for.
    expect([asked.text.includes('id="proof_password"'), asked.text.includes("proof_code")]).toEqual([true, false]);
    const proof = { _csrf: tokenIn(asked), seen: "0", proof_password: "Green-leaf-42", proof_code: "" };
    const confirmation = await manager.form(staffOrderActionPath(number, "cancelation"), { ...proof, seen: seenIn(asked.text) });
    const { words, button, fields } = confirmationIn(confirmation);
    const { total } = await rowOf(test, id);
    expect([confirmation.status, words, button]).toEqual([
      200,
      `Cancels the order and puts 2 × Product 2, Variant 2 back into stock. ${dollars(total)} goes back to Visa ending in 4242. This can’t be undone.`,
      `Cancel the order and refund ${dollars(total)}`,
    ]);
    expect(pageOf(confirmation).querySelector("details[open] summary")?.textContent).toBe("Cancel the order");
    expect(await stateOf(test, id)).toBe("placed");
    const path = staffOrderActionPath(number, "cancelation");
    const otherSum = await manager.form(path, { ...fields, shownRefund: "1" });
    expect([otherSum.status, confirmationIn(otherSum).words, await stateOf(test, id)]).toEqual([409, words, "placed"]);
    expect((await manager.form(path, { ...fields, seen: "7" })).status).toBe(409);
    expect((await manager.form(path, fields)).status).toBe(303);

    expect(await stateOf(test, id)).toBe("canceled");
    expect((await manager.form(path, fields)).status).toBe(409);
    expect((await act(manager, number, "cancelation")).status).toBe(409);
    expect((await act(manager, number, "fulfilment")).status).toBe(409);
    await test.runJobs();
    await expectInOrder(test);
  });

  test("a reader sees an order and no form, and a form of theirs changes nothing", async () => {
    const test = await openShop({ engine });
    const { id, number } = await paidOrder(test);
    await staffBrowser(test, "reader");
    const reader = await signedInAs(test, "staff-reader");
    const page = await reader.get(staffOrderPath(number));
    expect([page.status, page.text.includes("Mark as shipped"), page.text.includes("Cancel the order")]).toEqual([
      200,
      false,
      false,
    ]);
    expect((await act(reader, number, "fulfilment", { _csrf: tokenIn(await reader.get("/staff/security/")) })).status).toBe(403);
    expect(await stateOf(test, id)).toBe("placed");
  });

  test("orders are found by number, email, name, state and day, a page after the other", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const day = 24 * 3_600_000;
    const numbers: number[] = [];
    for (let at = 0; at < 53; at++) {
      const wish = { at: now() - at * 1000, email: `ann+${at}@example.com`, lines: [lineOf(2)] };
      numbers.push((await placed(db, wish)).number);
    }
    const old = await placed(db, { at: now() - 10 * day, email: "100%_sure@example.com" });
    const packer = await staffBrowser(test, "packer");
    const found = async (query: string) => {
      const { text } = await packer.get(`${staffOrdersPath}${query}`);
      return [...text.matchAll(/href="\/staff\/orders\/(\d+)\/"/g)].map(([, number]) => Number(number));
    };

    const first = await found("");
    const older = /href="(\/staff\/orders\/\?before&#x3D;\d+)"/.exec((await packer.get(staffOrdersPath)).text)?.[1] ?? "";
    const second = await found(older.slice(staffOrdersPath.length).replace("&#x3D;", "="));
    expect([first.length, second.length]).toEqual([50, 4]);
    expect([...first, ...second]).toEqual([...numbers, old.number].toSorted((a, b) => b - a));

    expect(await found("?q=%25_SURE@")).toEqual([old.number]);
    expect(await found("?q=nobody@")).toEqual([]);
    expect((await packer.get(`${staffOrdersPath}?q=%23${old.number}`)).headers.get("location")).toBe(staffOrderPath(old.number));
    expect((await found("?q=ADA%20shop")).length).toBe(50);
    expect(await found("?state=fulfilled")).toEqual([]);
    const on = new Date(now() - 10 * day).toISOString().slice(0, 10);
    expect(await found(`?to=${on}`)).toEqual([old.number]);
    expect((await found("?before=-1&state=none")).length).toBe(50);
    const file = (await packer.get(`${staffOrdersFilePath}?q=ann%2B`)).text.trim().split("\r\n");
    expect(file).toHaveLength(1);
    expect((await packer.get(`${staffOrdersFilePath}?q=ann%2B1@`)).text).toContain("ann+1@example.com");
  });

  test("today names what waits, to whom it concerns", async () => {
    const test = await openShop({ engine });
    await paidOrder(test);
    const [owner, editor] = [await staffBrowser(test, "owner"), await staffBrowser(test, "editor")];
    const page = (await owner.get(staffPath)).text;
    expect(page).toMatch(/<strong>1<\/strong> to pack/);
    expect(page).toMatch(/Today \$[\d.]+ in 1 order\./);
    await test.shop.db.updateTable("orders").set({ cancelation_requested: 1 }).execute();
    expect((await owner.get(staffPath)).text).toMatch(/<strong>1<\/strong> cancellation requested/);
    const theirs = (await editor.get(staffPath)).text;
    expect(theirs).not.toMatch(/to pack|Sales/);
  });
});

test("a form that moves money or stock says first what it would do, keeps what was typed, and does what was shown", async () => {
  const test = await openShop();
  const { id, number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { total } = await rowOf(test, id);
  const stock = () => test.shop.db.selectFrom("variant").select("on_hand").where("id", "=", "v-2").executeTakeFirstOrThrow();
  const before = await stock();

  const edit = await act(manager, number, "edit", { lineId, quantity: "1" });
  const taking = confirmationIn(edit);
  const taken = Number(taking.fields.shownAmount);
  expect([edit.status, taking.words, taking.button]).toEqual([
    200,
    `Takes 1 × Product 2, Variant 2 out: ${dollars(taken)} less, which goes back to Visa ending in 4242. The order’s total is ${dollars(total - taken)} then.`,
    `Take 1 out and refund ${dollars(taken)}`,
  ]);
  expect(pageOf(edit).querySelector("details[open] summary")?.textContent).toBe("Take products out");
  expect(pageOf(edit).querySelector("details input[name=quantity][type=number]")?.getAttribute("value")).toBe("1");
  expect(edit.text).not.toContain("That didn’t go through");
  expect([await refundedOf(test, id), await stock()]).toEqual([[], before]);

  const other = await manager.form(staffOrderActionPath(number, "edit"), { ...taking.fields, shownRefund: "1" });
  expect([other.status, confirmationIn(other).words]).toEqual([409, taking.words]);
  expect(confirmationIn(other).fields).toMatchObject({ shownAmount: String(taken), shownRefund: String(taken) });
  expect(other.text).toContain("The amount has changed since it was shown.");
  expect((await manager.form(staffOrderActionPath(number, "edit"), taking.fields)).status).toBe(303);
  expect(await refundedOf(test, id)).toEqual([taken]);

  const amount = await act(manager, number, "refund", { how: "amount", amount: "1.50" });
  expect([confirmationIn(amount).words, confirmationIn(amount).button]).toEqual([
    `Refunds $1.50 to Visa ending in 4242. ${dollars(total - taken - 150)} is left.`,
    "Refund $1.50",
  ]);
  expect(pageOf(amount).querySelector("details[open] summary")?.textContent).toBe("Refund");
  expect(pageOf(amount).querySelector("#amount")?.getAttribute("value")).toBe("1.50");
  const all = confirmationIn(await act(manager, number, "refund", { how: "all" }));
  expect(all.words).toBe(`Refunds ${dollars(total - taken)} to Visa ending in 4242. Nothing is left to refund then.`);

  const late = await manager.form(staffOrderActionPath(number, "refund"), { ...all.fields, shownRefund: String(total) });
  expect([late.status, confirmationIn(late).words, await refundedOf(test, id)]).toEqual([409, all.words, [taken]]);

  expect((await act(manager, number, "fulfilment")).status).toBe(303);
  const back = confirmationIn(await act(manager, number, "return", { how: "restock", [`line-${lineId}`]: "1" }));
  const refund = Number(back.fields.shownRefund);
  expect([back.words, back.button]).toEqual([
    `Puts 1 × Product 2, Variant 2 back into stock. ${dollars(refund)} goes back to Visa ending in 4242.`,
    `Restock and refund ${dollars(refund)}`,
  ]);
  const otherSum = await manager.form(staffOrderActionPath(number, "return"), { ...back.fields, shownRefund: "0" });
  expect([otherSum.status, confirmationIn(otherSum).words, await refundedOf(test, id)]).toEqual([409, back.words, [taken]]);
  const written = confirmationIn(await act(manager, number, "return", { how: "write-off", [`line-${lineId}`]: "1" }));
  expect(written.words).toMatch(/^Writes 1 × Product 2, Variant 2 off: no stock is added\./);
  expect((await manager.form(staffOrderActionPath(number, "return"), back.fields)).status).toBe(303);
  expect(await refundedOf(test, id)).toEqual([taken, refund]);
  await test.runJobs();
  await expectInOrder(test);
});

test("units that are refunded before they ship go back into stock, and their form says so", async () => {
  const test = await openShop();
  const { id, number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { total } = await rowOf(test, id);

  const units = confirmationIn(await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" }));

  const refund = Number(units.fields.shownRefund);
  expect(units.words).toBe(
    `Refunds 1 × Product 2, Variant 2: ${dollars(refund)} to Visa ending in 4242. ${dollars(total - refund)} is left. Back into stock instead of shipping: 1 × Product 2, Variant 2.`,
  );
  expect((await manager.form(staffOrderActionPath(number, "refund"), units.fields)).status).toBe(303);
  const slip = pageOf(await manager.get(staffSlipPath(number))).querySelector(".slip tbody")?.textContent;
  expect(slip).toMatch(/^1Product 2/);
  const last = confirmationIn(await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" }));
  expect(last.words).toMatch(/ is left\. Nothing is left to ship then: cancel the order to put its units back into stock\.$/);
  // What has shipped is refunded without its stock.
  expect((await act(manager, number, "fulfilment")).status).toBe(303);
  const shipped = confirmationIn(await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" }));
  expect(shipped.words).not.toContain("Back into stock");
  expect((await manager.form(staffOrderActionPath(number, "refund"), shipped.fields)).status).toBe(303);
  const page = (await manager.get(staffOrderPath(number))).text;
  expect(page).toContain("(1 taken out, 1 shipped, 1 refunded)");
  await test.runJobs();
  await expectInOrder(test);
  const { on_hand } = await test.shop.db
    .selectFrom("variant")
    .select("on_hand")
    .where("id", "=", "v-2")
    .executeTakeFirstOrThrow();
  expect(on_hand).toBe(9);
});

test("an order that was refunded in full is not to be packed: its page, its slip, and the lists say so, and it is canceled", async () => {
  const test = await openShop();
  const { id, number } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const isListed = async (state: string) =>
    (await manager.get(`${staffOrdersPath}?state=${state}`)).text.includes(staffOrderPath(number));
  const textsOf = async (path: string, selector: string) =>
    pageOf(await manager.get(path))
      .querySelector(selector)
      ?.textContent?.replace(/\s+/g, " ") ?? "";
  expect([await isListed("to-pack"), await isListed("refunded")]).toEqual([true, false]);
  const { total } = await rowOf(test, id);
  await holdJobs(test);
  await agreeTo(manager, number, "refund", { how: "all" });

  // Before its money has gone, and after.
  for (const wait of [async () => {}, () => releaseJobs(test)]) {
    await wait();
    expect([await isListed("to-pack"), await isListed("refunded")]).toEqual([false, true]);
    expect((await act(manager, number, "fulfilment")).status).toBe(409);
  }
  expect(await textsOf(staffPath, "main")).toMatch(/1 refunded order that hasn’t shipped/);
  expect(await textsOf(staffPath, "main")).not.toMatch(/[1-9] to pack/);
  expect(await textsOf(staffSlipPath(number), ".slip")).toContain("Refunded: do not ship.");
  const page = await manager.get(staffOrderPath(number));
  expect(pageOf(page).querySelector(".record section")?.textContent).toContain("It is not to be packed. Cancel it");
  expect(page.text).not.toContain("Take products out");
  expect([page.text.includes("Mark as shipped"), page.text.split(`>Cancel order ${number}<`).length]).toEqual([false, 2]);
  const canceling = confirmationIn(await act(manager, number, "cancelation"));
  expect(canceling.words).toContain("There is nothing to refund.");
  const canceled = await manager.form(staffOrderActionPath(number, "cancelation"), canceling.fields);
  expect((await manager.get(canceled.headers.get("location") ?? "")).text).toContain("There was nothing left to refund.");
  expect([await isListed("refunded"), await stateOf(test, id)]).toEqual([false, "canceled"]);

  await test.runJobs();
  expect(await refundedOf(test, id)).toEqual([total]);
  await expectInOrder(test);
});

test("an order of which all units were refunded, and the shipping kept, is not to be packed either", async () => {
  const test = await openShop();
  const { number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const listedUnder = async () => {
    const isListed = async (state: string) =>
      (await manager.get(`${staffOrdersPath}?state=${state}`)).text.includes(staffOrderPath(number));
    return [await isListed("to-pack"), await isListed("refunded")];
  };
  await agreeTo(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" });
  expect(await listedUnder()).toEqual([true, false]);
  await agreeTo(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1" });

  expect(await listedUnder()).toEqual([false, true]);
  const page = await manager.get(staffOrderPath(number));
  expect([page.text.includes("Mark as shipped"), page.text.includes("It is not to be packed. Cancel it")]).toEqual([false, true]);
  expect((await manager.get(staffSlipPath(number))).text).toContain("Refunded: do not ship.");
  expect((await act(manager, number, "fulfilment")).status).toBe(409);
  await agreeTo(manager, number, "cancelation", {});
  await test.runJobs();
  expect(await listedUnder()).toEqual([false, false]);
  await expectInOrder(test);
});

test("a return of units that were refunded before says that nothing was left to refund", async () => {
  const test = await openShop();
  const { number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  expect((await act(manager, number, "fulfilment")).status).toBe(303);
  await agreeTo(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "2" });
  await test.runJobs();

  const returned = await agreeTo(manager, number, "return", { how: "restock", [`line-${lineId}`]: "2" });

  expect((await manager.get(returned.headers.get("location") ?? "")).text).toContain("Nothing was left to refund.");
  await expectInOrder(test);
});

test("shipping is refunded by a tick of its own, alone or beside units, and once", async () => {
  const test = await openShop();
  const { id, number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  const { shipping } = await rowOf(test, id);
  expect(shipping).toBeGreaterThan(0);
  const tick = async () => pageOf(await manager.get(staffOrderPath(number))).querySelector("input[name=shipping]");
  expect((await tick())?.closest("label")?.textContent).toBe(`Shipping, ${dollars(shipping)}`);

  const both = confirmationIn(await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "1", shipping: "1" }));
  expect(both.words).toContain("Refunds 1 × Product 2, Variant 2, shipping: ");
  const alone = confirmationIn(await act(manager, number, "refund", { how: "lines", [`line-${lineId}`]: "0", shipping: "1" }));
  expect([alone.words, alone.fields.shownRefund]).toEqual([
    expect.stringContaining(`Refunds shipping: ${dollars(shipping)} to Visa`),
    String(shipping),
  ]);
  expect((await manager.form(staffOrderActionPath(number, "refund"), alone.fields)).status).toBe(303);

  const [row] = await test.shop.db.selectFrom("order_refund").select(["products", "shipping", "tax", "owed"]).execute();
  expect(row).toEqual({ products: 0, shipping, tax: 0, owed: 0 });
  expect(await tick()).toBeNull();
  const again = await act(manager, number, "refund", { how: "lines", shipping: "1" });
  expect([again.status, again.text.includes("Shipping was free or is refunded already")]).toEqual([409, true]);
  await test.runJobs();
  await expectInOrder(test);
});

test("a tracking number is added and corrected once an order has shipped: its shopper sees it, and is told unless not to be", async () => {
  const test = await openShop();
  const { id, number, lineId } = await paidOrder(test);
  const packer = await staffBrowser(test, "packer");
  const path = staffOrderActionPath(number, "fulfilment");
  const forms = async () => [...pageOf(await packer.get(staffOrderPath(number))).querySelectorAll("button[value=tracking]")];
  const told = async () => {
    await test.runJobs();
    return (await emailsIn(test.directory)).filter(({ subject }) => /shipped/.test(subject)).map(({ text }) => text);
  };
  expect(await forms()).toHaveLength(0);
  expect((await act(packer, number, "fulfilment", { how: "tracking", carrier: "UPS", tracking: "1Z1" })).status).toBe(409);
  await act(packer, number, "fulfilment", { how: "lines", [`line-${lineId}`]: "1" });
  await act(packer, number, "fulfilment", { carrier: "UPS", tracking: "1Z2" });
  expect(await told()).toHaveLength(2);
  expect(await forms()).toHaveLength(2);

  const wrong = await act(packer, number, "fulfilment", { how: "tracking", n: "1", carrier: "FedEx", tracking: "" });
  expect([wrong.status, pageOf(wrong).querySelector("#carrier-1")?.getAttribute("value")]).toEqual([400, "FedEx"]);
  expect(pageOf(wrong).querySelector("#carrier-2")?.getAttribute("value")).toBe("UPS");
  const first = { how: "tracking", n: "1", carrier: "usps", tracking: "94001", tells: "1" };
  expect((await act(packer, number, "fulfilment", first)).headers.get("location")).toContain("notice=tracking-told");
  expect((await act(packer, number, "fulfilment", first)).status).toBe(409);
  expect((await act(packer, number, "fulfilment", { ...first, n: "7" })).status).toBe(404);
  const texts = await told();
  expect([texts.length, texts.filter((text) => text.includes("Tracking number: 94001.")).length]).toEqual([3, 1]);
  const last = { how: "tracking", n: "2", carrier: "UPS", tracking: "1Z3" };
  expect((await act(packer, number, "fulfilment", last)).headers.get("location")).toContain("notice=tracking");

  expect(await told()).toHaveLength(3);
  expect(await rowOf(test, id)).toMatchObject({ carrier: "UPS", tracking: "1Z3" });
  const record = await findOrderRecord(test.shop.db, id);
  expect(record?.shipments.map(({ carrier, tracking }) => [carrier, tracking])).toEqual([
    ["USPS", "94001"],
    ["UPS", "1Z3"],
  ]);
  expect(record?.events.flatMap((event) => eventWord(event) ?? [])).toContain("Tracking updated: USPS 94001");
  const stale = { _csrf: tokenIn(await packer.get(staffOrderPath(number))), seen: "1", ...first, tracking: "94002" };
  expect((await packer.form(path, stale)).status).toBe(409);
});

test("a cancellation before the payment is charged says that the hold is released", async () => {
  const test = await openShop({ pays: false });
  const { id, number } = await placed(test.shop.db, { at: test.shop.now(), lines: [lineOf(2, 2)] });
  const manager = await staffBrowser(test, "manager");
  const { total } = await rowOf(test, id);
  const { words, button, fields } = confirmationIn(await act(manager, number, "cancelation"));
  expect([words, button]).toEqual([
    `Cancels the order and puts 2 × Product 2, Variant 2 back into stock. The ${dollars(total)} hold on Visa ending in 4242 is released; no money was taken. This can’t be undone.`,
    "Cancel the order",
  ]);
  expect(fields.shownRefund).toBe(String(total));
  const canceled = await manager.form(staffOrderActionPath(number, "cancelation"), fields);
  const { text } = await manager.get(canceled.headers.get("location") ?? "");
  expect(text).toContain("Canceled. The shopper gets an email, and the hold on the card is released. No money was taken.");
});

test("more units than can come back are refused with how many shipped, and units that were received before are decided", async () => {
  const test = await openShop();
  const { id, number, lineId } = await paidOrder(test);
  const manager = await staffBrowser(test, "manager");
  expect((await act(manager, number, "fulfilment")).status).toBe(303);
  const back = (how: string, units: string) => act(manager, number, "return", { how, [`line-${lineId}`]: units });

  const three = await back("restock", "3");
  expect([three.status, three.text]).toEqual([
    409,
    expect.stringContaining("3 of “Product 2, Variant 2” can’t come back, only 2: 2 of “Product 2, Variant 2” shipped."),
  ]);
  expect(pageOf(three).querySelector(`details[open] input[name=line-${lineId}]`)?.getAttribute("value")).toBe("3");
  const lines = [{ lineId, quantity: 1 }];
  await receiveReturn(test.shop.db, { orderId: id, lines, actor: "owner" }, test.shop.now());
  expect((await agreeTo(manager, number, "return", { how: "restock", [`line-${lineId}`]: "1" })).status).toBe(303);
  const rows = await test.shop.db.selectFrom("order_return").select(["quantity", "restocked"]).execute();
  expect(rows).toEqual([{ quantity: 1, restocked: 1 }]);
  const two = await back("write-off", "2");
  expect([two.status, two.text]).toEqual([
    409,
    expect.stringContaining("only 1: 2 of “Product 2, Variant 2” shipped, and 1 came back before."),
  ]);
  await test.runJobs();
  await expectInOrder(test);
});

test("what is taken out before the payment is charged is charged less, and is agreed to anew once it is charged", async () => {
  const test = await openShop({ pays: false });
  const { db, now } = test.shop;
  const { id, number } = await placed(db, { at: now(), lines: [lineOf(2, 2)] });
  const { id: lineId } = await db.selectFrom("order_line").select("id").where("order_id", "=", id).executeTakeFirstOrThrow();
  const manager = await staffBrowser(test, "manager");
  const { words, button, fields } = confirmationIn(await act(manager, number, "edit", { lineId, quantity: "1" }));
  expect([words, button]).toEqual([
    expect.stringMatching(/out: (\S+) less is charged to .*\. The order’s total is/),
    "Take 1 out",
  ]);

  const { total } = await rowOf(test, id);
  await transact(db, (tx) => bookCaptured(tx, id, total, now()));
  const path = staffOrderActionPath(number, "edit");
  const late = await manager.form(path, { ...fields, seen: seenIn((await manager.get(staffOrderPath(number))).text) });
  expect([late.status, confirmationIn(late).words]).toEqual([409, expect.stringContaining("less, which goes back to")]);
  expect(await refundedOf(test, id)).toEqual([]);
  expect((await manager.form(path, confirmationIn(late).fields)).status).toBe(303);
  expect(await refundedOf(test, id)).toEqual([Number(fields.shownAmount)]);
});

test("what an order or a shopper says is text on the staff's pages, and no formula in a file", async () => {
  const test = await openShop({ pays: false });
  const bad = "<img src=x onerror=alert(1)>";
  const address = {
    firstName: bad,
    lastName: "=1+1",
    streetAddress1: bad,
    city: bad,
    postalCode: bad,
    country: "US",
    countryArea: "TX",
    phone: "",
  };
  const { number } = await placed(test.shop.db, { at: test.shop.now(), email: "=cmd@example.com", shippingAddress: address });
  const packer = await staffBrowser(test, "packer");
  for (const path of [staffOrderPath(number), `${staffOrdersPath}?q=${encodeURIComponent(bad)}`])
    expect([path, (await packer.get(path)).text.includes("<img src=x")]).toEqual([path, false]);
  expect((await packer.get(staffOrdersFilePath)).text).toContain("'=cmd@example.com");
});

test("a form of an order that another has changed shows it as it stands now", async () => {
  const test = await openShop();
  const { number } = await paidOrder(test);
  const [one, other] = [await staffBrowser(test, "manager"), await staffBrowser(test, "packer")];
  const open = await one.get(staffOrderPath(number));
  await act(other, number, "fulfilment");
  const late = await one.form(staffOrderActionPath(number, "refund"), {
    _csrf: tokenIn(open),
    seen: seenIn(open.text),
    how: "all",
  });
  expect([late.status, late.text.includes("Shipped")]).toEqual([409, true]);
  await send(one, staffOrderPath(number), staffOrderActionPath(number, "refund"), { seen: "x", how: "all" });
  expect(await test.shop.db.selectFrom("order_refund").selectAll().execute()).toEqual([]);
});
