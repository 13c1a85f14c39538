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
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { act, agreeTo, seenIn } from "./act-on-order.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

type Role = Parameters<typeof staffBrowser>[1];
type Fields = Record<string, string>;
type Action = Parameters<typeof act>[2];

const rowOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const textOf = (element: { textContent: string | null } | null | undefined) =>
  (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** The pages and forms of an order in a staff member's browser. */
function onOrder(test: TestShop, { id, number }: { id: string; number: number }, browser: TestBrowser) {
  const page = () => browser.get(staffOrderPath(number));
  return {
    browser,
    page,
    text: async () => (await page()).text,
    today: async () => textOf(pageOf(await browser.get(staffPath)).querySelector("main")),
    act: (action: Action, fields?: Fields) => act(browser, number, action, fields),
    agree: (action: Action, fields: Fields) => agreeTo(browser, number, action, fields),
    press: (action: Action, fields: Fields) => browser.form(staffOrderActionPath(number, action), fields),
    preview: async (action: Action, fields?: Fields) => confirmationIn(await act(browser, number, action, fields)),
    isListed: async (state: string) =>
      (await browser.get(`${staffOrdersPath}?state=${state}`)).text.includes(staffOrderPath(number)),
    state: async () => (await rowOf(test, id)).state,
    onHand: async () =>
      (await test.shop.db.selectFrom("variant").select("on_hand").where("id", "=", "v-2").executeTakeFirstOrThrow()).on_hand,
    refunds: async () => {
      const rows = test.shop.db.selectFrom("order_refund").select("amount").where("order_id", "=", id);
      return (await rows.orderBy("n").execute()).map(({ amount }) => amount);
    },
    mails: async (words: RegExp) => {
      await test.runJobs();
      return (await emailsIn(test.directory)).filter(({ subject }) => words.test(subject));
    },
    end: async () => {
      await test.runJobs();
      await expectInOrder(test);
    },
  };
}

/** A paid order of two units, open in a staff member's browser. */
async function soldTo(role: Role, engine: Engine = "sqlite") {
  const test = await openShop({ engine });
  const order = await paidOrder(test);
  const { total, shipping } = await rowOf(test, order.id);
  const units = (count: number | string, how = "lines"): Fields => ({ how, [`line-${order.lineId}`]: String(count) });
  return { test, ...order, total, shipping, units, ...onOrder(test, order, await staffBrowser(test, role)) };
}

/** An uncharged order of two units, open in a manager's browser. */
async function unchargedOrder() {
  const test = await openShop({ pays: false });
  const { db, now } = test.shop;
  const order = await placed(db, { at: now(), lines: [lineOf(2, 2)] });
  const { total } = await rowOf(test, order.id);
  return { test, ...order, total, ...onOrder(test, order, await staffBrowser(test, "manager")) };
}

const request = ({ id, number }: { id: string; number: number }) =>
  [
    { grant: id, email: "ada@example.com" },
    { orderId: id, orderNumber: number, userEmail: "ada@example.com", reason: reasons[1] },
  ] as const;

describe.each(engines)("on %s", (engine) => {
  test("a line, an amount and the rest are refunded, never twice by two presses, never more than was paid", async () => {
    const { total, units, act, agree, press, preview, refunds, page, end } = await soldTo("manager", engine);
    const { fields } = await preview("refund", units(1));
    expect(await refunds()).toEqual([]);

    const answers = await Promise.all([press("refund", fields), press("refund", fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const again = await press("refund", fields);
    expect([again.status, again.text.includes("has changed since the page was opened")]).toEqual([409, true]);
    expect(await refunds()).toHaveLength(1);
    const refunded = await page();
    expect(refunded.text).toContain(">Refund requested <");
    const sum = pageOf(refunded).querySelector("#amount");
    expect([sum?.hasAttribute("required"), textOf(sum?.closest(".field")).includes("optional")]).toEqual([true, false]);

    expect((await agree("refund", { how: "amount", amount: "5" })).status).toBe(303);
    const tooMuch = await act("refund", { how: "amount", amount: "999" });
    expect(tooMuch.status).toBe(409);
    for (const words of ['value="999"', "left to refund"]) expect(tooMuch.text).toContain(words);
    expect((await agree("refund", { how: "all" })).status).toBe(303);
    await end();
    expect((await refunds()).reduce((sum, amount) => sum + amount, 0)).toBe(total);
  });

  test("products are taken out before it ships, and a return that the shop announced is taken in after", async () => {
    const { lineId, units, act, agree, browser, page, text, isListed, refunds, onHand, end } = await soldTo("manager", engine);
    expect((await agree("edit", { lineId, quantity: "1" })).status).toBe(303);
    expect((await act("fulfilment")).status).toBe(303);
    expect((await act("return", units(1, "ask"))).headers.get("location")).toContain("?notice=announced");
    expect(await isListed("returns-awaited")).toBe(true);
    expect(pageOf(await browser.get(staffPath)).querySelector("a[href*='state=returns']")).toBeNull();
    const waiting = pageOf(await page()).querySelector(".record section");
    expect(textOf(waiting)).toContain("A return is awaited");
    // A return of every shipped unit is already announced, so the page offers no button to announce
    // another one.
    expect([...(waiting?.querySelectorAll("button") ?? [])].map(({ value }) => value)).toEqual(["restock", "write-off"]);
    expect(waiting?.querySelector(`input[name=line-${lineId}]`)?.getAttribute("value")).toBe("1");
    expect((await agree("return", units(1, "restock"))).status).toBe(303);

    expect([await isListed("returns-awaited"), (await text()).includes("A return is awaited")]).toEqual([false, false]);
    expect((await act("return", units(1, "restock"))).status).toBe(409);
    expect((await act("return", { how: "ask" })).status).toBe(400);
    for (const words of ["1 returned, 1 refunded)", "Return restocked"]) expect(await text()).toContain(words);
    await end();
    expect([await onHand(), (await refunds()).length]).toEqual([10, 2]);
  });

  test("a request to cancel is decided at the top of the order: kept, its shopper is told and cannot ask again", async () => {
    const { test, id, number, act, press, browser, page, today, text, mails, end } = await soldTo("packer", engine);
    const { db, now } = test.shop;
    expect((await act("keeping")).status).toBe(409);
    expect((await requestCancelation(db, ...request({ id, number }), now())).ok).toBe(true);
    const requestShownTo = async (who: TestBrowser) =>
      pageOf(await who.get(staffOrderPath(number))).querySelector("[aria-labelledby=request]");
    const formsShownTo = async (who: TestBrowser) =>
      [...((await requestShownTo(who))?.querySelectorAll("form") ?? [])].map((form) => form.getAttribute("action"));
    expect(textOf(await requestShownTo(browser))).toContain(`Reason: ${reasons[1]}.`);
    // Only roles that may refund can cancel.
    const keeping = staffOrderActionPath(number, "keeping");
    expect(await formsShownTo(browser)).toEqual([keeping]);
    const canceling = `${staffOrderActionPath(number, "cancelation")}#confirm`;
    expect(await formsShownTo(await staffBrowser(test, "manager"))).toEqual([canceling, keeping]);
    expect(await today()).toMatch(/1 cancellation requested/);
    expect((await (await staffBrowser(test, "editor")).get(staffPath)).text).not.toMatch(/cancellation|to pack|Sales/);
    expect((await press("keeping", { _csrf: tokenIn(await page()), seen: "0" })).status).toBe(409);
    expect((await act("keeping")).headers.get("location")).toBe(`${staffOrderPath(number)}?notice=keeping`);
    expect((await act("keeping")).status).toBe(409);

    expect(await text()).not.toContain("asks to cancel");
    expect(await text()).toContain("Request to cancel declined: the order stays");
    expect(await today()).toMatch(/1 to pack/);
    const error = "We’ve already answered your request: this order will ship.";
    expect(await requestCancelation(db, ...request({ id, number }), now())).toMatchObject({ error });
    expect((await mails(/not canceled/)).map(({ to }) => to)).toEqual(["ada@example.com"]);
    expect((await findOrderRecord(db, id))?.order).toMatchObject({ cancelationDeclined: true, asksToCancel: false });
    await end();
  });

  test("an order is canceled, after a proof where the sign-in is old, and only once", async () => {
    const { test, total, act, press, state, end } = await soldTo("manager", engine);
    test.pass(11 * 60_000);
    const asked = await act("cancelation");
    expect([asked.status, await state()]).toEqual([403, "placed"]);
    // Without an authenticator app the form asks for no code.
    expect([asked.text.includes('id="proof_password"'), asked.text.includes("proof_code")]).toEqual([true, false]);
    const proof = { _csrf: tokenIn(asked), proof_password: "Green-leaf-42", proof_code: "" };
    const confirmation = await press("cancelation", { ...proof, seen: seenIn(asked.text) });
    const { words, button, fields } = confirmationIn(confirmation);
    expect([words, button]).toEqual([
      `Cancels the order and puts 2 × Product 2, Variant 2 back into stock. ${dollars(total)} goes back to Visa ending in 4242. This can’t be undone.`,
      `Cancel the order and refund ${dollars(total)}`,
    ]);
    expect(textOf(pageOf(confirmation).querySelector("details[open] summary"))).toBe("Cancel the order");
    const otherSum = await press("cancelation", { ...fields, shownRefund: "1" });
    expect([otherSum.status, confirmationIn(otherSum).words]).toEqual([409, words]);
    expect([(await press("cancelation", { ...fields, seen: "7" })).status, await state()]).toEqual([409, "placed"]);
    expect([(await press("cancelation", fields)).status, await state()]).toEqual([303, "canceled"]);

    expect((await press("cancelation", fields)).status).toBe(409);
    for (const action of ["cancelation", "fulfilment"] as const) expect((await act(action)).status).toBe(409);
    await end();
  });

  test("orders are found by number, email, name, state and day, a page after the other", async () => {
    const test = await openShop({ engine, pays: false });
    const { db, now } = test.shop;
    const tenDaysAgo = now() - 10 * 24 * 3_600_000;
    const numbers: number[] = [];
    for (let at = 0; at < 53; at++)
      numbers.push((await placed(db, { at: now() - at * 1000, email: `ann+${at}@example.com`, lines: [lineOf(2)] })).number);
    const old = await placed(db, { at: tenDaysAgo, email: "100%_sure@example.com" });
    const packer = await staffBrowser(test, "packer");
    const found = async (query: string) =>
      [...(await packer.get(`${staffOrdersPath}${query}`)).text.matchAll(/href="\/staff\/orders\/(\d+)\/"/g)].map(([, each]) =>
        Number(each),
      );

    const older = /href="\/staff\/orders\/(\?before&#x3D;\d+)"/.exec((await packer.get(staffOrdersPath)).text)?.[1] ?? "";
    const [first, second] = [await found(""), await found(older.replace("&#x3D;", "="))];
    expect([first.length, second.length]).toEqual([50, 4]);
    expect([...first, ...second]).toEqual([...numbers, old.number].toSorted((a, b) => b - a));
    expect((await packer.get(`${staffOrdersPath}?q=%23${old.number}`)).headers.get("location")).toBe(staffOrderPath(old.number));
    const on = new Date(tenDaysAgo).toISOString().slice(0, 10);
    for (const query of ["?q=%25_SURE@", `?to=${on}`]) expect([query, await found(query)]).toEqual([query, [old.number]]);
    for (const query of ["?q=nobody@", "?state=fulfilled"]) expect([query, await found(query)]).toEqual([query, []]);
    expect((await packer.get(`${staffOrdersPath}?q=nobody@`)).text).toContain("No order is like that.");
    for (const query of ["?q=ADA%20shop", "?before=-1&state=none"])
      expect([query, (await found(query)).length]).toEqual([query, 50]);
    const file = async (email: string) => (await packer.get(`${staffOrdersFilePath}?q=${encodeURIComponent(email)}`)).text;
    expect((await file("ann+")).trim().split("\r\n")).toHaveLength(1);
    expect(await file("ann+1@")).toContain("ann+1@example.com");
  });
});

test("while a cancelation is to be confirmed, its button alone is red: for a plain order, a request, and a refunded order", async () => {
  const { test, id, number, act, agree } = await soldTo("manager");
  const { db, now } = test.shop;
  const redButtons = async () => {
    const buttons = pageOf(await act("cancelation")).querySelectorAll("main .button--danger");
    return [...buttons].map(({ textContent }) => textContent);
  };
  const alone = [expect.stringMatching(/^Cancel the order/)];
  expect(await redButtons()).toEqual(alone);
  expect((await requestCancelation(db, ...request({ id, number }), now())).ok).toBe(true);
  expect(await redButtons()).toEqual(alone);
  await act("keeping");
  await agree("refund", { how: "all" });
  await test.runJobs();
  expect(await redButtons()).toEqual(alone);
});

test("a packer notes something for the staff, and writes to the shopper, who sees that alone", async () => {
  const { test, id, act, text, mails } = await soldTo("packer");
  const decided = seenIn(await text());
  expect((await act("note", { to: "staff", note: "Fragile: wrap <twice>." })).status).toBe(303);
  const message = { to: "shopper", note: "Your jar leaves on Monday.\r\n\r\nThank you!" };
  for (const press of [1, 2]) expect([press, (await act("note", message)).status]).toEqual([press, 303]);

  const sent = await mails(/a message for you/);
  expect(sent.map((each) => [each.to, each.text.includes("Your jar leaves on Monday."), each.text.includes("Fragile")])).toEqual([
    ["ada@example.com", true, false],
  ]);
  expect(await text()).toContain("Fragile: wrap &lt;twice&gt;.");
  // A note does not change the version that the order's page shows.
  expect(seenIn(await text())).toBe(decided);
  const shown = ((await findOrderRecord(test.shop.db, id))?.events ?? []).flatMap((event) => eventWord(event) ?? []).join("\n");
  expect(shown).toContain("Message from the store: Your jar leaves on Monday.");
  expect(shown).not.toContain("Fragile");
  for (const [to, note, status, words] of [
    ["shopper", " \n ", 422, "Write something first."],
    ["shopper", "x".repeat(2001), 422, "x".repeat(2001)],
    ["everybody", "x", 400, ""],
  ] as const)
    expect(await act("note", { to, note })).toMatchObject({ status, text: expect.stringContaining(words) });
});

test("shipping a part of an order answers a request to cancel it: the rest is packed, and its shopper is told once", async () => {
  const { test, id, number, units, act, isListed, text, mails } = await soldTo("packer");
  await requestCancelation(test.shop.db, ...request({ id, number }), test.shop.now());
  expect([await isListed("requested"), await isListed("to-pack")]).toEqual([true, false]);
  expect((await act("fulfilment", units(1))).status).toBe(303);
  expect([await isListed("requested"), await isListed("to-pack")]).toEqual([false, true]);
  expect(await text()).not.toContain("asks to cancel");
  expect((await act("keeping")).status).toBe(409);
  expect((await act("fulfilment", { how: "all" })).status).toBe(303);
  const told = (await mails(/./)).filter((each) => each.text.replace(/\s+/g, " ").includes("cancel it as you asked because"));
  expect(told.map(({ subject }) => /shipped in part/.test(subject))).toEqual([true]);
});

test("a form that moves money or stock says first what it would do, keeps what was typed, and does what was shown", async () => {
  const { lineId, total, units, act, press, preview, refunds, onHand, end } = await soldTo("manager");
  const before = await onHand();
  const edit = await act("edit", { lineId, quantity: "1" });
  const taking = confirmationIn(edit);
  const taken = Number(taking.fields.shownAmount);
  expect([taking.words, taking.button]).toEqual([
    `Takes 1 × Product 2, Variant 2 out: ${dollars(taken)} less, which goes back to Visa ending in 4242. The order’s total is ${dollars(total - taken)} then.`,
    `Take 1 out and refund ${dollars(taken)}`,
  ]);
  expect(textOf(pageOf(edit).querySelector("details[open] summary"))).toBe("Take products out");
  expect(pageOf(edit).querySelector("details input[name=quantity][type=number]")?.getAttribute("value")).toBe("1");
  expect([edit.text.includes("That didn’t go through"), await refunds(), await onHand()]).toEqual([false, [], before]);

  /** Expects that a form with an outdated sum is refused, and that the current sum is shown. */
  const expectOtherSumShown = async (action: Action, fields: Fields, words: string | undefined) => {
    const moved = await refunds();
    const other = await press(action, fields);
    expect([other.status, confirmationIn(other).words, await refunds()]).toEqual([409, words, moved]);
    expect(other.text).toContain("The amount has changed since it was shown.");
  };
  await expectOtherSumShown("edit", { ...taking.fields, shownRefund: "1" }, taking.words);
  expect((await press("edit", taking.fields)).status).toBe(303);
  expect(await refunds()).toEqual([taken]);

  const amount = await act("refund", { how: "amount", amount: "1.50" });
  expect([confirmationIn(amount).words, confirmationIn(amount).button]).toEqual([
    `Refunds $1.50 to Visa ending in 4242. ${dollars(total - taken - 150)} is left.`,
    "Refund $1.50",
  ]);
  expect(textOf(pageOf(amount).querySelector("details[open] summary"))).toBe("Refund");
  expect(pageOf(amount).querySelector("#amount")?.getAttribute("value")).toBe("1.50");
  const all = await preview("refund", { how: "all" });
  expect(all.words).toBe(`Refunds ${dollars(total - taken)} to Visa ending in 4242. Nothing is left to refund then.`);
  await expectOtherSumShown("refund", { ...all.fields, shownRefund: String(total) }, all.words);

  expect((await act("fulfilment")).status).toBe(303);
  const back = await preview("return", units(1, "restock"));
  const refund = Number(back.fields.shownRefund);
  expect([back.words, back.button]).toEqual([
    `Puts 1 × Product 2, Variant 2 back into stock. ${dollars(refund)} goes back to Visa ending in 4242.`,
    `Restock and refund ${dollars(refund)}`,
  ]);
  await expectOtherSumShown("return", { ...back.fields, shownRefund: "0" }, back.words);
  expect((await preview("return", units(1, "write-off"))).words).toMatch(
    /^Writes 1 × Product 2, Variant 2 off: no stock is added\./,
  );
  expect((await press("return", back.fields)).status).toBe(303);
  expect(await refunds()).toEqual([taken, refund]);
  await end();
});

test("units that are refunded before they ship go back into stock, and their form says so; after, the money alone moves", async () => {
  const { number, total, units, act, agree, press, preview, browser, text, onHand, end } = await soldTo("manager");
  const { words, fields } = await preview("refund", units(1));
  const refund = Number(fields.shownRefund);
  expect(words).toBe(
    `Refunds 1 × Product 2, Variant 2: ${dollars(refund)} to Visa ending in 4242. ${dollars(total - refund)} is left. Back into stock instead of shipping: 1 × Product 2, Variant 2.`,
  );
  expect((await press("refund", fields)).status).toBe(303);
  expect(pageOf(await browser.get(staffSlipPath(number))).querySelector(".slip tbody")?.textContent).toMatch(/^1Product 2/);
  const last = await preview("refund", units(1));
  expect(last.words).toMatch(/ is left\. Nothing is left to ship then: cancel the order to put its units back into stock\.$/);
  expect((await act("fulfilment")).status).toBe(303);
  const shipped = await preview("refund", units(1));
  expect(shipped.words).not.toContain("Back into stock");
  expect((await press("refund", shipped.fields)).status).toBe(303);
  expect(await text()).toContain("(1 taken out, 1 shipped, 1 refunded)");
  await end();
  expect(await onHand()).toBe(9);
  const returned = await agree("return", units(1, "restock"));
  expect((await browser.get(returned.headers.get("location") ?? "")).text).toContain("Nothing was left to refund.");
  await end();
});

test.each(["all of it", "all its units, not the shipping"])(
  "an order of which was refunded %s is not to be packed: its page, its slip, and the lists say so, and it is canceled",
  async (what) => {
    const sold = await soldTo("manager");
    const { test, number, units, act, agree, press, preview, browser, text, today, isListed, state, end } = sold;
    const listed = async () => [await isListed("to-pack"), await isListed("refunded")];
    const isAll = what === "all of it";
    if (!isAll) await agree("refund", units(1));
    expect(await listed()).toEqual([true, false]);
    await holdJobs(test);
    await agree("refund", isAll ? { how: "all" } : units(1));
    // The first pass runs before the refund's job, and the second pass after the job.
    for (const wait of [async () => {}, () => releaseJobs(test)]) {
      await wait();
      expect([await listed(), (await act("fulfilment")).status]).toEqual([[false, true], 409]);
    }
    expect(await today()).toMatch(/1 refunded order that hasn’t shipped/);
    expect(await today()).not.toMatch(/[1-9] to pack/);
    expect((await browser.get(staffSlipPath(number))).text).toContain("Refunded: do not ship.");
    expect(await text()).toContain("It is not to be packed. Cancel it");
    expect(await text()).not.toMatch(isAll ? /Take products out|Mark as shipped/ : /Mark as shipped/);
    expect((await text()).split(`>Cancel order ${number}<`)).toHaveLength(2);
    const { words, fields } = await preview("cancelation");
    expect(words).toContain(isAll ? "There is nothing to refund." : `${dollars(sold.shipping)} goes back`);
    const canceled = await press("cancelation", fields);
    const after = (await browser.get(canceled.headers.get("location") ?? "")).text;
    expect(after.includes("There was nothing left to refund.")).toBe(isAll);
    expect([await listed(), await state()]).toEqual([[false, false], "canceled"]);
    await end();
    expect((await sold.refunds()).reduce((sum, amount) => sum + amount, 0)).toBe(sold.total);
  },
);

test("shipping is refunded by a tick of its own, alone or beside units, and once", async () => {
  const { test, shipping, units, act, press, preview, page, end } = await soldTo("manager");
  const tick = async () => pageOf(await page()).querySelector("input[name=shipping]");
  expect(textOf((await tick())?.closest("label"))).toBe(`Shipping, ${dollars(shipping)}`);
  expect((await preview("refund", { ...units(1), shipping: "1" })).words).toContain(
    "Refunds 1 × Product 2, Variant 2, shipping: ",
  );
  const alone = await preview("refund", { ...units(0), shipping: "1" });
  expect(alone.words).toContain(`Refunds shipping: ${dollars(shipping)} to Visa`);
  expect((await press("refund", alone.fields)).status).toBe(303);
  const [row] = await test.shop.db.selectFrom("order_refund").select(["products", "shipping", "tax", "owed"]).execute();
  expect(row).toEqual({ products: 0, shipping, tax: 0, owed: 0 });
  expect(await tick()).toBeNull();
  const again = await act("refund", { how: "lines", shipping: "1" });
  expect([again.status, again.text.includes("Shipping was free or is refunded already")]).toEqual([409, true]);
  await end();
});

test("a tracking number is given, added and corrected: its shopper sees it, and is told unless not to be", async () => {
  const { test, id, units, act, press, page, text, mails } = await soldTo("packer");
  const forms = async () => [...pageOf(await page()).querySelectorAll("button[value=tracking]")];
  const told = async () => (await mails(/shipped/)).map((each) => each.text);
  expect(await forms()).toHaveLength(0);
  expect((await act("fulfilment", { how: "tracking", carrier: "UPS", tracking: "1Z1" })).status).toBe(409);
  const alone = await act("fulfilment", { carrier: "UPS" });
  expect([alone.status, alone.text.includes('value="UPS"')]).toEqual([400, true]);
  await act("fulfilment", units(1));
  await act("fulfilment", { carrier: "ups", tracking: "1Z 2" });
  expect([(await told()).length, (await forms()).length]).toEqual([2, 2]);
  expect(await text()).toContain("https://www.ups.com/track?tracknum&#x3D;1Z2");
  expect(await text()).toMatch(/Order shipped[\s\S]*The packer/);

  const wrong = await act("fulfilment", { how: "tracking", n: "1", carrier: "FedEx", tracking: "" });
  const values = ["#carrier-1", "#carrier-2"].map((field) => pageOf(wrong).querySelector(field)?.getAttribute("value"));
  expect([wrong.status, values]).toEqual([400, ["FedEx", "UPS"]]);
  const first = { how: "tracking", n: "1", carrier: "usps", tracking: "94001", tells: "1" };
  expect((await act("fulfilment", first)).headers.get("location")).toContain("notice=tracking-told");
  expect((await act("fulfilment", first)).status).toBe(409);
  expect((await act("fulfilment", { ...first, n: "7" })).status).toBe(404);
  const texts = await told();
  expect([texts.length, texts.filter((each) => each.includes("Tracking number: 94001.")).length]).toEqual([3, 1]);
  const last = { how: "tracking", n: "2", carrier: "UPS", tracking: "1Z3" };
  expect((await act("fulfilment", last)).headers.get("location")).toContain("notice=tracking");
  expect(await told()).toHaveLength(3);
  expect(await rowOf(test, id)).toMatchObject({ carrier: "UPS", tracking: "1Z3" });
  const record = await findOrderRecord(test.shop.db, id);
  expect(record?.shipments).toMatchObject([
    { carrier: "USPS", tracking: "94001" },
    { carrier: "UPS", tracking: "1Z3" },
  ]);
  expect(record?.events.flatMap((event) => eventWord(event) ?? [])).toContain("Tracking updated: USPS 94001");
  const stale = { _csrf: tokenIn(await page()), seen: "1", ...first, tracking: "94002" };
  expect((await press("fulfilment", stale)).status).toBe(409);
});

test("a cancellation before the payment is charged says that the hold is released", async () => {
  const { total, preview, press, browser } = await unchargedOrder();
  const { words, button, fields } = await preview("cancelation");
  expect([words, button, fields.shownRefund]).toEqual([
    `Cancels the order and puts 2 × Product 2, Variant 2 back into stock. The ${dollars(total)} hold on Visa ending in 4242 is released; no money was taken. This can’t be undone.`,
    "Cancel the order",
    String(total),
  ]);
  const canceled = await press("cancelation", fields);
  const { text } = await browser.get(canceled.headers.get("location") ?? "");
  expect(text).toContain("Canceled. The shopper gets an email, and the hold on the card is released. No money was taken.");
});

test("what is taken out before the payment is charged is charged less, and is agreed to anew once it is charged", async () => {
  const { test, id, total, preview, press, text, refunds } = await unchargedOrder();
  const { db, now } = test.shop;
  const { id: lineId } = await db.selectFrom("order_line").select("id").where("order_id", "=", id).executeTakeFirstOrThrow();
  const { words, button, fields } = await preview("edit", { lineId, quantity: "1" });
  expect(words).toMatch(/out: (\S+) less is charged to .*\. The order’s total is/);
  expect(button).toBe("Take 1 out");

  await transact(db, (tx) => bookCaptured(tx, id, total, now()));
  const late = await press("edit", { ...fields, seen: seenIn(await text()) });
  expect([late.status, confirmationIn(late).words]).toEqual([409, expect.stringContaining("less, which goes back to")]);
  expect(await refunds()).toEqual([]);
  expect((await press("edit", confirmationIn(late).fields)).status).toBe(303);
  expect(await refunds()).toEqual([Number(fields.shownAmount)]);
});

test("more units than can come back are refused with how many shipped, and units that were received before are decided", async () => {
  const { test, id, lineId, units, act, agree, end } = await soldTo("manager");
  expect((await act("fulfilment")).status).toBe(303);
  const three = await act("return", units(3, "restock"));
  expect(three.status).toBe(409);
  expect(three.text).toContain("3 of “Product 2, Variant 2” can’t come back, only 2: 2 of “Product 2, Variant 2” shipped.");
  expect(pageOf(three).querySelector(`details[open] input[name=line-${lineId}]`)?.getAttribute("value")).toBe("3");
  await receiveReturn(test.shop.db, { orderId: id, lines: [{ lineId, quantity: 1 }], actor: "owner" }, test.shop.now());
  expect((await agree("return", units(1, "restock"))).status).toBe(303);
  const rows = await test.shop.db.selectFrom("order_return").select(["quantity", "restocked"]).execute();
  expect(rows).toEqual([{ quantity: 1, restocked: 1 }]);
  const two = await act("return", units(2, "write-off"));
  expect(two.status).toBe(409);
  expect(two.text).toContain("only 1: 2 of “Product 2, Variant 2” shipped, and 1 came back before.");
  await end();
});

test("a reader’s form ships no order", async () => {
  const { act, page, state, browser } = await soldTo("reader");
  expect((await page()).status).toBe(200);
  const _csrf = tokenIn(await browser.get("/staff/security/"));
  expect([(await act("fulfilment", { _csrf })).status, await state()]).toEqual([403, "placed"]);
});

test("what an order or a shopper says is text on the staff's pages, and no formula in a file", async () => {
  const test = await openShop({ pays: false });
  const bad = "<img src=x onerror=alert(1)>";
  const name = { firstName: bad, lastName: "=1+1", phone: "" };
  const address = { ...name, streetAddress1: bad, city: bad, postalCode: bad, country: "US", countryArea: "TX" };
  const { number } = await placed(test.shop.db, { at: test.shop.now(), email: "=cmd@example.com", shippingAddress: address });
  const packer = await staffBrowser(test, "packer");
  for (const path of [staffOrderPath(number), `${staffOrdersPath}?q=${encodeURIComponent(bad)}`])
    expect([path, (await packer.get(path)).text.includes("<img src=x")]).toEqual([path, false]);
  expect((await packer.get(staffOrdersFilePath)).text).toContain("'=cmd@example.com");
});
