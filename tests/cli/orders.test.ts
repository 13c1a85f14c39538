import { describe, expect, test } from "vitest";
import { cancelCommand } from "../../server/cli/cancel.ts";
import { fulfilCommand } from "../../server/cli/fulfil.ts";
import { ordersCommand } from "../../server/cli/orders.ts";
import { refundCommand } from "../../server/cli/refund.ts";
import { sweepCommand } from "../../server/cli/sweep.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { sentEmails } from "../identity/customer-fixture.ts";
import { eventsOf, orderOf } from "../orders/cancelation-fixture.ts";
import { holdJobs, releaseJobs } from "../payments/cancel-fixture.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, cards, expectInOrder, quoteNow, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { typeCommand, typeWords } from "./type-command.ts";

/** The card's number is in docs/test-cards.md. */
const refundFailsFirst = "9999990000000212";

/** A shop with three orders: 1001 with a requested cancelation, 1002, and 1003. */
async function threeOrders(engine: TestShop["shop"]["engine"]): Promise<TestShop> {
  const shop = await openShop({ engine });
  for (const email of ["ann@example.com", "bob@example.com", "cleo@example.com"])
    expect((await (await shopperAt(shop, { email })).pay()).status).toBe(200);
  await shop.shop.db
    .updateTable("orders")
    .set({ cancelation_requested: 1, cancel_reason: "shipping cost too high" })
    .where("number", "=", 1001)
    .execute();
  await expectInOrder(shop);
  return shop;
}

const numbers = ({ out }: { out: string }) => (JSON.parse(out) as { number: number }[]).map(({ number }) => number);

