import { describe, expect, test } from "vitest";
import { fsck } from "../../server/cli/fsck.ts";
import { jobsCommand } from "../../server/cli/jobs.ts";
import { ordersCommand } from "../../server/cli/orders.ts";
import { refundCommand } from "../../server/cli/refund.ts";
import { transact } from "../../server/db/transaction.ts";
import { findOrderRecord } from "../../server/orders/record.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { unanswered } from "../../server/payments/gateways/gateway.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import { recordRestore } from "../../server/payments/restored.ts";
import { settleRefund } from "../../server/payments/settle-refund.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { typeWords } from "../cli/type-command.ts";
import { eventsOf } from "../orders/cancelation-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines } from "../support/shop.ts";
import { type CancelFixture, type Order, openCancelFixture } from "./cancel-fixture.ts";
import { atGateway, cards } from "./shopper.ts";
import { settleSlowly } from "./slow-settlement.ts";

const minute = 60_000;

const cardThat = (fault: string): string => [...faultCards].find(([, name]) => name === fault)?.[0] ?? cards.good;

const settle = ({ shop }: CancelFixture, { id }: Order, n = 1, note = "check 1042") =>
  settleRefund(shop.shop, { orderId: id, n, note, actor: "owner" });

const refundsOf = async ({ shop }: CancelFixture) =>
  await shop.shop.db
    .selectFrom("order_refund")
    .select(["n", "state", "amount", "refused_by", "refusal_code", "sent_at"])
    .orderBy("n")
    .execute();

