import type { Db, Tx } from "../db/tables.ts";
import { recordTry, recordTryOfEach } from "../db/tries.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { networkOf, widerNetworkOf } from "../web/network.ts";
import { isEnoughWork, workFactor } from "../web/proof-of-work/factor.ts";
import { countTriesOf, type WorkLimit } from "../web/proof-of-work/limits.ts";
import { consumeChallenge } from "../web/proof-of-work/queries.ts";
import { countWithShop, type ShopLimit, shopTries } from "../web/proof-of-work/shop-limit.ts";
import type { NeededWork, PaymentWork } from "./work.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Groups of payers, each with its own limit of declined cards in the whole shop. */
export type LimitedPayers = "guests" | "customers";

/** A shopper who tries a card; the reconciler does not know the network address. */
export type Payer = { checkoutId: string; address: string | undefined; customerId: string | null | undefined };

/**
 * Declined cards are counted by checkout, address, wider network and shop, as a card tester changes
 * the first three at will. Successes, repeated answers and waiting requests never count. Customers
 * have their own budget, so an attack by guests does not use it.
 */
const limitsOf = ({ checkoutId, address }: Payer): WorkLimit[] => [
  { kind: "card-declined-checkout", subject: checkoutId, within: day, free: 5 },
  ...(address === undefined ? [] : addressLimits(address)),
];

/**
 * The limit of the whole shop on declined cards within an hour. It is `budget`, or more if enough
 * cards are approved. Beyond it the shop takes no more cards. A quarter of the limit needs no work.
 * So if many cards are approved, work is needed only once more than one card in four is declined.
 * In honest shops, 5 to 15 of a hundred cards are declined; with card testers, 90.
 */
export const shopLimitOf = (payers: LimitedPayers, budget: number): ShopLimit => ({
  kind: "card-declined-shop",
  subject: payers,
  least: budget,
  successKind: "card-taken-shop",
  perSuccess: 4 / 3,
});

const shopLimitOfPayer = ({ customerId }: Pick<Payer, "customerId">, budget: number) =>
  shopLimitOf(customerId ? "customers" : "guests", budget);

const addressLimits = (address: string): WorkLimit[] => [
  { kind: "card-declined-address", subject: networkOf(address), within: hour, free: 30 },
  { kind: "card-declined-network", subject: widerNetworkOf(address), within: hour, free: 60 },
];

/**
 * Orders and pages of the gateway that held stock without a card are counted by address and wider
 * network only: a limit of the whole shop would let bots stop honest orders.
 */
const holdLimits = (address: string): WorkLimit[] => [
  { kind: "stock-held-address", subject: networkOf(address), within: hour, free: 30 },
  { kind: "stock-held-network", subject: widerNetworkOf(address), within: hour, free: 60 },
];

const workRequired = (why: string, needed: NeededWork): Refusal => ({
  ...refuse("work_required", `${why}, so this payment needs one more check. Please try again.`),
  data: needed,
});

const tooManyDeclines = (retryAfter: number): Refusal => ({
  ...refuse("too_many_tries", "Too many cards were declined. We can’t take card payments right now. Please try again later."),
  retryAfter: Math.max(1, retryAfter),
});

/** Refuses a request that waited too long for the gate (attempt-gate.ts). */
export const tooManyAtOnce: Refusal = {
  ...refuse("too_many_tries", "Too many payments are in progress from your network. Please try again in a moment."),
  retryAfter: 5,
};

/**
 * Why the payer's next card is refused if it comes without work: the shop's budget is used up, or
 * the card needs work now.
 */
export async function declineLimit(reader: Db | Tx, payer: Payer, budget: number, now: number): Promise<Refusal | undefined> {
  const { counted, shop } = await countWithShop(reader, limitsOf(payer), shopLimitOfPayer(payer, budget), now);
  if (shop.count >= shop.most) return tooManyDeclines((shop.first + shop.within - now) / 1000);
  const factor = workFactor(counted);
  return factor > 0 ? workRequired("Many cards were declined lately", { checkoutId: payer.checkoutId, factor }) : undefined;
}

/**
 * Why the payer's next order that holds stock without a card is refused if it comes without work.
 */
export async function holdLimit(reader: Db | Tx, { checkoutId, address }: Payer, now: number): Promise<Refusal | undefined> {
  const counted = address === undefined ? [] : await countTriesOf(reader, holdLimits(address), now);
  const factor = workFactor(counted);
  return factor > 0 ? workRequired("Many orders came from your network lately", { checkoutId, factor }) : undefined;
}

/** The refusal that asks for more: to wait, or else for more work. */
export function stricter(declined: Refusal | undefined, held: Refusal | undefined): Refusal | undefined {
  if (!declined || !held || declined.code === "too_many_tries") return declined ?? held;
  return (held.data as NeededWork).factor > (declined.data as NeededWork).factor ? held : declined;
}

type Payment = {
  byCard: boolean;
  /** whether it holds stock without a card */
  holds: boolean;
  budget: number;
  now: number;
};

/**
 * Why the payer's next payment is refused, unless the needed work was done. If the work lets the
 * payment pass, the same transaction marks this work as used.
 */
export async function limitAfterWork(
  tx: Tx,
  payer: Payer,
  work: PaymentWork | undefined,
  { byCard, holds, budget, now }: Payment,
): Promise<Refusal | undefined> {
  const refusal = stricter(
    byCard ? await declineLimit(tx, payer, budget, now) : undefined,
    holds ? await holdLimit(tx, payer, now) : undefined,
  );
  if (refusal?.code !== "work_required" || work?.checkoutId !== payer.checkoutId) return refusal;
  const enough = isEnoughWork(work.factor, (refusal.data as NeededWork).factor);
  return enough && (await consumeChallenge(tx, work.nonce, work.expiresAt)) ? undefined : refusal;
}

/** A limit that concurrent payments could exceed together. */
export type Room = { key: string; most: number };

/**
 * The limits that a payment shares with other concurrent payments: those of its network, of the
 * wider network, and of the whole shop. `most` is how many payments may be in progress together,
 * since each may be declined.
 */
export const roomsOf = (payer: Payer, budget: number): Room[] => [
  ...limitsOf(payer)
    .slice(1)
    .map(({ kind, subject, free }) => ({ key: `${kind} ${subject}`, most: free })),
  { key: `card-declined-shop ${shopLimitOfPayer(payer, budget).subject}`, most: budget },
];

/** How many more declined cards each limit of `roomsOf` allows, in the same order. */
export async function declinesLeft(db: Db, payer: Payer, budget: number, now: number): Promise<number[]> {
  const { counted, shop } = await countWithShop(db, limitsOf(payer).slice(1), shopLimitOfPayer(payer, budget), now);
  return counted.map((limit) => (limit === shop ? shop.most : limit.free) - limit.count);
}

/** Counts a declined card. */
export const recordDecline = async (tx: Tx, payer: Payer, now: number): Promise<void> =>
  void (await recordTryOfEach(tx, [...limitsOf(payer), shopTries(shopLimitOfPayer(payer, 0))], now));

/** Counts an order, or an opened page of the gateway, that holds stock without a card. */
export async function recordHold(tx: Tx, { address }: Pick<Payer, "address">, now: number): Promise<void> {
  if (address !== undefined) await recordTryOfEach(tx, holdLimits(address), now);
}

/** Counts an approved card, which raises the shop's limit. */
export async function recordTaken(tx: Tx, payer: Pick<Payer, "customerId">, now: number): Promise<void> {
  const { successKind, subject } = shopLimitOfPayer(payer, 0);
  await recordTry(tx, successKind, subject, now);
}