describe.each(engines)("the owner's commands on %s", (engine) => {
  test("orders are listed as a table or as JSON, by state, the newest first", async () => {
    const shop = await threeOrders(engine);
    expect((await typeCommand(shop, cancelCommand, "1002")).status).toBe(0);
    expect((await typeCommand(shop, fulfilCommand, "1003")).status).toBe(0);

    const table = (await typeCommand(shop, ordersCommand, "")).out.split("\n");
    const total = `$${((await orderOf(shop)).total / 100).toFixed(2)}`;
    const rows = table.map((row) => row.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "DATE").replace(/ +/g, " "));
    expect(rows).toEqual([
      "NUMBER DATE (UTC) STATE MAIL TOTAL MONEY REASON",
      `1003 DATE fulfilled cleo@example.com ${total} paid`,
      `1002 DATE canceled bob@example.com ${total} refunded`,
      `1001 DATE requested ann@example.com ${total} paid shipping cost too high`,
    ]);
    const [requested] = JSON.parse((await typeCommand(shop, ordersCommand, "--state requested --json")).out);
    expect(requested).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      number: 1001,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      state: "placed",
      cancelationRequested: true,
      reason: "shipping cost too high",
      email: "ann@example.com",
      total: { amount: expect.any(Number), currency: "USD" },
      money: "paid",
      moneyTrouble: null,
    });
    for (const [state, found] of [
      ["placed", [1001]],
      ["canceled", [1002]],
      ["fulfilled", [1003]],
    ] as const)
      expect([state, numbers(await typeCommand(shop, ordersCommand, `--state ${state} --json`))]).toEqual([state, found]);
    const limited = await typeCommand(shop, ordersCommand, "--limit 2");
    expect(limited.out.split("\n").at(-1)).toBe("There are more: --limit 4 shows up to 4.");
    expect(numbers(await typeCommand(shop, ordersCommand, "--limit 2 --json"))).toEqual([1003, 1002]);
    await expectInOrder(shop);
  });

  test("an order is sent once; a requested cancelation does not stand in the way, and the shopper is told once", async () => {
    const shop = await threeOrders(engine);

    expect(await typeCommand(shop, fulfilCommand, "1001")).toEqual({
      status: 0,
      out: "Order 1001 is marked as shipped.\nThe shopper was emailed.",
      err: "",
    });

    expect((await typeCommand(shop, fulfilCommand, "#1001")).err).toBe("Order 1001: This order has already shipped.");
    expect(await typeCommand(shop, cancelCommand, "1001")).toMatchObject({
      status: 1,
      err: "Order 1001: This order has already shipped.",
    });
    const sent = (await sentEmails(shop)).filter(({ subject }) => subject.includes("shipped"));
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["ann@example.com", "Your order 1001 at Leaf & Vessel: shipped"],
    ]);
    expect(sent[0]?.text).toContain("We couldn");
    await expectInOrder(shop);
  });

  test("the shopper is told who carries an order and under which number, in the mail and on its page", async () => {
    const shop = await threeOrders(engine);
    const owner = shop.shop.db;
    for (const words of ["1002 --carrier UPS", "1002 --tracking 1Z9", "1002 --carrier UPS --tracking <b>", "--carrier UPS"]) {
      const refused = await typeCommand(shop, fulfilCommand, words);
      expect([words, refused.status, refused.err.includes("fulfil --help")]).toEqual([words, 2, true]);
    }
    expect((await owner.selectFrom("orders").select("state").where("number", "=", 1002).executeTakeFirst())?.state).toBe(
      "placed",
    );

    expect((await typeCommand(shop, fulfilCommand, "1002 --carrier ups --tracking 1Z999AA1")).status).toBe(0);
    expect((await typeCommand(shop, fulfilCommand, "1003 --carrier Courier --tracking 77-1")).status).toBe(0);

    const order = (number: number) =>
      owner.selectFrom("orders").select(["carrier", "tracking"]).where("number", "=", number).executeTakeFirst();
    expect(await order(1002)).toEqual({ carrier: "UPS", tracking: "1Z999AA1" });
    const corrected = "1003 --carrier Courier --tracking 77-2";
    expect(await typeCommand(shop, fulfilCommand, corrected)).toEqual({
      status: 0,
      out: "Order 1003 had shipped: its tracking number is now Courier 77-2.\nThe shopper was emailed.",
      err: "",
    });
    expect(await order(1003)).toEqual({ carrier: "Courier", tracking: "77-2" });
    for (const words of [corrected, "1003"])
      expect((await typeCommand(shop, fulfilCommand, words)).err).toBe("Order 1003: This order has already shipped.");
    const sent = (await sentEmails(shop)).filter(({ subject }) => subject.includes("shipped"));
    const toBob = sent.find(({ to }) => to === "bob@example.com")?.text ?? "";
    expect(toBob).toContain("Carrier: UPS. Tracking number: 1Z999AA1.");
    expect(toBob).toContain(
      '<a href="https://www.ups.com/track?tracknum=1Z999AA1">https://www.ups.com/track?tracknum=1Z999AA1</a>',
    );
    const toCleo = sent.flatMap(({ to, text }) => (to === "cleo@example.com" ? [text] : []));
    expect(toCleo.map((text) => /Carrier: Courier\. Tracking number: (77-\d)\./.exec(text)?.[1]).toSorted()).toEqual([
      "77-1",
      "77-2",
    ]);
    expect(toCleo.join()).not.toContain("Track your package");
    await expectInOrder(shop);
  });

  test("an order is shown in full: products, addresses, money, tracking and what has happened", async () => {
    const shop = await threeOrders(engine);
    const terms = { delivery_from: "2026-12-02", delivery_to: "2026-12-04" };
    await shop.shop.db.updateTable("orders").set(terms).where("number", "=", 1001).execute();
    await typeCommand(shop, fulfilCommand, "1001 --carrier UPS --tracking 1Z9");
    const malicious = { first_name: "Ann\u001b[2J", last_name: "\u202eeeL" };
    await shop.shop.db.updateTable("order_address").set(malicious).where("kind", "=", "shipping").execute();

    const { status, out, err } = await typeCommand(shop, ordersCommand, "show #1001");

    expect([status, err]).toEqual([0, ""]);
    for (const part of [
      /^Order 1001 \([0-9a-f]{32}\)$/m,
      /^Placed {6}\w+ \d+, \d{4} at .* E[SD]T$/m,
      /^State {7}fulfilled$/m,
      /^Money {7}paid$/m,
      /^Email {7}ann@example\.com$/m,
      /^Ship to {5}Ann \[2J {2}eeL, 1 Fern Lane, Austin, TX 73301, US$/m,
      /^Bill to {5}Ada Shopper, 1 Fern Lane, Austin, TX 73301, US$/m,
      /^Expected {4}Wed, Dec 2 – Fri, Dec 4, 2026$/m,
      /^Tracking {4}UPS 1Z9 https:\/\/www\.ups\.com\/track\?tracknum=1Z9$/m,
      /^Card {8}Visa ending in 4242$/m,
      /^1 {6}Product 2 {2}Variant 2 {2}\$20\.00 {2}\$20\.00 {2}\$0\.00 {5}\$1\.65 {2}[0-9a-f]{32}$/m,
      /^Total {7}\$27\.60$/m,
      / {2}owner {4,}fulfilled {2,}UPS 1Z9$/m,
      / {2}shop {4,}captured$/m,
    ])
      expect(out).toMatch(part);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
    expect(out).not.toMatch(/[\u001b\u202e]|undefined|null/);
    expect(await typeCommand(shop, ordersCommand, "show 77")).toMatchObject({ status: 1, err: "There is no order 77." });
    for (const words of ["show", "show x", "show 1001 1002"])
      expect([words, (await typeCommand(shop, ordersCommand, words)).status]).toEqual([words, 2]);
  });

  test("an order is canceled by the same rules as by its shopper, and its money goes back", async () => {
    const shop = await threeOrders(engine);

    expect(await typeCommand(shop, cancelCommand, "1001")).toEqual({
      status: 0,
      out: "Order 1001 is canceled.\nThe payment was refunded to the card.",
      err: "",
    });

    expect(await typeCommand(shop, cancelCommand, "1001")).toMatchObject({
      status: 1,
      err: "Order 1001: This order has already been canceled.",
    });
    expect(await typeCommand(shop, fulfilCommand, "1001")).toMatchObject({
      status: 1,
      err: "Order 1001: This order has already been canceled.",
    });
    const { id } = await shop.shop.db.selectFrom("orders").select("id").where("number", "=", 1001).executeTakeFirstOrThrow();
    expect(await eventsOf(shop, id)).toContainEqual(["canceled", "by the shop"]);
    await expectInOrder(shop);
  });

  test("a refund that was given up is taken up again by canceling once more", async () => {
    const shop = await openShop({ engine });
    expect((await (await shopperAt(shop)).pay(refundFailsFirst)).status).toBe(200);
    await expectInOrder(shop);
    expect((await typeCommand(shop, cancelCommand, "1001")).out).toBe(
      "Order 1001 is canceled.\nThe payment: the first try failed; the shop will try again.",
    );
    await shop.shop.db.updateTable("job").set({ state: "failed" }).where("kind", "=", "refund").execute();
    expect((await findBreaches(shop.shop.db)).map(({ invariant, row }) => [invariant, row.number])).toEqual([["I8", 1001]]);

    const again = await typeCommand(shop, cancelCommand, "1001");

    expect(again).toEqual({
      status: 0,
      out: "Order 1001 was already canceled; its refund is being tried again.\nThe payment was refunded to the card.",
      err: "",
    });
    await expectInOrder(shop);
  });
});