const attemptState = async ({ shop }: CancelFixture) =>
  (await shop.shop.db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state;

const openJobs = async ({ shop }: CancelFixture) =>
  (await shop.shop.db.selectFrom("job").select("kind").where("state", "<>", "done").execute()).map(({ kind }) => kind);

const refundedAtGateway = async ({ shop }: CancelFixture) =>
  (await atGateway(shop, "refund")).filter(({ status }) => status === "approved").map(({ amountCents }) => amountCents);

/**
 * An order that was charged. All or some of its money is to be refunded to a card that causes
 * `fault`.
 */
async function openRefund(engine: CancelFixture["shop"]["shop"]["engine"], fault: string, amount?: number) {
  const fixture = await openCancelFixture(engine);
  const order = await fixture.place(cardThat(fault));
  await fixture.runDue();
  if (amount === undefined) expect((await fixture.cancel(order)).ok).toBe(true);
  else await refund(fixture, order, amount);
  for (const _ of [1, 2]) await fixture.runDue();
  return { fixture, order };
}

async function refund({ shop }: CancelFixture, { id }: Order, amount: number): Promise<void> {
  const { db, now } = shop.shop;
  const asked = await refundOrder(db, { orderId: id, wish: { amount }, actor: "owner" }, now());
  if (!asked.ok) throw new Error(asked.error);
}

describe.each(engines)("a refund that the bank refuses, on %s", (engine) => {
  test("is named at once, paid by check, and then over; the ledger and the gateway's records agree", async () => {
    const { fixture, order } = await openRefund(engine, "refund_declined");
    const { shop } = fixture;
    const type = (command: typeof fsck, ...words: string[]) => typeWords(shop, command, words);
    expect(await refundsOf(fixture)).toMatchObject([
      { state: "requested", refused_by: "bank", refusal_code: "account_closed", sent_at: null },
    ]);

    const checked = await type(fsck);
    expect(checked).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^K11 .*order=1001 refund=1 .*refused_by=bank reason=account_closed/),
    });
    expect(checked.err).toContain("refund ORDER --settle REFUND --note TEXT");
    expect((await type(jobsCommand, "--failed")).out).toContain(
      "refused for good: the gateway answered declined: account_closed",
    );
    const shown = (await type(ordersCommand, "show", "1001")).out;
    expect(shown).toContain("paid; a refund was refused");
    expect(shown).toMatch(/refused by the bank: account_closed/);

    expect(await type(refundCommand, "1001", "--settle", "1")).toMatchObject({ status: 2 });
    expect(await type(refundCommand, "1001", "--settle", "2", "--note", "check 1042")).toMatchObject({ status: 1 });
    expect(await type(refundCommand, "1001", "--settle", "1", "--note", "4242424242424242")).toMatchObject({
      status: 1,
      err: expect.stringContaining("Leave out card numbers"),
    });
    expect(await type(refundCommand, "1001", "--settle", "1", "--note", "check 1042")).toEqual({
      status: 0,
      out: `Order 1001: refund of $${(order.total / 100).toFixed(2)} recorded as paid by other means.`,
      err: "",
    });
    expect(await type(refundCommand, "1001", "--settle", "1", "--note", "check 1043")).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^Order 1001: Refund 1 was recorded as paid in another way \(check 1042\) on \w+ \d+, \d{4}\.$/),
    });

    for (const _ of [1, 2]) await fixture.runDue();
    expect(await openJobs(fixture)).toEqual([]);
    expect(await refundedAtGateway(fixture)).toEqual([]);
    expect(await attemptState(fixture)).toBe("refunded");
    await fixture.clean();
    expect((await type(fsck)).status).toBe(0);
    expect((await type(jobsCommand, "--failed")).out).toBe("No job failed or is overdue.");
    const settled = (await type(ordersCommand, "show", "1001")).out;
    expect(settled).toContain("refunded, by other means");
    const [declined] = await atGateway(shop, "refund");
    expect(settled).toMatch(new RegExp(`^Refund, paid by other means +\\$[\\d.]+ +${declined?.key}`, "m"));
    const record = await findOrderRecord(shop.shop.db, order.id);
    expect(record?.events.findLast(({ kind }) => kind === "refunded by other means")).toMatchObject({
      actor: "owner",
      note: `$${(order.total / 100).toFixed(2)}, check 1042`,
    });
    const told = (await emailsIn(shop.directory)).filter(({ subject }) => subject.endsWith("refunded by other means"));
    expect(told.map(({ to, text }) => [to, text.includes("How: check 1042")])).toEqual([["ada@example.com", true]]);
  });

  test("is not settled while its call is under way, nor when the gateway has made it after all: that is booked", async () => {
    const { fixture, order } = await openRefund(engine, "refund_dropped");
    const { shop } = fixture;
    // The answer of the refund was lost, and the next look-up is not due yet.
    await shop.shop.db.updateTable("job").set({ run_at: 4e12 }).where("state", "=", "waiting").execute();
    await shop.shop.db.updateTable("order_refund").set({ sent_at: shop.shop.now() }).execute();
    expect(await settle(fixture, order)).toMatchObject({ ok: false, code: "outcome_unknown" });
    shop.pass(minute);

    expect(await settle(fixture, order)).toMatchObject({ ok: true, value: { by: "gateway", amount: order.total } });

    expect(await settle(fixture, order)).toMatchObject({ ok: false, code: "order_closed" });
    await fixture.runDue();
    expect(await openJobs(fixture)).toEqual([]);
    expect(await refundedAtGateway(fixture)).toEqual([order.total]);
    expect((await eventsOf(shop, order.id)).map(([kind]) => kind)).not.toContain("refunded by other means");
    await fixture.clean();
  });

  test("is settled before its job has asked, which then asks nothing", async () => {
    const { fixture, order } = await openRefund(engine, "good", 1000);
    expect(await refundedAtGateway(fixture)).toEqual([1000]);
    await refund(fixture, order, 500);
    fixture.at("refund.begin", async () => {
      expect(await settle(fixture, order, 2)).toMatchObject({ ok: true, value: { by: "other means" } });
    });

    await fixture.elsewhere("refund", order, { subject: `${order.id}-r2`, amount: 500 });

    expect(await refundedAtGateway(fixture)).toEqual([1000]);
    expect(await attemptState(fixture)).toBe("part_refunded");
    await fixture.runDue();
    expect(await refundedAtGateway(fixture)).toEqual([1000]);
    const shown = await typeWords(fixture.shop, ordersCommand, ["show", "1001"]);
    expect(shown.out).toContain("refunded, by other means");
    expect(shown.out).not.toContain("Refund, paid by other means");
    await fixture.clean();
  });

  test("is settled once by two whom the gateway answers before either is recorded", async () => {
    const { fixture, order } = await openRefund(engine, "refund_declined");
    const both = ["check 1042", "check 1043"].map((note) => settleSlowly(fixture.shop.shop, { orderId: order.id, n: 1, note }));
    await Promise.all(both.map(({ answered }) => answered));
    for (const { go } of both) go();
    const outcomes = await Promise.all(both.map(({ outcome }) => outcome));
    expect(outcomes.map((each) => (each.ok ? "ok" : each.code)).sort()).toEqual(["ok", "order_closed"]);
    await fixture.runDue();
    expect([await attemptState(fixture), await refundedAtGateway(fixture), await openJobs(fixture)]).toEqual([
      "refunded",
      [],
      [],
    ]);
    await fixture.clean();
  });

  test.each([
    ["is asked for", "outcome_unknown"],
    ["is made", "order_closed"],
  ])("is not settled where it %s after the gateway has said that it has none", async (meanwhile, code) => {
    const fixture = await openCancelFixture(engine);
    const order = await fixture.place();
    await fixture.runDue();
    await refund(fixture, order, 1000);
    const settling = settleSlowly(fixture.shop.shop, { orderId: order.id, n: 1 });
    await settling.answered;
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fixture.at("refund.before", async () => {
      reached.resolve();
      await go.promise;
    });
    const refunding = fixture.elsewhere("refund", order, { subject: `${order.id}-r1`, amount: 1000 });
    await reached.promise;
    if (meanwhile === "is made") {
      go.resolve();
      await refunding;
    }

    settling.go();
    expect(await settling.outcome).toMatchObject({ ok: false, code });

    go.resolve();
    await refunding;
    expect(await settle(fixture, order)).toMatchObject({ ok: false, code: "order_closed" });
    await fixture.runDue();
    expect([await attemptState(fixture), await refundedAtGateway(fixture)]).toEqual(["part_refunded", [1000]]);
    expect((await eventsOf(fixture.shop, order.id)).map(([kind]) => kind)).not.toContain("refunded by other means");
    await fixture.clean();
  });

  test("is not settled while another process is at it", async () => {
    const { fixture, order } = await openRefund(engine, "refund_declined");
    const { db, now } = fixture.shop.shop;
    const job = () => db.updateTable("job").where("kind", "=", "refund");
    await job()
      .set({ lease_until: now() + minute })
      .execute();
    expect(await settle(fixture, order)).toMatchObject({ ok: false, code: "outcome_unknown" });
    expect(await refundsOf(fixture)).toMatchObject([{ state: "requested" }]);
    await job().set({ lease_until: 0 }).execute();
    expect(await settle(fixture, order)).toMatchObject({ ok: true });
  });
});

