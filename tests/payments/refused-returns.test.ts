import { describe, expect, test } from "vitest";
import { fsck } from "../../server/cli/fsck.ts";
import { jobsCommand } from "../../server/cli/jobs.ts";
import { sweepCommand } from "../../server/cli/sweep.ts";
import { unanswered } from "../../server/payments/gateways/gateway.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { tellOfOverdueJobs } from "../../server/payments/overdue.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { leaveForStaff, returnForStaff } from "../../server/staff/orders/payment-actions.ts";
import { commandSource } from "../../server/staff/records/audit.ts";
import { typeWords } from "../cli/type-command.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { type Engine, engines, openShop } from "../support/shop.ts";
import { charge } from "./gateways-live.ts";
import { atGateway, expectInOrder, shopperAt } from "./shopper.ts";

const hour = 3_600_000;
const [closedAccount = ""] = [...faultCards].find(([, name]) => name === "refund_declined") ?? [];

/** A till took $42.00, its owner asked for the return, and the bank refused the return. */
async function openRefused(engine: Engine, key = "till-7") {
  const shop = await openShop({ engine, env: { OWNER_MAIL: "owner@example.com" } });
  const { db, gateway, now } = shop.shop;
  const held = await gateway.authorize(charge(key, closedAccount));
  const taken = await gateway.capture({ key: `${key}:cap`, authRef: held.ref ?? "", amountCents: 4200 });
  await sweepNow(shop.shop);
  expect(await returnForStaff(db, key, commandSource(), now())).toMatchObject({ ok: true });
  await shop.runJobs();
  return {
    shop,
    db,
    gateway,
    captureRef: taken.ref ?? "",
    sweep: (...words: string[]) => typeWords(shop, sweepCommand, words),
    leave: (changed: Partial<typeof gateway> = {}, note = "paid back in cash") =>
      leaveForStaff({ db, now, gateway: { ...gateway, ...changed } }, { key, note }, commandSource()),
    state: async () => (await db.selectFrom("orphan_authorization").select("state").executeTakeFirstOrThrow()).state,
    job: () => db.selectFrom("job").select(["state", "failure"]).where("kind", "=", "void").executeTakeFirstOrThrow(),
    noted: async () =>
      (await db.selectFrom("audit_entry").select(["actor", "action", "after"]).orderBy("at").execute()).map(
        ({ actor, action, after }) => `${actor} ${action} ${after}`,
      ),
  };
}

describe.each(engines)("a return that the bank refuses, on %s", (engine) => {
  test("is named with what to do, and left as it is once its owner says how it was handled", async () => {
    const { shop, db, sweep, state, job, noted } = await openRefused(engine);
    const refused = `The return was refused by the bank (account_closed). The shop asks again once a day; if you give it back in another way, record that: sweep --accept till-7 --note "paid back in cash".`;
    expect((await sweep()).out.split("\n")).toEqual(["$42.00, key till-7: not made by this shop; being returned.", refused]);
    expect(await sweep("--accept", "till-7")).toMatchObject({
      status: 1,
      err: "till-7: its return was refused: it stays as it is once you say how it was handled",
    });
    expect(await sweep("--accept", "till-7", "--note", " ")).toMatchObject({
      status: 1,
      err: "till-7: Say how it was handled, such as “paid back in cash”.",
    });
    expect(await state()).toBe("returning");
    shop.pass(hour);
    await tellOfOverdueJobs(shop.shop);
    await shop.runJobs();
    const [told] = (await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("need"));
    expect(told?.text.replace(/\s+/g, " ")).toContain(
      `The bank refused to return $42.00 of a payment without an order (account_closed), key till-7. The shop asks again once a day. You can give the money back in another way, such as in cash, and record that under Payments, or by: npm run store -- sweep --accept till-7 --note "paid back in cash"`,
    );

    expect(await sweep("--accept", "till-7", "--note", "paid back in cash")).toMatchObject({
      status: 0,
      out: expect.stringContaining("Accepted: 1. These payments stay as they are.\nEvery payment at the gateway"),
    });

    expect([await state(), await job()]).toEqual(["accepted", { state: "done", failure: "" }]);
    expect(await noted()).toEqual([
      'owner returned {"amount":4200}',
      expect.stringMatching(/^owner left as it is \{"amount":4200,"reference":"authorize_\w+","note":"paid back in cash"\}$/),
    ]);
    shop.pass(25 * hour);
    await shop.runJobs();
    await sweepNow(shop.shop);
    await tellOfOverdueJobs(shop.shop);
    await shop.runJobs();
    expect((await atGateway(shop, "refund")).map(({ status }) => status)).toEqual(["declined"]);
    expect((await emailsIn(shop.directory)).filter(({ subject }) => subject.includes("your attention"))).toHaveLength(1);
    expect((await typeWords(shop, jobsCommand, ["--failed"])).out).toBe("No job failed or is overdue.");
    expect((await typeWords(shop, fsck, [])).status).toBe(0);

    // The payment is handled once: it is neither returned nor recorded again.
    expect(await sweep("--refund", "till-7")).toMatchObject({
      status: 1,
      err: "till-7: this payment was handled in another way",
    });
    expect((await sweep("--accept", "till-7", "--note", "by check")).out).toContain("There was nothing to accept.");
    expect(await noted()).toHaveLength(2);
    expect(await db.selectFrom("job").select("kind").where("state", "<>", "done").execute()).toEqual([]);
  });

  test("is left once by two who say so at the same moment, and by nobody while a process is at it", async () => {
    const { shop, db, leave, state, noted } = await openRefused(engine);
    const job = () => db.updateTable("job").where("kind", "=", "void");
    await job()
      .set({ lease_until: shop.shop.now() + 60_000 })
      .execute();
    expect(await leave()).toMatchObject({ ok: false, code: "outcome_unknown" });
    expect(await state()).toBe("returning");
    await job().set({ lease_until: 0 }).execute();

    const outcomes = await Promise.all([leave(), leave({}, "by check")]);

    expect(outcomes.filter((each) => each.ok && each.value.left.length === 1)).toHaveLength(1);
    expect([await state(), (await noted()).length]).toEqual(["accepted", 2]);
  });
});

