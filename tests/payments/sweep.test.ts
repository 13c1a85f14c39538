import { describe, expect, test } from "vitest";
import { editCommand } from "../../server/cli/edit.ts";
import { refundCommand } from "../../server/cli/refund.ts";
import { returnCommand } from "../../server/cli/return.ts";
import { transact } from "../../server/db/transaction.ts";
import { dollars } from "../../server/money.ts";
import { requestAmount, requestRest } from "../../server/orders/request-refund.ts";
import { unanswered } from "../../server/payments/gateways/gateway.ts";
import { pay } from "../../server/payments/pay.ts";
import { claimSweep } from "../../server/payments/queries/sweeps.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { recordRestore, refuseUncompared } from "../../server/payments/restored.ts";
import { acceptOrphans, returnByKey } from "../../server/payments/sweep/decide.ts";
import { sweepNow, sweepWhenDue } from "../../server/payments/sweep/sweep.ts";
import { actOnOrder } from "../../server/staff/orders/order-actions.ts";
import { permissionsOf } from "../../server/staff/people/rules/permissions.ts";
import { typeCommand } from "../cli/type-command.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { charge } from "./gateways-live.ts";
import { atGateway, callOf, cards, expectInOrder, quick, shopperAt } from "./shopper.ts";

const hour = 3_600_000;
const owner = "owner@example.com";

const open = (engine: Engine) => openShop({ engine, env: { OWNER_MAIL: owner } });
const attempts = ({ shop }: TestShop) => shop.db.selectFrom("attempt").select(["state"]).orderBy("created_at").execute();
const orphans = ({ shop }: TestShop) =>
  shop.db.selectFrom("orphan_authorization").select(["reason", "state", "amount"]).orderBy("found_at").execute();
const entries = async ({ shop }: TestShop) => {
  const rows = await shop.db.selectFrom("orphan_ledger_entry").select(["event", "account", "amount"]).execute();
  return rows.map(({ event, account, amount }) => `${event} ${account} ${amount}`).sort();
};
const notices = async (shop: TestShop) =>
  (await emailsIn(shop.directory)).filter(({ text }) => text.includes("paid for no order of this shop"));

/** A restored database with one order. The gateway refunded $3.00 of it after the backup. */
async function openWithLostRefund(engine: Engine) {
  const shop = await open(engine);
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  await shop.runJobs();
  const attempt = await shop.shop.db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
  const key = `${attempt.key}:ref:${attempt.order_id}-r1`;
  await shop.shop.gateway.giveBack({ key, authRef: "", captureRef: attempt.capture_ref ?? "", amountCents: 300 });
  return { shop, attempt };
}

/** A shop with a restored database: one order is paid, and one cart was paid after the backup. */
async function openWithLostPayment(engine: Engine) {
  const shop = await open(engine);
  const { db, gateway } = shop.shop;
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
  const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
  const shopper = await shopperAt(shop);
  const key = `${id}-${shopper.checkoutId}-1`;
  await gateway.authorize({ ...charge(key), amountCents: shopper.total });
  expect(await sweepLater(shop)).toMatchObject({ found: [expect.any(String)], suspended: true });
  return { shop, shopper, key };
}

/**
 * Sweeps more than an hour later, when the scheduled sweep is due again and any earlier lease of a
 * sweep has ended, and runs the jobs.
 */
async function sweepLater(shop: TestShop) {
  shop.pass(hour + 1);
  const outcome = await sweepWhenDue(shop.shop, quick.deadline);
  await shop.runJobs();
  return outcome;
}

const approveLate = ({ gateway }: TestShop) =>
  fetch(`${gateway.url}/late`, { method: "POST", headers: { authorization: `Bearer ${gateway.secret}` } });