test("the command says of a refund that is over which way it ended, before anybody is asked", async () => {
  const { fixture, order } = await openRefund("sqlite", "good", 1000);
  const { shop } = fixture;
  await refund(fixture, order, 500);
  const settled = async (n: number) => {
    shop.shop.config = { ...shop.shop.config, gateway: undefined, dataDir: "/nowhere" };
    const { status, err } = await typeWords(shop, refundCommand, ["1001", "--settle", String(n), "--note", "check 1042"]);
    return [status, err];
  };
  expect(await settled(1)).toEqual([
    1,
    expect.stringMatching(/^Order 1001: Refund 1 went back to the card on \w+ \d+, \d{4}\.$/),
  ]);
  expect(await settled(3)).toEqual([1, "Order 1001: It has no refund 3: orders show 1001 lists them."]);
  expect(await settled(2)).toEqual([3, expect.stringContaining("The gateway could not be asked")]);
  await shop.shop.db
    .updateTable("order_refund")
    .set({ state: "withdrawn", decided_at: shop.shop.now() })
    .where("n", "=", 2)
    .execute();
  expect(await settled(2)).toEqual([
    1,
    expect.stringMatching(
      /^Order 1001: Refund 2 was withdrawn on \w+ \d+, \d{4}, since money of this payment had gone back in another way\.$/,
    ),
  ]);
});

