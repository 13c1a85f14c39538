import { afterEach, describe, expect, test, vi } from "vitest";
import { whileLeased } from "../../server/payments/lease.ts";
import { findAttempt } from "../../server/payments/queries/attempts.ts";
import { claimLease, findDeadAttempts, setLease } from "../../server/payments/queries/leases.ts";
import { reconcile, resolveAttempt } from "../../server/payments/reconcile.ts";
import type { Shop } from "../../server/shop.ts";
import { engines } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { expectInOrder, quick, shopperAt } from "./shopper.ts";

const hour = 3_600_000;

/**
 * An attempt whose request died right after the attempt was made. The test sets the shop's clock.
 */
async function leftBehind(engine: (typeof engines)[number]) {
  const { shop, crashAt, payAndCrash } = await crashingShop(engine);
  const shopper = await shopperAt(shop);
  crashAt("p.after_commit");
  await payAndCrash(shopper);
  const { db } = shop.shop;
  const { id } = await db.selectFrom("attempt").select("id").executeTakeFirstOrThrow();
  const find = async () => {
    const attempt = await findAttempt(db, id);
    if (!attempt) throw new Error("the attempt is gone");
    return attempt;
  };
  const leaseEnd = async () => (await find()).lease_until;
  const clock = { at: (await leaseEnd()) - quick.lease };
  const still: Shop = { ...shop.shop, now: () => clock.at };
  return { shop, still, db, clock, find, leaseEnd, shopper };
}

describe.each(engines)("the lease of an attempt, on %s", (engine) => {
  afterEach(() => void vi.useRealTimers());

  test("is renewed while its owner works, and ends with the work when nothing was decided", async () => {
    const { still, clock, find, leaseEnd } = await leftBehind(engine);
    const attempt = await find();
    const renewed: Promise<unknown>[] = [];
    const db = new Proxy(still.db, {
      get: (target, name) => {
        if (name !== "updateTable") return Reflect.get(target, name).bind(target);
        return (table: "attempt") => {
          const [done, update] = [Promise.withResolvers<void>(), target.updateTable(table)];
          renewed.push(done.promise);
          const watched = (query: object): unknown =>
            new Proxy(query, {
              get: (inner, step) => {
                const found = Reflect.get(inner, step);
                if (step === "execute") return () => found.call(inner).then(() => done.resolve());
                return typeof found === "function" ? (...given: unknown[]) => watched(found.apply(inner, given)) : found;
              },
            });
          return watched(update);
        };
      },
    });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const ends: number[] = [];

    const work = async () => {
      for (const part of [1, 2]) {
        clock.at += quick.lease - 1;
        vi.advanceTimersByTime(quick.renewEvery);
        expect(renewed).toHaveLength(part);
        await renewed.at(-1);
        ends.push((await leaseEnd()) - clock.at);
      }
    };
    await whileLeased({ ...still, db }, attempt, quick, work, () => false);

    expect(ends).toEqual([quick.lease, quick.lease]);
    expect(await leaseEnd()).toBe(clock.at);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends with the work that failed, too", async () => {
    const { still, clock, find, leaseEnd } = await leftBehind(engine);
    const work = () => Promise.reject(new Error("the gateway's line broke"));
    const failing = whileLeased(still, await find(), quick, work, () => true);
    await expect(failing).rejects.toThrow("the gateway's line broke");
    expect(await leaseEnd()).toBe(clock.at);
  });

  test("keeps everybody else away until its end, and from then on nobody", async () => {
    const { still, clock, leaseEnd, find, db } = await leftBehind(engine);
    const lookup = vi.fn(still.gateway.lookup);
    const watched = { ...still, gateway: { ...still.gateway, lookup } };
    clock.at = (await leaseEnd()) - 1;
    await reconcile(watched, quick);
    expect(await findDeadAttempts(db, clock.at)).toEqual([]);
    expect([(await find()).state, lookup.mock.calls.length]).toEqual(["created", 0]);

    clock.at += 1;
    await reconcile(watched, quick);

    expect([(await find()).state, lookup.mock.calls.length]).toEqual(["not_found", 1]);
  });

  test("is taken over by one of two who saw it end, and the gateway is asked once", async () => {
    const { shop, still, clock, find } = await leftBehind(engine);
    const dead = await find();
    clock.at = dead.lease_until;
    const lookup = vi.fn(still.gateway.lookup);
    const watched = { ...still, gateway: { ...still.gateway, lookup } };

    const taken = await Promise.all([resolveAttempt(watched, dead, quick), resolveAttempt(watched, dead, quick)]);

    expect(taken.sort()).toEqual([false, true]);
    expect(lookup).toHaveBeenCalledTimes(1);
    await expectInOrder(shop);
  });

  test("is not taken over from an owner who renewed it, or of an attempt that went on", async () => {
    const { still, clock, find, leaseEnd } = await leftBehind(engine);
    const seen = await find();
    clock.at = seen.lease_until;
    await setLease(still.db, seen.id, clock.at + 5);
    expect(await claimLease(still.db, seen, clock.at + quick.lease)).toBe(false);
    expect(await leaseEnd()).toBe(clock.at + 5);
    const renewed = await find();
    await still.db.updateTable("attempt").set({ state: "sent", sent_at: clock.at }).execute();
    expect(await claimLease(still.db, renewed, clock.at + quick.lease)).toBe(false);
    expect(await claimLease(still.db, await find(), clock.at + quick.lease)).toBe(true);
    expect(await leaseEnd()).toBe(clock.at + quick.lease);
  });

  test("is never further ahead than its length, though the clock went back", async () => {
    const { shop, still, clock, find, leaseEnd } = await leftBehind(engine);
    clock.at -= 3 * hour;
    await reconcile(still, quick);
    expect([(await find()).state, (await leaseEnd()) - clock.at]).toEqual(["created", quick.lease]);

    clock.at += quick.lease;
    await reconcile(still, quick);

    expect((await find()).state).toBe("not_found");
    await expectInOrder(shop);
  });

  test("of an owner whose clock is ahead keeps another process away all the same", async () => {
    const { still, clock, find, leaseEnd } = await leftBehind(engine);
    const [ahead, lookup] = [2000, vi.fn(still.gateway.lookup)];
    await reconcile({ ...still, gateway: { ...still.gateway, lookup }, now: () => clock.at - ahead }, quick);
    expect([(await find()).state, lookup.mock.calls.length]).toEqual(["created", 0]);
    expect((await leaseEnd()) - clock.at).toBe(quick.lease - ahead);
  });

  test("that is over decides on a request that was sent before the clock went back", async () => {
    const { shop, still, clock, find, db } = await leftBehind(engine);
    await db.updateTable("attempt").set({ state: "sent", sent_at: clock.at }).execute();
    clock.at -= 3 * hour;
    await reconcile(still, quick);
    expect(await find()).toMatchObject({ state: "sent", sent_at: clock.at });

    clock.at += quick.lease;
    await reconcile(still, quick);

    expect((await find()).state).toBe("not_found");
    await expectInOrder(shop);
  });

  test("of a decided attempt is left alone", async () => {
    const { still, clock, find, leaseEnd } = await leftBehind(engine);
    clock.at = await leaseEnd();
    await reconcile(still, quick);
    const decided = await find();
    await setLease(still.db, decided.id, clock.at + 9);
    expect(await leaseEnd()).toBe(decided.lease_until);
  });
});