test("canceling says what of the payment was paid by other means, and of each refund what became of it", async () => {
  const shop = await openShop();
  const [card] = [...faultCards].find(([, fault]) => fault === "refund_declined") ?? [];
  for (const number of [undefined, card]) expect((await (await shopperAt(shop)).pay(number)).status).toBe(200);
  await shop.runJobs();
  await holdJobs(shop);
  expect((await typeCommand(shop, refundCommand, "1001 --amount 5")).status).toBe(0);
  await typeWords(shop, refundCommand, ["1001", "--settle", "1", "--note", "check 7"]);
  await releaseJobs(shop);
  expect((await typeCommand(shop, cancelCommand, "1001")).out).toBe(
    "Order 1001 is canceled.\n$5.00 of the payment was paid back by other means, and $22.60 to the card.",
  );

  expect((await typeCommand(shop, refundCommand, "1002 --amount 5")).status).toBe(0);
  const { out } = await typeCommand(shop, cancelCommand, "1002");
  expect(out.split("\n").slice(1)).toEqual([
    expect.stringContaining("refund 1002 --settle 1 "),
    expect.stringContaining("refund 1002 --settle 2 "),
  ]);
});

test("canceling says that a refund was refused, or that no money was taken", async () => {
  const shop = await openShop();
  const [card] = [...faultCards].find(([, fault]) => fault === "refund_declined") ?? [];
  expect((await (await shopperAt(shop)).pay(card)).status).toBe(200);
  await shop.runJobs();
  await holdJobs(shop);
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await shop.shop.db.updateTable("job").set({ state: "done" }).where("kind", "=", "capture").execute();
  await releaseJobs(shop);

  expect((await typeCommand(shop, cancelCommand, "1001")).out).toBe(
    'Order 1001 is canceled.\nThe refund: refused by the bank (account_closed). The shop tries again; if you pay it in another way, record that: refund 1001 --settle 1 --note "check 1042".',
  );
  await holdJobs(shop);
  expect((await typeCommand(shop, cancelCommand, "1002")).out).toContain("waiting for the shop to start");
  await shop.shop.db
    .updateTable("job")
    .set({ state: "failed" })
    .where("kind", "=", "void")
    .where("state", "=", "waiting")
    .execute();
  await releaseJobs(shop);
  expect((await typeCommand(shop, cancelCommand, "1002")).out).toBe(
    "Order 1002 was already canceled; the release of the hold on its card is being tried again.\nThe hold on the card was released; no money was taken.",
  );

  expect((await atGateway(shop, "void")).map(({ status }) => status)).toEqual(["approved"]);
  await shop.shop.db.updateTable("job").set({ state: "failed" }).where("kind", "=", "refund").execute();
  expect((await typeCommand(shop, cancelCommand, "1001")).out).toMatch(
    /^Order 1001 was already canceled; its refund is being tried again\.\nThe refund: refused by the bank/,
  );
});