describe("a refund that was not made", () => {
  test("is settled alone: another one of its order goes through the gateway", async () => {
    const { fixture, order } = await openRefund("sqlite", "refund_declined", 1000);
    const { db, gateway } = fixture.shop.shop;
    expect(await settle(fixture, order)).toMatchObject({ ok: true, value: { by: "other means", amount: 1000 } });
    expect(await attemptState(fixture)).toBe("part_refunded");
    await fixture.clean();

    await refund(fixture, order, 600);
    await fixture.runDue();
    expect(await settle(fixture, order, 2)).toMatchObject({ ok: true });
    expect(await refund(fixture, order, order.total - 1600).then(() => attemptState(fixture))).toBe("part_refunded");
    await fixture.runDue();
    expect(await settle(fixture, order, 3)).toMatchObject({ ok: true });
    expect(await attemptState(fixture)).toBe("refunded");
    expect([await findBreaches(db), await findGatewayBreaches(db, gateway)]).toEqual([[], []]);
    // The shop compares its refunds with the gateway's own records. So it also finds money that was
    // refunded at the gateway without the shop.
    const list: typeof gateway.list = async (period) => {
      const listing = await gateway.list(period);
      if (listing.status !== "listed") return listing;
      return {
        ...listing,
        transactions: listing.transactions.map((each) => ({ ...each, state: "part_refunded" as const, refundedCents: 1000 })),
      };
    };
    expect(await findGatewayBreaches(db, { ...gateway, list }, { pause: async () => {} })).toHaveLength(1);
  });

  test("whose call failed is settled once the gateway says that it has none", async () => {
    const { fixture, order } = await openRefund("sqlite", "refund_fails_first");
    const { db } = fixture.shop.shop;
    await db.updateTable("job").set({ run_at: 4e12 }).where("state", "=", "waiting").execute();
    const [{ sent_at: sentAt } = { sent_at: null }] = await refundsOf(fixture);
    expect([sentAt === null, await attemptState(fixture)]).toEqual([false, "refunding"]);
    expect(await settle(fixture, order)).toMatchObject({ ok: false, code: "outcome_unknown" });
    fixture.shop.pass(minute);

    expect(await settle(fixture, order)).toMatchObject({ ok: true, value: { by: "other means" } });

    await fixture.runDue();
    expect([await attemptState(fixture), await refundedAtGateway(fixture)]).toEqual(["refunded", []]);
    await fixture.clean();
  });

  test("keeps the note to what fits, and money that the gateway has returned otherwise is booked first", async () => {
    const { fixture, order } = await openRefund("sqlite", "refund_declined", 1000);
    const { gateway, now, db } = fixture.shop.shop;
    expect(await settle(fixture, order, 1, "  ")).toMatchObject({ code: "invalid_fields", errors: [{ field: "means" }] });
    expect(await settle(fixture, order, 1, "x".repeat(201))).toMatchObject({ code: "invalid_fields" });
    const settleAt = (changed: Partial<typeof gateway>) =>
      settleRefund({ db, now, gateway: { ...gateway, ...changed } }, { orderId: order.id, n: 1, note: "cash", actor: "owner" });

    const silentOf =
      (wanted: (isByKey: boolean) => boolean): typeof gateway.lookup =>
      async (asked) =>
        wanted("key" in asked) ? unanswered("timeout") : await gateway.lookup(asked);
    // Silent about the refund, then about the payment itself.
    for (const lookup of [silentOf((isByKey) => isByKey), silentOf((isByKey) => !isByKey)])
      expect(await settleAt({ lookup })).toMatchObject({ ok: false, code: "unavailable" });
    const lookup: typeof gateway.lookup = async (wanted) => {
      const found = await gateway.lookup(wanted);
      return found.status === "approved" ? { ...found, refundedCents: 1000 } : found;
    };
    expect(await settleAt({ lookup })).toMatchObject({ ok: false, error: expect.stringContaining("$10.00 of this payment") });
    // After a restore, the gateway may have another refund under this refund's key. Money that it
    // finds under the key must not be booked before the first sweep.
    const byItsKey: typeof gateway.lookup = async (wanted) => {
      const found = await gateway.lookup(wanted);
      const isRefund = "key" in wanted && wanted.key.includes(":ref:");
      return isRefund && "ref" in found && found.ref !== null ? { ...found, status: "approved", amountCents: 300 } : found;
    };
    await transact(db, (tx) => recordRestore(tx, now()));
    expect(await settleAt({ lookup: byItsKey })).toMatchObject({ ok: false, error: expect.stringContaining("Run sweep") });
    expect(await sweepNow(fixture.shop.shop)).toMatchObject({ status: "swept" });
    expect(await settleAt({ lookup: byItsKey })).toMatchObject({ ok: true, value: { by: "other means" } });
  });
});
