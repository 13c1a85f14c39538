import { expect } from "vitest";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { findBreaches, findGatewayBreaches, findStuckMoney } from "../../server/payments/invariants.ts";
import { liveStates } from "../../server/payments/rules/attempt.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { isProof } from "../support/long-form.ts";
import { inDatabase, type ShopEnvironment, store, until } from "./shop-process.ts";

const moneyKinds = ["capture", "void", "refund"];

/** The gateway's own books, read without the shop. */
const gatewayOf = ({ gateway: { url, secret } }: ShopEnvironment) =>
  openHttpGateway({ url, secret, refuseInsideTransaction: () => {} });

/** The unfinished work of the payments. */
const openWork = (place: ShopEnvironment): Promise<string[]> =>
  inDatabase(place, async ({ db }) => {
    const jobs = await db
      .selectFrom("job")
      .select(["kind", "failure"])
      .where("state", "=", "waiting")
      .where("kind", "in", moneyKinds)
      .execute();
    const live = await db.selectFrom("attempt").select(["id", "state"]).where("state", "in", liveStates).execute();
    return [...jobs.map(({ kind, failure }) => `${kind}: ${failure}`), ...live.map(({ id, state }) => `${id} is ${state}`)];
  });

/**
 * Makes the database look as if time had passed: leases have ended, paused jobs are due, a sent
 * request can no longer be running, and the gateway's pages are no longer waited for.
 */
export const passTime = (place: ShopEnvironment): Promise<void> =>
  inDatabase(place, async ({ db }) => {
    const longAgo = Date.now() - 120_000;
    await db.updateTable("attempt").set({ lease_until: 0 }).where("state", "in", liveStates).execute();
    await db
      .updateTable("attempt")
      .set({ sent_at: longAgo })
      .where("state", "in", liveStates)
      .where("sent_at", "is not", null)
      .execute();
    await db.updateTable("attempt").set({ hold_until: 0 }).where("state", "=", "elsewhere").execute();
    await db
      .updateTable("job")
      .set({ run_at: 0, lease_until: 0 })
      .where("state", "=", "waiting")
      .where("kind", "in", moneyKinds)
      .execute();
  });

/** Runs the shop's own sweep some minutes later. It returns money that paid for no order (K9). */
export const sweepLater = (place: ShopEnvironment): Promise<unknown> =>
  inDatabase(place, ({ db }) => sweepNow({ db, gateway: gatewayOf(place), now: () => Date.now() + 120_000 }));

/** Ends all reviews at the gateway by an approval, and settles all charges. */
async function finishAtGateway(place: ShopEnvironment): Promise<void> {
  const { url, secret } = place.gateway;
  const post = (path: string, body: object) =>
    fetch(`${url}/${path}`, { method: "POST", headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify(body) });
  const held = await inDatabase(place, ({ db }) => db.selectFrom("attempt").select("key").where("state", "=", "held").execute());
  for (const { key } of held) await post("review", { key, approve: true });
  await post("settle", {});
}

/** Lets time pass until a running shop has finished all work with money, and has swept once. */
export async function settle(place: ShopEnvironment): Promise<void> {
  let swept = false;
  for (let round = 0; round < 240; round++) {
    await passTime(place);
    await finishAtGateway(place);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const open = (await openWork(place)).length > 0;
    if (!open && swept) return;
    if (!open) await sweepLater(place);
    swept ||= !open;
  }
}

/**
 * Waits until a running shop has finished all work with money. Expects that no rule of
 * docs/checkout.md is broken and that the gateway's books agree to the cent.
 */
export async function expectSettled(place: ShopEnvironment): Promise<{ orders: number; cents: number }> {
  let left: string[] = [];
  await until(async () => {
    left = await openWork(place);
    return left.length === 0 || undefined;
  }).catch((cause: unknown) => {
    throw new Error(`still to be done: ${left.join("; ")}`, { cause });
  });
  const gateway = gatewayOf(place);
  const listing = await gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
  if (listing.status !== "listed") throw new Error("the gateway listed nothing");
  const authorizations = listing.transactions.filter(({ kind }) => kind === "authorize");
  const kept = authorizations.reduce((sum, { capturedCents, refundedCents }) => sum + capturedCents - refundedCents, 0);
  return await inDatabase(place, async ({ db }) => {
    expect(await findBreaches(db)).toEqual([]);
    expect(await findGatewayBreaches(db, gateway)).toEqual([]);
    expect(authorizations.filter(({ state }) => state === "authorized")).toEqual([]);
    const orders = await db.selectFrom("orders").select("total").where("state", "<>", "canceled").execute();
    const cents = orders.reduce((sum, { total }) => sum + total, 0);
    expect(kept).toBe(cents);
    return { orders: orders.length, cents };
  });
}

/**
 * Expects that `fsck` finds nothing. The long form runs the owner's command, and the short form
 * calls its function.
 */
export async function expectClean(place: ShopEnvironment): Promise<void> {
  if (isProof) {
    expect(await store(place, "fsck")).toEqual({ code: 0, said: "Everything agrees.\n" });
    return;
  }
  await inDatabase(place, async ({ db }) => {
    expect(await findBreaches(db)).toEqual([]);
    expect(await findStuckMoney(db, Date.now())).toEqual([]);
    expect(await findGatewayBreaches(db, gatewayOf(place))).toEqual([]);
  });
}