test("an order is found by whatever the gateway's dashboard calls its payment, and names all of it", async () => {
  const shop = await openShop();
  const { db } = shop.shop;
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await shop.runJobs();
  const [charged] = await atGateway(shop, "capture");
  await typeCommand(shop, refundCommand, "1001 --amount 3");
  await shop.shop.gateway.giveBack({ key: "dashboard-1", authRef: "", captureRef: charged?.ref ?? "", amountCents: 200 });
  await typeCommand(shop, sweepCommand, "");
  await holdJobs(shop);
  const shopper = await shopperAt(shop);
  expect((await shopper.pay(cards.declined)).status).toBe(402);
  expect((await shopper.pay(cards.good, { quote: await quoteNow(shopper) })).status).toBe(200);
  await db.updateTable("job").set({ state: "done" }).where("kind", "=", "capture").where("state", "=", "waiting").execute();
  await typeCommand(shop, cancelCommand, "1002");
  await releaseJobs(shop);

  const kinds = ["authorize", "capture", "void", "refund"] as const;
  const made = (await Promise.all(kinds.map((kind) => atGateway(shop, kind)))).flat();
  expect(made.map(({ kind }) => kind)).toEqual(["authorize", "authorize", "authorize", "capture", "void", "refund", "refund"]);
  for (const { key, ref, authRef, status } of made) {
    const number = authRef === charged?.authRef ? 1001 : 1002;
    // For a declined card the gateway holds no money, and the shop has no reference.
    for (const name of status === "declined" ? [key] : [key, ref]) {
      const inCapitals = await typeCommand(shop, ordersCommand, `show ${name.toUpperCase()}`);
      expect([name, inCapitals.out.split(" (")[0]]).toEqual([name, `Order ${number}`]);
      const { status, out } = await typeCommand(shop, ordersCommand, `show ${name}`);
      expect([name, status, out.split(" (")[0]]).toEqual([name, 0, `Order ${number}`]);
      expect(out.split("\n").find((line) => line.includes(` ${name} `) || line.endsWith(` ${name}`))).toBeDefined();
    }
  }
  const { checkout_id, order_id, n } = await db
    .selectFrom("attempt")
    .selectAll()
    .where("state", "=", "voided")
    .executeTakeFirstOrThrow();
  for (const name of [`${checkout_id}-${n}`, `${checkout_id}-1`, `${checkout_id}-${n}:cap`, order_id, checkout_id])
    expect((await typeCommand(shop, ordersCommand, `show ${name}`)).out).toMatch(/^Order 1002 /);
  const { order_id: first } = await db.selectFrom("order_refund").select("order_id").executeTakeFirstOrThrow();
  expect((await typeCommand(shop, ordersCommand, `show ${first}-r1`)).out).toMatch(/^Order 1001 /);
});