/** Ways in which a payment ends without an order, although the gateway holds its money (K9). */
const ways: readonly [string, (shop: TestShop) => Promise<void>][] = [
  [
    "approved after the look-up had found nothing",
    async (shop) => {
      await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.late), quick);
      shop.pass(2 * quick.deadline);
      await reconcile(shop.shop, quick);
      await approveLate(shop);
    },
  ],
  [
    "approved, but never found by a look-up",
    async (shop) => {
      await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.lookupStale), quick);
      shop.pass(2 * quick.deadline);
      await reconcile(shop.shop, quick);
    },
  ],
  [
    "declined in words and charged in the books",
    async (shop) => void (await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.declinedButCharged), quick)),
  ],
];

describe.each(engines)("the sweep of the gateway's transactions, on %s", (engine) => {
  test.each(ways)("returns money that was %s, books it, and tells the owner once", async (_way, loseTo) => {
    const shop = await open(engine);
    await loseTo(shop);
    const [held] = await atGateway(shop, "authorize");
    expect(held).toMatchObject({ status: "approved", state: "authorized" });

    expect(await sweepLater(shop)).toMatchObject({ status: "swept", returning: [held?.ref], found: [] });

    const amount = held?.amountCents ?? 0;
    expect(await attempts(shop)).toEqual([{ state: "voided" }]);
    expect(await atGateway(shop, "void")).toMatchObject([{ status: "approved", authRef: held?.ref }]);
    expect(await orphans(shop)).toEqual([{ reason: "ended", state: "voided", amount }]);
    expect(await entries(shop)).toEqual(
      [
        `authorized cardholder ${-amount}`,
        `authorized held ${amount}`,
        `voided cardholder ${amount}`,
        `voided held ${-amount}`,
      ].sort(),
    );
    await expectInOrder(shop);
    await sweepLater(shop);
    expect(await notices(shop)).toMatchObject([{ to: owner, text: expect.stringContaining(held?.key ?? "") }]);
    expect(await atGateway(shop, "void")).toHaveLength(1);
  });

  test("takes a cart from a backup that is paid again for its order, and never returns that order's money", async () => {
    const { shop, shopper, key } = await openWithLostPayment(engine);
    const { db, now } = shop.shop;
    // The gateway repeats its first answer, so nothing is charged twice.
    expect((await shopper.pay()).status).toBe(200);
    await shop.runJobs();
    expect(await returnByKey(db, key, now())).toMatchObject({ ok: false, code: "order_closed" });
    expect(await sweepLater(shop)).toMatchObject({ found: [], suspended: false });
    expect(await orphans(shop)).toMatchObject([{ reason: "lost", state: "accepted" }]);
    expect(await returnByKey(db, key, now())).toMatchObject({ ok: false, code: "order_closed" });
    await shop.runJobs();
    expect([await atGateway(shop, "void"), await atGateway(shop, "refund")]).toEqual([[], []]);
    await expectInOrder(shop);
  });

  test("a cart from a backup is paid under another key while the money of its lost payment goes back", async () => {
    const { shop, shopper, key } = await openWithLostPayment(engine);
    expect(await returnByKey(shop.shop.db, key, shop.shop.now())).toMatchObject({ ok: true });

    // The shopper pays before the job that voids the lost payment, and again after the job.
    expect((await shopper.pay(cards.declined)).status).toBe(402);
    await shop.runJobs();
    expect(await atGateway(shop, "void")).toHaveLength(1);
    expect((await shopper.pay()).status).toBe(200);
    const tried = shop.shop.db.selectFrom("attempt").select("n").where("checkout_id", "=", shopper.checkoutId);
    expect((await tried.orderBy("n").execute()).map(({ n }) => n)).toEqual([2, 3]);
    await expectInOrder(shop);
    expect(await orphans(shop)).toMatchObject([{ reason: "lost", state: "voided" }]);
  });

  test("is due hourly, and one process at a time does it", async () => {
    const shop = await open(engine);
    await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.declinedButCharged), quick);
    expect(await sweepWhenDue(shop.shop, quick.deadline)).toEqual({ status: "idle" });
    shop.pass(hour + 1);

    const outcomes = await Promise.all([1, 2, 3].map(() => sweepWhenDue(shop.shop, quick.deadline)));

    expect(outcomes.filter(({ status }) => status === "swept")).toHaveLength(1);
    expect(await sweepWhenDue(shop.shop, quick.deadline)).toEqual({ status: "idle" });
    await expectInOrder(shop);
    expect(await atGateway(shop, "void")).toHaveLength(1);
  });

  test("is one process's whose clock is ahead, and nobody's once that clock went back by a day", async () => {
    const { shop } = await open(engine);
    const claim = (at: number) => transact(shop.db, (tx) => claimSweep(tx, at, 900_000));
    const now = shop.now();
    expect(await claim(now)).toBe(now + 900_000);
    expect([await claim(now - 1), await claim(now - 60_000), await claim(now + 1)]).toEqual([undefined, undefined, undefined]);
    expect(await claim(now - 24 * hour)).toBe(now - 24 * hour + 900_000);
  });

  test("that took longer than its lease ends no other process's", async () => {
    const { shop } = await open(engine);
    const [asked, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { gateway } = shop;
    const list: typeof gateway.list = async (period) => {
      asked.resolve();
      await listed.promise;
      return await gateway.list(period);
    };
    const slow = sweepNow({ ...shop, gateway: { ...gateway, list } });
    await asked.promise;
    const claim = await transact(shop.db, (tx) => claimSweep(tx, shop.now() + 900_000, 900_000));
    expect(claim).toBeDefined();
    listed.resolve();
    expect((await slow).status).toBe("swept");
    expect((await sweepNow(shop)).status).toBe("busy");
  });

  test("returns a second authorization of a paid order, and leaves the first", async () => {
    const shop = await open(engine);
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();
    const { gateway } = shop.shop;
    const [paid] = await atGateway(shop, "authorize");
    const amountCents = paid?.amountCents ?? 0;
    await gateway.authorize({ ...charge("second"), amountCents });
    // The gateway does not enforce unique keys, and has another transaction under the shop's key.
    const list: typeof gateway.list = async (period) =>
      JSON.parse(JSON.stringify(await gateway.list(period)).replaceAll('"second"', JSON.stringify(paid?.key)));
    shop.shop.gateway = { ...gateway, list };
    expect(await sweepLater(shop)).toMatchObject({ returning: [expect.any(String)] });
    expect([await attempts(shop), await atGateway(shop, "refund")]).toEqual([[{ state: "captured" }], []]);
    expect(await orphans(shop)).toEqual([{ reason: "duplicate", state: "voided", amount: amountCents }]);
    await expectInOrder(shop);
  });

  test("reports what has no attempt here once, and gives back what is left of it only when the owner says so", async () => {
    const shop = await open(engine);
    const { db, gateway, now } = shop.shop;
    const held = await gateway.authorize(charge("till-7"));
    const taken = await gateway.capture({ key: "till-7:cap", authRef: held.ref ?? "", amountCents: 4200 });
    await gateway.giveBack({ key: "till-7:part", authRef: "", captureRef: taken.ref ?? "", amountCents: 1200 });
    expect(await sweepLater(shop)).toMatchObject({ found: [held.ref], returning: [], suspended: false });
    shop.pass(24 * hour);
    expect(await sweepLater(shop)).toMatchObject({ found: [], returning: [] });
    expect(await orphans(shop)).toEqual([{ reason: "foreign", state: "reported", amount: 4200 }]);
    expect(await notices(shop)).toMatchObject([{ text: expect.stringContaining("sweep --refund KEY") }]);
    expect(await returnByKey(db, "nobody's", now())).toMatchObject({ ok: false, code: "not_found" });

    expect(await returnByKey(db, "till-7", now())).toMatchObject({ ok: true });
    await shop.runJobs();
    expect((await atGateway(shop, "refund")).map(({ amountCents }) => amountCents)).toEqual([1200, 3000]);
    expect(await orphans(shop)).toMatchObject([{ state: "refunded" }]);
    expect(await entries(shop)).toEqual([
      "part_refunded:1200 cardholder -3000",
      "part_refunded:1200 gateway 3000",
      "refunded:1200 cardholder 3000",
      "refunded:1200 gateway -3000",
    ]);
  });

  test("only reports in a restored database, by one email that names all, until the owner accepts what was lost", async () => {
    const shop = await open(engine);
    const { db, gateway, now } = shop.shop;
    await pay(shop.shop, callOf(shop, await shopperAt(shop), cards.declinedButCharged), quick);
    const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    // The payment was made after the backup.
    await gateway.authorize(charge(`${id}-0123456789abcdef-1`));

    expect(await sweepLater(shop)).toMatchObject({ suspended: true, returning: [], found: Array(2).fill(expect.any(String)) });
    expect(await sweepLater(shop)).toMatchObject({ suspended: true, returning: [], found: [] });
    expect([await atGateway(shop, "void"), await attempts(shop)]).toEqual([[], [{ state: "declined" }]]);
    const [told, ...more] = await notices(shop);
    for (const { key } of await atGateway(shop, "authorize")) expect(told?.text).toContain(key);
    expect([told?.text, more]).toEqual([expect.stringContaining("sweep --accept"), []]);

    expect(await acceptOrphans(db, now())).toBe(1);
    expect(await sweepLater(shop)).toMatchObject({ suspended: false, returning: [expect.any(String)], found: [] });
    expect([(await atGateway(shop, "void")).length, await attempts(shop)]).toEqual([1, [{ state: "voided" }]]);
    const decided = (await orphans(shop)).map(({ reason, state }) => `${reason} ${state}`);
    expect(decided.sort()).toEqual(["ended voided", "lost accepted"]);
  });

  test("comes at once after a restore; until then no refund is decided that would get a lost one's key", async () => {
    const { shop, attempt } = await openWithLostRefund(engine);
    const { db, gateway, now } = shop.shop;
    expect(await sweepWhenDue(shop.shop)).toEqual({ status: "idle" });
    await transact(db, (tx) => recordRestore(tx, now()));
    const { number } = await db.selectFrom("orders").select("number").executeTakeFirstOrThrow();
    const { id: line } = await db.selectFrom("order_line").select("id").executeTakeFirstOrThrow();
    const err = expect.stringContaining("have not been compared with the card gateway's yet");
    for (const [command, words] of [
      [refundCommand, "--amount 3"],
      [editCommand, `--line ${line} --quantity 0`],
      [returnCommand, `--line ${line} --received`],
    ] as const)
      expect(await typeCommand(shop, command, `${number} ${words}`)).toEqual({ status: 1, out: "", err });
    const actor = { actor: "owner", staff: { permissions: permissionsOf("owner") }, releasePromoUse: async () => {} } as const;
    const acting = { ...actor, db, gateway, clock: now, orderId: attempt.order_id, now: now(), dates: shop.shop.dates };
    const seen = { seen: 0, shownRefund: 300, shownAmount: 300 };
    for (const [action, typed] of [
      ["refund", { ...seen, how: "amount", amount: "3" }],
      ["edit", { ...seen, lineId: line, quantity: 0 }],
      ["return", { ...seen, how: "restock", [`line-${line}`]: "1" }],
    ] as const)
      expect(await actOnOrder(action, acting, typed)).toMatchObject({ ok: false, error: err });

    // If the gateway does not answer, the sweep compares nothing. Refunds are then still refused.
    shop.shop.gateway = { ...gateway, list: async () => unanswered("timeout") };
    expect(await sweepWhenDue(shop.shop)).toMatchObject({ status: "unasked" });
    expect(await refuseUncompared(db)).toMatchObject({ ok: false });
    shop.shop.gateway = gateway;
    expect(await sweepWhenDue(shop.shop)).toEqual({ status: "busy" });
    shop.pass(hour / 2);
    expect(await sweepWhenDue(shop.shop)).toMatchObject({ status: "swept", refundsBooked: [{ amount: 300 }] });
    expect(await sweepWhenDue(shop.shop)).toEqual({ status: "idle" });
    expect(await typeCommand(shop, refundCommand, `${number} --amount 3`)).toMatchObject({ status: 0 });
    expect(await atGateway(shop, "refund")).toMatchObject([{ amountCents: 300 }, { amountCents: 300 }]);
    await expectInOrder(shop);
  });

  test("takes a lost refund of the shop’s own into a restored database; one under its number is withdrawn, and holds up no other", async () => {
    const { shop, attempt } = await openWithLostRefund(engine);
    const { db, now } = shop.shop;
    const refundRest = () => transact(db, (tx) => requestRest(tx, attempt.order_id, "owner", now()));
    await refundRest();
    await shop.runJobs();
    expect(await sweepLater(shop)).toMatchObject({ refundsBooked: [{ orderId: attempt.order_id }], found: [], returning: [] });
    const states = await db.selectFrom("order_refund").select(["state", "amount"]).orderBy("n").execute();
    expect(states).toEqual([
      { state: "withdrawn", amount: attempt.amount },
      { state: "refunded", amount: 300 },
    ]);
    await refundRest();
    await shop.runJobs();
    expect(await sweepNow(shop.shop)).toMatchObject({ refundsBooked: [] });
    expect(await atGateway(shop, "refund")).toMatchObject([{ amountCents: 300 }, { amountCents: attempt.amount - 300 }]);
    expect(await attempts(shop)).toEqual([{ state: "refunded" }]);
    await expectInOrder(shop);
  });

  test("takes a refund from the gateway's own dashboard into the ledger, once, and emails the shopper once", async () => {
    const shop = await open(engine);
    const { db, gateway, now } = shop.shop;
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();
    const { capture_ref, amount, order_id: orderId } = await db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
    // The sweep does not book the shop's own refund again.
    await transact(db, (tx) => requestAmount(tx, { orderId, key: "r1", amount: 100, actor: "owner" }, now()));
    await shop.runJobs();
    const refundThere = (key: string, amountCents: number) =>
      gateway.giveBack({ key, authRef: "", captureRef: capture_ref ?? "", amountCents });
    await refundThere("dashboard-1", 300);
    expect(await sweepLater(shop)).toMatchObject({ refundsBooked: [{ orderId, amount: 300 }], found: [], returning: [] });
    expect(await sweepNow(shop.shop)).toMatchObject({ refundsBooked: [] });
    expect(await attempts(shop)).toEqual([{ state: "part_refunded" }]);

    // Months later the list contains only the refund.
    await refundThere("dashboard-2", amount - 400);
    const list: typeof gateway.list = async (period) => {
      const listing = await gateway.list(period);
      if (listing.status !== "listed") return listing;
      return { ...listing, transactions: listing.transactions.filter(({ kind }) => kind === "refund") };
    };
    shop.shop.gateway = { ...gateway, list };
    expect(await sweepNow(shop.shop)).toMatchObject({ refundsBooked: [{ orderId: expect.any(String) }] });
    expect(await sweepNow(shop.shop)).toMatchObject({ refundsBooked: [] });
    shop.shop.gateway = gateway;
    expect(await attempts(shop)).toEqual([{ state: "refunded" }]);
    await expectInOrder(shop);
    const events = db.selectFrom("order_event").select("note").where("kind", "=", "refunded").where("actor", "=", "gateway");
    expect(await events.orderBy("at").execute()).toEqual([300, amount - 400].map((cents) => ({ note: dollars(cents) })));
    const refunded = (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("refunded"));
    expect(refunded).toHaveLength(3);
  });
});
