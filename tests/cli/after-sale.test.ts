import { describe, expect, test } from "vitest";
import { cancelCommand } from "../../server/cli/cancel.ts";
import type { Command } from "../../server/cli/command.ts";
import { editCommand } from "../../server/cli/edit.ts";
import { fulfilCommand } from "../../server/cli/fulfil.ts";
import { ordersCommand } from "../../server/cli/orders.ts";
import { refundCommand } from "../../server/cli/refund.ts";
import { returnCommand } from "../../server/cli/return.ts";
import { transact } from "../../server/db/transaction.ts";
import { dollars } from "../../server/money.ts";
import { partsOfLines, refundOrder } from "../../server/orders/refund.ts";
import { requestRefund } from "../../server/orders/request-refund.ts";
import { resendOrderEmail } from "../../server/orders/resend.ts";
import { orderEmailsOf } from "../../server/orders/sent-emails.ts";
import { sentEmails } from "../identity/customer-fixture.ts";
import { eventsOf, orderOf } from "../orders/cancelation-fixture.ts";
import { holdJobs, releaseJobs } from "../payments/cancel-fixture.ts";
import { atGateway, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { addStaff } from "../staff/staff-fixture.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { typeCommand } from "./type-command.ts";

type Wish = Parameters<typeof shopperAt>[1];

const threeAndOne: Wish = {
  lines: [
    { variantId: "v-2", quantity: 3 },
    { variantId: "v-3", quantity: 1 },
  ],
  promo: "WELCOME10",
};

const lineOf = async ({ shop }: TestShop, variantId: string): Promise<string> => {
  const line = shop.db.selectFrom("order_line").select("id").where("variant_id", "=", variantId);
  return (await line.executeTakeFirstOrThrow()).id;
};

/** A command's exit status and output. */
async function say(shop: TestShop, command: Command, words: string): Promise<[number, string]> {
  const { status, out, err } = await typeCommand(shop, command, words);
  return [status, out + err];
}

/**
 * Sells order 1001. Without `wish`, the order has three of `v-2` at $20, one of `v-3` at $30, 10 %
 * off, Texas tax, and free shipping. The order is charged when its jobs are released.
 */
async function soldOrder(engine: Engine = "sqlite", wish = threeAndOne) {
  const shop = await openShop({ engine });
  await holdJobs(shop);
  const shopper = await shopperAt(shop, wish);
  expect((await shopper.pay()).status).toBe(200);
  const onHand = async (id: string) =>
    (await shop.shop.db.selectFrom("variant").select("on_hand").where("id", "=", id).executeTakeFirstOrThrow()).on_hand;
  const refunded = async () =>
    (await atGateway(shop, "refund")).filter(({ status }) => status === "approved").map(({ amountCents }) => amountCents);
  return {
    shop,
    total: shopper.total,
    two: await lineOf(shop, "v-2"),
    three: await lineOf(shop, "v-3").catch(() => ""),
    refund: (words: string) => say(shop, refundCommand, `1001 ${words}`),
    edit: (words: string) => say(shop, editCommand, `1001 ${words}`),
    take: (words: string) => say(shop, returnCommand, `1001 ${words}`),
    fulfil: (words = "") => say(shop, fulfilCommand, `1001 ${words}`),
    cancel: () => say(shop, cancelCommand, "1001"),
    show: async () => (await say(shop, ordersCommand, "show 1001"))[1],
    refunded,
    refundedInAll: async () => (await refunded()).reduce((sum, amount) => sum + amount, 0),
    stock: async () => [await onHand("v-2"), await onHand("v-3")],
    mails: async (words: RegExp) => (await sentEmails(shop)).filter(({ subject }) => words.test(subject)),
    sent: async () => {
      const rows = await shop.shop.db.selectFrom("order_shipment_line").select(["line_id", "quantity"]).execute();
      return Object.fromEntries(rows.map(({ line_id, quantity }) => [line_id, quantity]));
    },
  };
}

/** Sells an order and charges it. */
async function chargedOrder(engine?: Engine, wish?: Wish) {
  const order = await soldOrder(engine, wish);
  await releaseJobs(order.shop);
  await expectInOrder(order.shop);
  return order;
}

const toCard = "It was refunded to the card.";

describe.each(engines)("after the sale on %s", (engine) => {
  test("an order is refunded by lines, by an amount, and whole; the parts are the whole to the cent", async () => {
    const { shop, total, two, three, refund, fulfil, refunded, mails, stock } = await soldOrder(engine);
    const uncharged = "Order 1001: Its payment has not been charged yet: edit or cancel the order instead.";
    expect(await refund("--all")).toEqual([1, uncharged]);
    await releaseJobs(shop);
    await expectInOrder(shop);
    await fulfil();
    // Each v-2 costs 18.00 after the discount, and 8.25 % of 54.00 is 4.46.
    for (const [words, status, said] of [
      [`--line ${two}:1`, 0, `refund of $19.49 (products $18.00, tax $1.49).\n${toCard}`],
      [`--line ${two}`, 0, `refund of $38.97 (products $36.00, tax $2.97).\n${toCard}`],
      [`--line ${two}`, 1, "Nothing of “Product 2, Variant 2” is left to refund."],
      ["--amount 10", 0, expect.stringMatching(/^Order 1001: refund of \$10\.00 \(products \$9\.\d\d, tax \$0\.\d\d\)\./)],
      [`--line ${three}`, 1, "Of the products and their tax only $19.23 is left: refund an amount."],
      ["--amount 19.24", 1, "Only $19.23 of this order is left to refund."],
    ] as const)
      expect(await refund(words)).toEqual([status, typeof said === "string" ? `Order 1001: ${said}` : said]);
    await expectInOrder(shop);
    expect((await refund("--all"))[0]).toBe(0);
    expect(await refund("--all")).toEqual([1, "Order 1001: Nothing of this order is left to refund."]);

    await expectInOrder(shop);
    expect(await refunded()).toEqual([1949, 3897, 1000, total - 1949 - 3897 - 1000]);
    const subjects = (await mails(/refunded/)).map(({ subject }) => subject.split(": ").at(-1)).sort();
    expect(subjects).toEqual(["$10.00 refunded", "$19.23 refunded", "$19.49 refunded", "$38.97 refunded"]);
    expect(await eventsOf(shop, (await orderOf(shop)).id)).toContainEqual(["refunded", "$38.97"]);
    expect(await stock()).toEqual([7, 9]);
  });

  test("an edit before the charge is captured less, one after it is refunded, and the stock is for sale again", async () => {
    const { shop, total, two, three, edit, cancel, refunded, refundedInAll, mails, stock } = await soldOrder(engine);
    expect(await edit(`--line ${two} --quantity 1`)).toEqual([
      0,
      `Order 1001: 2 × Product 2, Variant 2 taken out. Its total is now ${dollars(total - 3897)}.\n$38.97 less will be charged.`,
    ]);
    await releaseJobs(shop);
    await expectInOrder(shop);
    expect((await atGateway(shop, "capture")).map(({ amountCents }) => amountCents)).toEqual([total - 3897]);
    for (const [words, status, said] of [
      [`--line ${three} --quantity 0`, 0, `1 × Product 3, Variant 3 taken out. Its total is now $19.49.\n${toCard}`],
      [`--line ${two} --quantity 0`, 1, "Nothing would be left of the order: cancel it instead."],
      [
        `--line ${two} --quantity 2`,
        1,
        "The order has 1 of “Product 2, Variant 2”: enter a lower number, which is how many stay in the order.",
      ],
    ] as const)
      expect(await edit(words)).toEqual([status, `Order 1001: ${said}`]);

    await expectInOrder(shop);
    expect([await stock(), await refunded()]).toEqual([[9, 10], [total - 3897 - 1949]]);
    const took = (await mails(/changed/)).map(
      ({ text }) => /We took (\d .* Product \d), .* out of your order 1001/.exec(text)?.[1],
    );
    expect(took.map((words) => words?.replace(/ .* /, " ")).sort()).toEqual(["1 3", "2 2"]);
    // The untouched units are canceled: their money is refunded, and they go back into stock.
    expect((await cancel())[1]).toContain("The payment was refunded to the card.");
    await expectInOrder(shop);
    expect([await stock(), await refundedInAll()]).toEqual([[10, 10], total - 3897]);
  });

  test("products come back announced or not, for sale again or written off, and each is refunded once", async () => {
    const { shop, total, two, three, take, refund, fulfil, refunded, stock } = await chargedOrder(engine);
    const early = "Order 1001: This order has not shipped yet: edit or cancel it instead.";
    expect(await take(`--line ${two}`)).toEqual([1, early]);
    expect((await fulfil())[0]).toBe(0);
    for (const [words, status, said] of [
      [`--line ${two}:2`, 0, "2 units are announced as a return."],
      [`--line ${two}:2`, 1, "Only 1 of “Product 2, Variant 2” is left to return."],
      [`--line ${two}:1 --received --restock`, 0, `1 unit is back in stock.\nRefund of $19.49.\n${toCard}`],
    ] as const)
      expect(await take(words)).toEqual([status, `Order 1001: ${said}`]);
    await expectInOrder(shop);
    // Three more units come back. One of them was announced before, and one is refunded before it
    // comes back.
    expect((await refund(`--line ${two}:1`))[0]).toBe(0);
    expect(await take(`--line ${two}:2 --line ${three} --received`)).toEqual([
      0,
      expect.stringMatching(/^Order 1001: 3 units are received and written off\.\nRefund of \$\d+\.\d\d\.\nIt was refunded/),
    ]);
    expect((await take(`--line ${two} --received`))[0]).toBe(1);

    await expectInOrder(shop);
    const [first, ...rest] = await refunded();
    expect([await stock(), first, rest.length, rest.reduce((sum, each) => sum + each, 0)]).toEqual([
      [8, 9],
      1949,
      2,
      total - 1949,
    ]);
    const states = await shop.shop.db.selectFrom("order_return").select(["n", "quantity", "state", "restocked"]).execute();
    expect(states.map(({ n, quantity, state, restocked }) => [n, quantity, state, restocked]).sort()).toEqual([
      [1, 1, "refunded", 0],
      [1, 1, "refunded", 1],
      [2, 1, "refunded", 0],
      [2, 1, "refunded", 0],
    ]);
  });
});

test("an edit takes out no more than is left to pay after refunds", async () => {
  const { shop, two, edit, refund, cancel, stock } = await chargedOrder();
  await refund("--amount 70");
  expect(await edit(`--line ${two} --quantity 1`)).toEqual([
    1,
    "Order 1001: More of the payment was refunded than this would leave to pay: cancel the order instead.",
  ]);
  await refund(`--line ${two}:1`);
  expect((await cancel())[0]).toBe(0);
  await expectInOrder(shop);
  expect(await stock()).toEqual([10, 10]);
});

test("an edit that would leave only the shipping to pay is a cancelation", async () => {
  const { shop, total, two, edit } = await soldOrder("sqlite", { lines: [{ variantId: "v-2", quantity: 2 }] });
  expect(total).toBeGreaterThan(2 * 2165);
  const nothing = "Order 1001: Nothing would be left of the order: cancel it instead.";
  expect(await edit(`--line ${two} --quantity 0`)).toEqual([1, nothing]);
  expect((await edit(`--line ${two} --quantity 1`))[0]).toBe(0);
  await releaseJobs(shop);
  await expectInOrder(shop);
  expect((await atGateway(shop, "capture")).map(({ amountCents }) => amountCents)).toEqual([total - 2165]);
});

test("an order names its lines, edits, refunds, returns, packages, and who did what", async () => {
  const { shop, two, three, edit, refund, fulfil, take, show } = await soldOrder();
  await edit(`--line ${two} --quantity 2`);
  await releaseJobs(shop);
  await expectInOrder(shop);
  await refund("--amount 5");
  await fulfil(`--line ${two}:1 --carrier UPS --tracking 1Z1`);
  await fulfil();
  await take(`--line ${three}`);
  await take(`--line ${two}:1 --received`);
  const actor = `staff:${(await addStaff(shop, "packer")).id}` as const;
  await refundOrder(shop.shop.db, { orderId: (await orderOf(shop)).id, wish: { amount: 100 }, actor }, shop.shop.now());

  const out = await show();
  for (const part of [
    new RegExp(` ${two}$`, "m"),
    /^EDIT {2}UNITS .*\n1 {5}1 {6}Product 2, Variant 2 {2}\$19\.49/m,
    /^REFUND {2}AMOUNT .*\n1 {7}\$5\.00 {3}\$4\.62 {5}\$0\.00 {5}\$0\.38 {2}\$0\.00 {2}refunded {3}owner/m,
    /^RETURN {2}UNITS .*\n1 {7}1 {6}Product 3, Variant 3 {2}asked {5,}[A-Z]/m,
    /^2 {7}1 {6}Product 2, Variant 2 {2}refunded {2}written off {2}/m,
    /^\d +\$1\.00 .* The packer {2}/m,
    / {2}The packer {2,}refund requested {2,}\$1\.00$/m,
    / {2}shop {2,}confirmation emailed$/m,
    /^New total {3}\$/m,
    /^Refunded {4}\$24\.49$/m,
    / {2}shopper {5}placed$/m,
    / {2}owner {7}edited {10,}1 × Product 2, Variant 2$/m,
    / {2}owner {7}return asked {2,}1 × Product 3, Variant 3$/m,
  ])
    expect(out).toMatch(part);
  const packages = out.replace(/ {2,}/g, " ");
  expect(packages).toMatch(/^Tracking of each package, below$/m);
  expect(packages).toMatch(/^1 \w+ \d+, \d{4} UPS 1Z1 1 × Product 2, Variant 2 https:\/\/www\.ups\.com\/track\?tracknum=1Z1$/m);
  expect(packages).toMatch(/^2 \w+ \d+, \d{4} 1 × Product 2, Variant 2; 1 × Product 3, Variant 3$/m);
});

describe("units that have not shipped", () => {
  test("units that are refunded before they ship are taken out: they are for sale again, and are not sent", async () => {
    const { shop, total, two, three, refund, fulfil, take, mails, sent, stock, refundedInAll } = await chargedOrder();
    const taken = "Order 1001: 2 × Product 2, Variant 2 taken out and back in stock.\nOrder 1001: refund of $38.97";
    expect(await refund(`--line ${two}:2`)).toEqual([0, `${taken} (products $36.00, tax $2.97).\n${toCard}`]);
    expect(await refund(`--line ${two}:2`)).toEqual([1, "Order 1001: Only 1 of “Product 2, Variant 2” is left to refund."]);
    await expectInOrder(shop);
    expect([await stock(), (await fulfil())[0]]).toEqual([[9, 9], 0]);
    expect(await sent()).toEqual({ [two]: 1, [three]: 1 });
    const told = (await mails(/changed|refunded/)).map(({ text }) =>
      /We (?:took|refunded) (?:2 .+ Product 2|\$38\.97)/.test(text),
    );
    expect(told).toEqual([true, true]);
    // Shipped units are only refunded. When they come back later, they are not refunded again.
    expect(await refund(`--line ${three}`)).toEqual([0, expect.not.stringContaining("back in stock")]);
    expect((await take(`--line ${two} --received --restock`))[0]).toBe(0);
    await expectInOrder(shop);
    expect([await stock(), await refundedInAll()]).toEqual([[10, 9], total]);
  });

  test("units of several lines that are refunded at once before they ship are in one email, which can be sent again", async () => {
    const lines = ["v-1", "v-2", "v-3"].map((variantId) => ({ variantId, quantity: 2 }));
    const { shop, two, three, refund, edit, mails } = await chargedOrder("sqlite", { lines });
    const { db, now } = shop.shop;
    const { id: orderId, total } = await orderOf(shop);
    const listed = async () => (await orderEmailsOf(db, orderId, now())).emails.filter(({ name }) => name === "Changed");
    expect((await refund(`--line ${two}:1 --line ${three}:1`))[0]).toBe(0);

    const [told, ...others] = await mails(/changed/);
    const { amount } = await db.selectFrom("order_refund").select("amount").executeTakeFirstOrThrow();
    expect(others).toEqual([]);
    expect(told?.text).toMatch(/We took 1 .+ Product 2, Variant 2 and 1 .+ Product 3, Variant 3 out of your order 1001\./);
    expect(told?.text).toContain(`Your new total is ${dollars(total - amount)}.`);
    shop.pass(1000);
    expect((await edit(`--line ${await lineOf(shop, "v-1")} --quantity 1`))[0]).toBe(0);
    const payloads = [
      { orderId, n: 2, from: 1 },
      { orderId, n: 3, from: 3 },
    ];
    const [email, later] = await listed();
    expect(later?.payload).toEqual(payloads[1]);
    expect((await resendOrderEmail(db, { orderId, key: email?.key ?? "", seen: 0, actor: "owner" }, now())).ok).toBe(true);
    await expectInOrder(shop);
    const both = (await mails(/changed/)).map(({ text }) => /Variant 2 and 1 .+ Product 3/.test(text));
    expect(both.sort()).toEqual([false, true, true]);
    // After a month the jobs are deleted.
    await db.deleteFrom("job").execute();
    shop.pass(31 * 24 * 3_600_000);
    expect((await listed()).map(({ payload }) => payload)).toEqual(payloads);
  });

  test("of units of which some have shipped, the others are taken out first, in one refund to the cent", async () => {
    const { shop, total, two, three, refund, fulfil, take, refunded, stock } = await chargedOrder();
    const state = async () => (await orderOf(shop)).state;
    await fulfil(`--line ${two}:2`);
    const taken = "Order 1001: 1 × Product 2, Variant 2 taken out and back in stock.\nOrder 1001: refund of $58.46";
    expect(await refund(`--line ${two}`)).toEqual([0, `${taken} (products $54.00, tax $4.46).\n${toCard}`]);
    await expectInOrder(shop);
    expect([await stock(), await state()]).toEqual([[8, 9], "placed"]);
    // Nothing is left to ship.
    expect((await refund(`--line ${three}`))[0]).toBe(0);
    await expectInOrder(shop);
    expect([await stock(), await state(), await refunded()]).toEqual([[8, 10], "fulfilled", [5846, total - 5846]]);
    // The two shipped units come back; they were refunded before.
    const back = "Order 1001: 2 units are back in stock.\nThere is nothing to refund.";
    expect(await take(`--line ${two} --received --restock`)).toEqual([0, back]);
    await expectInOrder(shop);
    expect(await stock()).toEqual([10, 10]);
  });

  test("an order that was refunded in full does not ship, nor before its money has gone; canceled, it says what went back", async () => {
    const { shop, total, two, three, refund, fulfil, cancel, mails, refunded, stock } = await chargedOrder();
    await holdJobs(shop);
    const last = await refund(`--line ${two} --line ${three}`);
    expect(last[1]).toContain("waiting for the shop to start");
    expect(last[1]).toContain("\nNothing is left to ship: cancel the order to put its units back into stock.");
    const refused = "Order 1001: This order cannot ship: its payment was refunded. Cancel it, and its units go back into stock.";
    expect(await fulfil()).toEqual([1, refused]);
    await releaseJobs(shop);
    expect([await fulfil(), await stock()]).toEqual([
      [1, refused],
      [7, 9],
    ]);
    shop.pass(1);
    const canceled = "Order 1001 is canceled.\nAll of the payment had been refunded before: no more money moves.";
    expect(await cancel()).toEqual([0, canceled]);
    await expectInOrder(shop);
    expect([await stock(), await refunded()]).toEqual([[10, 10], [total]]);
    const [mail] = await mails(/canceled$/);
    expect(mail?.text).toContain("Your payment had been refunded before.");
    expect(mail?.text).not.toContain("we’ll refund it");
  });

  test("what has not shipped of an order that was refunded in full is taken out for nothing", async () => {
    const { shop, total, two, three, refund, edit, fulfil, cancel, refunded, stock } = await chargedOrder();
    await fulfil(`--line ${two}`);
    await refund("--all");
    const refused =
      "Order 1001: This order cannot ship: its payment was refunded. Take the rest out, and its units go back into stock.";
    expect([await fulfil(), (await cancel())[0]]).toEqual([[1, refused], 1]);
    const taken = `Order 1001: 1 × Product 3, Variant 3 taken out. Its total is now ${dollars(total)}.`;
    expect(await edit(`--line ${three} --quantity 0`)).toEqual([0, `${taken}\nThere is nothing to refund.`]);
    await expectInOrder(shop);
    expect([await stock(), (await orderOf(shop)).state, await refunded()]).toEqual([[7, 10], "fulfilled", [total]]);
  });

  test("units that were refunded before they shipped, and not taken out, are not sent", async () => {
    const { shop, two, three, edit, fulfil, take, sent, stock } = await chargedOrder();
    const { id: orderId } = await orderOf(shop);
    const lines = [{ lineId: two, units: 3, net: 5400, tax: 446 }];
    await transact(shop.shop.db, (tx) =>
      requestRefund(tx, { orderId, parts: partsOfLines(lines), lines, actor: "owner" }, shop.shop.now()),
    );
    await expectInOrder(shop);
    const refundedAlready = "Order 1001: 3 of “Product 2, Variant 2” were refunded already and cannot be taken out.";
    expect(await edit(`--line ${two} --quantity 1`)).toEqual([1, refundedAlready]);
    expect(await fulfil(`--line ${two}`)).toEqual([1, "Order 1001: Nothing of “Product 2, Variant 2” is left to ship."]);
    expect((await fulfil())[1]).toContain("is marked as shipped.");
    expect(await sent()).toEqual({ [three]: 1 });
    // The refunded units can still go back into stock, although they were not sent.
    expect((await take(`--line ${two} --received --restock`))[1]).toContain("3 units are back in stock.");
    await expectInOrder(shop);
    expect(await stock()).toEqual([10, 9]);
  });
});

describe("a command that cannot be done", () => {
  test.each([
    [refundCommand, "1001", "give one of --all, --amount, --line, and --settle"],
    [refundCommand, "1001 --all --amount 5", "give one of --all, --amount, --line, and --settle"],
    [refundCommand, "1001 --settle 1", "--settle and --note belong together"],
    [refundCommand, "1001 --settle x --note cash", "--settle x: give the number of a refund, as orders show lists it"],
    [refundCommand, "1001 --amount 5.005", "--amount 5.005: give dollars, such as 12.50"],
    [refundCommand, "1001 --amount 0", "--amount 0: give more than $0, such as 12.50"],
    [refundCommand, "1001 --amount -5", "--amount -5: give more than $0, such as 12.50"],
    [refundCommand, "1001 --amount --all", "--amount needs a value"],
    [refundCommand, "1001 --line abc:0", "--line abc:0: give a line's id, and how many units after a colon"],
    [refundCommand, "1001 --line abc:1:2", "--line abc:1:2: give a line's id, and how many units after a colon"],
    [editCommand, "1001 --line abc", "give --line and --quantity"],
    [editCommand, "1001 --line abc --quantity x", "--quantity x: give how many units remain"],
    [returnCommand, "1001", "give --line, once for each line"],
    [returnCommand, "1001 --line abc --restock", "--restock goes with --received"],
  ])("%# is told, with where to read on", async (command, words, error) => {
    const shop = await openShop({ pays: false });
    const { status, out, err } = await typeCommand(shop, command, words);
    expect([status, out, err.split("\n")[0]]).toEqual([2, "", error]);
    expect(err).toMatch(/\nSee npm run store -- (refund|edit|return) --help$/);
  });

  test("an unknown order or line is told", async () => {
    const { shop, refund, edit } = await chargedOrder();
    expect(await say(shop, refundCommand, "77 --all")).toEqual([1, "There is no order 77."]);
    const unknown = [1, "Order 1001: The order has no line abc."];
    expect([await refund("--line abc"), await edit("--line abc --quantity 1")]).toEqual([unknown, unknown]);
  });
});