test("a key of a payment without an order says what became of it, and one that nobody knows says that", async () => {
  const shop = await openShop();
  const shopper = await shopperAt(shop);
  expect((await shopper.pay(cards.declined)).status).toBe(402);
  const { key } = await shop.shop.db.selectFrom("attempt").select("key").executeTakeFirstOrThrow();
  for (const name of [key, `${shopper.checkoutId}-1`, `${key}:cap`, `${key}:CAP`])
    expect(await typeCommand(shop, ordersCommand, `show ${name}`)).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringMatching(
        `^This payment has no order: it was declined, and nothing was taken\\. It was \\$\\d+\\.\\d\\d, Visa ending in 0002, .*, key ${key}\\.$`,
      ),
    });
  expect(await typeCommand(shop, ordersCommand, "show till-7")).toMatchObject({
    status: 1,
    err: "There is no order, payment, or refund with the key or reference till-7.",
  });
  await shop.shop.gateway.authorize(charge("till-7"));
  await typeCommand(shop, sweepCommand, "");
  const [found] = await atGateway(shop, "authorize").then((all) => all.filter((each) => each.key === "till-7"));
  for (const name of ["till-7", found?.ref ?? "", "till-7:cap", "TILL-7:cap"])
    expect((await typeCommand(shop, ordersCommand, `show ${name}`)).err).toContain("till-7: not made by this shop");
  await shop.shop.gateway.authorize(charge("Till-8"));
  await typeCommand(shop, sweepCommand, "");
  for (const name of ["Till-8", "till-8", "tiLL-8:CAP"])
    expect((await typeCommand(shop, ordersCommand, `show ${name}`)).err).toContain("Till-8: not made by this shop");
  // Numbers are looked up as order numbers first, since a gateway's references may be numbers too.
  await shop.shop.db.updateTable("attempt").set({ auth_ref: "60123456789" }).execute();
  expect((await typeCommand(shop, ordersCommand, "show 60123456789")).err).toContain(key);
});

describe("a command that cannot be done", () => {
  test.each([
    [ordersCommand, "--state sent", "--state must be one of placed, requested, canceled, fulfilled"],
    [ordersCommand, "--limit 0", "--limit must be a number from 1 to 10000"],
    [ordersCommand, "1001", "unknown argument: 1001"],
    [ordersCommand, "--csv", "unknown option --csv"],
    [fulfilCommand, "", "give one order number: fulfil 1001"],
    [fulfilCommand, "1001 1002", "give one order number: fulfil 1001"],
    [cancelCommand, "all", "all is not an order number"],
    [cancelCommand, "--force 1001", "unknown option --force"],
  ])("%# is told, with where to read on", async (command, words, error) => {
    const shop = await openShop({ pays: false });
    const { status, out, err } = await typeCommand(shop, command, words);
    expect([status, out, err]).toEqual([
      2,
      "",
      expect.stringMatching(/^(.|\n)*See npm run store -- (orders|fulfil|cancel) --help$/),
    ]);
    expect(err.split("\n")[0]).toBe(error);
  });

  test("an unknown number, no orders at all, and a help for each", async () => {
    const shop = await openShop({ pays: false });
    expect(await typeCommand(shop, cancelCommand, "1001")).toEqual({ status: 1, out: "", err: "There is no order 1001." });
    expect(await typeCommand(shop, ordersCommand, "")).toEqual({ status: 0, out: "No orders found.", err: "" });
    expect(await typeCommand(shop, ordersCommand, "--json")).toEqual({ status: 0, out: "[]", err: "" });
    for (const [name, { help }] of Object.entries({ orders: ordersCommand, fulfil: fulfilCommand, cancel: cancelCommand }))
      expect([help.startsWith(`Usage: npm run store -- ${name}`), help.includes("Exit status:")]).toEqual([true, true]);
  });
});
