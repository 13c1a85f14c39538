import type { Db, Tx } from "../../db/tables.ts";
import { triesSince } from "../../db/tries.ts";
import { type CountedLimit, countTriesOf, type WorkLimit } from "./limits.ts";

const hour = 3_600_000;

/**
 * A limit of the whole shop within an hour. It grows with what succeeds: an honest shop does not meet
 * it however much it sells, and an attack, of which little succeeds, does.
 */
export type ShopLimit = {
  /** the tries that count, and whose they are, such as guests' */
  kind: string;
  subject: string;
  /** from so many tries on each is refused, however few succeed; from a quarter on each takes work */
  least: number;
  /** the kind of what succeeds, and how many tries each of them allows */
  successKind: string;
  perSuccess: number;
};

/** The shop's limit with how many tries there were, and when the first of them was (ms). */
export type CountedShopLimit = CountedLimit & { most: number };

/** The counts of several limits, of which the shop's is the last. */
export type CountedWithShop = { counted: CountedLimit[]; shop: CountedShopLimit };

/** How many tries cost no work of as many as are not refused. */
export const freeOf = (most: number): number => Math.floor(most / 4);

/** The tries of a shop's limit, without what succeeds. */
export const shopTries = ({ kind, subject, least }: ShopLimit): WorkLimit => ({
  ...{ kind, subject, within: hour, free: freeOf(least) },
});

async function follow(reader: Db | Tx, limit: ShopLimit, tries: CountedLimit, now: number): Promise<CountedShopLimit> {
  const { count } = await triesSince(reader, limit.successKind, limit.subject, now - hour);
  const most = Math.max(limit.least, count * limit.perSuccess);
  return { ...tries, most, free: freeOf(most) };
}

/** Counts the tries of these limits, and of the shop's, which comes last: beyond its `most` none is taken. */
export async function countWithShop(
  reader: Db | Tx,
  limits: readonly WorkLimit[],
  shop: ShopLimit,
  now: number,
): Promise<CountedWithShop> {
  const counted = await countTriesOf(reader, [...limits, shopTries(shop)], now);
  const [own, last] = [counted.slice(0, -1), counted.at(-1) ?? { ...shopTries(shop), count: 0, first: now }];
  // What succeeds is only asked for where the least of the limit would be met.
  const followed = last.count < last.free ? { ...last, most: shop.least } : await follow(reader, shop, last, now);
  return { counted: [...own, followed], shop: followed };
}

/** How near a shop's limit is. */
export async function countShopLimit(reader: Db | Tx, limit: ShopLimit, now: number): Promise<CountedShopLimit> {
  const tries = shopTries(limit);
  const { count, first } = await triesSince(reader, tries.kind, tries.subject, now - hour);
  return await follow(reader, limit, { ...tries, count, first }, now);
}

/** The counts as they were before the one that was recorded just now. */
export function withoutOwn({ counted, shop }: CountedWithShop): CountedWithShop {
  const others = counted.map((limit) => ({ ...limit, count: limit.count - 1 }));
  return { counted: others, shop: { ...shop, count: shop.count - 1 } };
}
