import type { Recorded } from "../gateways/gateway.ts";
import type { Attempt } from "../queries/attempts.ts";
import { type AttemptState, isLive } from "../rules/attempt.ts";
import { holdsMoney } from "../rules/sweep.ts";

/** A difference between the gateway's records and the shop's. */
type Difference = { key: string; gateway: string; shop: string };

/** The states that the gateway may have for an authorisation, by the attempt's state. */
const counterparts: Partial<Record<AttemptState, readonly Recorded["state"][]>> = {
  finalized: ["authorized"],
  captured: ["captured"],
  voiding: ["authorized", "voided"],
  voided: ["voided", "refunded"],
  refunding: ["captured", "part_refunded"],
  part_refunded: ["part_refunded"],
  refunded: ["refunded"],
};

/** The gateway's states while the job that is to record them still waits, after an interruption. */
const ahead: typeof counterparts = { finalized: ["captured"], voiding: ["captured"], refunding: ["refunded"] };

/**
 * I6, both ways: every amount that the gateway holds or took belongs to an order, and every order's
 * money is at the gateway. Undecided attempts are left out. `moving` are the orders whose money a
 * job is about to move, `refunded` the cents that were booked as refunded by order.
 */
export function differences(
  attempts: readonly Attempt[],
  transactions: readonly Recorded[],
  moving: ReadonlySet<string>,
  refunded: ReadonlyMap<string, number>,
): Difference[] {
  const byKey = Map.groupBy(
    transactions.filter(({ kind }) => kind === "authorize"),
    ({ key }) => key,
  );
  const known = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const unknown = [...byKey.values()].flat().filter((found) => !known.has(found.key) && holdsMoney(found));
  return [
    ...unknown.map((found) => ({ key: found.key, gateway: standing(found), shop: "unknown" })),
    ...attempts
      .filter((attempt) => attempt.kind === "card" && !isLive(attempt.state))
      .flatMap((attempt) => {
        const { order_id: orderId } = attempt;
        const money = { moves: moving.has(orderId), refunded: refunded.get(orderId) ?? 0 };
        return differencesOf(attempt, byKey.get(attempt.key) ?? [], money);
      }),
  ];
}

/** The gateway may have several authorizations under a key: all but the attempt's hold nothing. */
function differencesOf(
  attempt: Attempt,
  found: readonly Recorded[],
  { moves, refunded }: { moves: boolean; refunded: number },
): Difference[] {
  const own = found.find(({ ref }) => ref === attempt.auth_ref) ?? found.find(holdsMoney) ?? found[0];
  const others = found.filter((each) => each !== own && holdsMoney(each));
  const agrees = agree(attempt, own, moves) && (moves || sameMoney(attempt, own, refunded));
  return [...(agrees ? [] : [own]), ...others].map((each) => ({
    key: attempt.key,
    gateway: standing(each),
    shop: `${attempt.state} ${attempt.amount}`,
  }));
}

function agree(attempt: Attempt, found: Recorded | undefined, moves: boolean): boolean {
  if (attempt.state === "declined" || attempt.state === "not_found") return !found || !holdsMoney(found);
  const wanted = [...(counterparts[attempt.state] ?? []), ...((moves && ahead[attempt.state]) || [])];
  const fits = found !== undefined && wanted.includes(found.state);
  return fits && (attempt.refusal !== null || found.amountCents === attempt.amount);
}

/** Captured and returned to the cent, once no job is about to move any of it. */
function sameMoney({ state, capture_amount, amount }: Attempt, found: Recorded | undefined, refunded: number): boolean {
  if (!found || !["captured", "part_refunded", "refunded"].includes(state)) return true;
  return found.capturedCents === (capture_amount ?? amount) && found.refundedCents === refunded;
}

const standing = (found: Recorded | undefined) => (found ? `${found.state} ${found.amountCents}` : "nothing");