describe("a return that was refused", () => {
  test("and was made after all, at the gateway's dashboard, is booked instead", async () => {
    const { sweep, gateway, captureRef, state, job, noted, shop } = await openRefused("sqlite");
    await shop.shop.db.updateTable("job").set({ run_at: 4e12 }).where("kind", "=", "void").execute();
    const made: typeof gateway.lookup = async (wanted) => {
      const found = await gateway.lookup(wanted);
      return "state" in found ? { ...found, state: "refunded", refundedCents: 4200 } : found;
    };
    expect(captureRef).not.toBe("");
    const { db, now } = shop.shop;
    const asked = { db, now, gateway: { ...gateway, lookup: made } };
    expect(await leaveForStaff(asked, { key: "till-7", note: "cash" }, commandSource())).toMatchObject({
      ok: true,
      value: { left: [], returned: [{ key: "till-7" }] },
    });

    expect([await state(), await job()]).toEqual(["refunded", { state: "done", failure: "" }]);
    expect(await noted()).toHaveLength(1);
    expect((await sweep()).status).toBe(0);
    expect((await typeWords(shop, fsck, [])).out).toContain("Everything agrees");
  });

  test("stays as it was where the gateway can't be asked", async () => {
    const { leave, state, job } = await openRefused("sqlite");
    expect(await leave({ lookup: async () => unanswered("timeout") })).toMatchObject({ ok: false, code: "unavailable" });
    expect([await state(), (await job()).state]).toEqual(["returning", "waiting"]);
  });

  test("leaves its key to no other payment of a cart from a backup", async () => {
    const shop = await openShop();
    const { db, gateway, now } = shop.shop;
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    const { id: shopId } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    const shopper = await shopperAt(shop);
    const key = `${shopId}-${shopper.checkoutId}-1`;
    const lost = { ...charge(key, closedAccount), amountCents: shopper.total };
    const held = await gateway.authorize(lost);
    await gateway.capture({ key: `${key}:cap`, authRef: held.ref ?? "", amountCents: shopper.total });
    await sweepNow(shop.shop);
    await returnForStaff(db, key, commandSource(), now());
    await shop.runJobs();
    expect((await leaveForStaff(shop.shop, { key, note: "cash" }, commandSource())).ok).toBe(true);

    expect((await shopper.pay()).status).toBe(200);

    const tries = db.selectFrom("attempt").select(["n"]).where("checkout_id", "=", shopper.checkoutId);
    expect(await tries.execute()).toEqual([{ n: 2 }]);
    await expectInOrder(shop);
  });

  test("is not left before anybody has refused it", async () => {
    const { shop, db, gateway, leave, state } = await openRefused("sqlite");
    await db.updateTable("job").set({ failure: "it took longer than 45 s", run_at: 4e12 }).where("kind", "=", "void").execute();
    // The gateway is not asked at all.
    expect(await leave({ lookup: async () => unanswered("timeout") })).toMatchObject({ ok: false, code: "outcome_unknown" });
    // The decision is also refused in this case: the return was tried again while the gateway was
    // asked, and the result of that try is unknown.
    const fails = (failure: string) => db.updateTable("job").set({ failure }).where("kind", "=", "void").execute();
    await fails("refused for good: the gateway answered declined: account_closed");
    const lookup: typeof gateway.lookup = async (wanted) => {
      await fails("it took longer than 45 s");
      return await gateway.lookup(wanted);
    };
    expect(await leave({ lookup })).toMatchObject({ ok: false, code: "outcome_unknown" });
    expect(await leave({}, "4242424242424242")).toMatchObject({ ok: false, code: "invalid_fields" });
    expect([await state(), (await atGateway(shop, "refund")).length]).toEqual(["returning", 1]);
  });
});
