import type { Db, Tx } from "../../db/tables.ts";
import { triesSince } from "../../db/tries.ts";
import { type CountedLimit, countTriesOf, type WorkLimit } from "./limits.ts";

const hour = 3_600_000;

/**
 * A limit on the tries of the whole shop within an hour. It grows with the successful tries, so
 * that honest sales never reach it, but an attack with few successes does.
 */
export type ShopLimit = {
  /** the counted tries, and their subject, such as guests */
  kind: string;
  subject: string;
  /**
   * the lowest value of the limit; each try beyond the limit is refused; the first quarter of the
   * permitted tries costs no work
   */
  least: number;
  /** the kind of the successes, and how many tries each of them allows */
  successKind: string;
  perSuccess: number;
};

/** The shop's limit with its number of tries, and the time of the first of them (ms). */
export type CountedShopLimit = CountedLimit & { most: number };

/** The counts of several limits, and of the shop's limit. */
export type CountedWithShop = { counted: CountedLimit[]; shop: CountedShopLimit };

/** The free tries of a limit, which cost no work. */
export const freeOf = (most: number): number => Math.floor(most / 4);

/** A shop's limit as a plain limit over its lowest value. Successes are not considered. */
export const shopTries = ({ kind, subject, least }: ShopLimit): WorkLimit => ({
  kind,
  subject,
  within: hour,
  free: freeOf(least),
});

async function follow(reader: Db | Tx, limit: ShopLimit, tries: CountedLimit, now: number): Promise<CountedShopLimit> {
  const { count } = await triesSince(reader, limit.successKind, limit.subject, now - hour);
  const most = Math.max(limit.least, count * limit.perSuccess);
  return { ...tries, most, free: freeOf(most) };
}

/**
 * Counts the tries of these limits and of the shop's limit: beyond its `most` each try is refused.
 */
export async function countWithShop(
  reader: Db | Tx,
  limits: readonly WorkLimit[],
  shop: ShopLimit,
  now: number,
): Promise<CountedWithShop> {
  const limitCounts = await countTriesOf(reader, [...limits, shopTries(shop)], now);
  const own = limitCounts.slice(0, -1);
  const last = limitCounts.at(-1) ?? { ...shopTries(shop), count: 0, first: now };
  // Successes are counted only once the free tries of `least` are used up.
  const followed = last.count < last.free ? { ...last, most: shop.least } : await follow(reader, shop, last, now);
  return { counted: [...own, followed], shop: followed };
}

/** Counts the tries of a shop's limit. */
export async function countShopLimit(reader: Db | Tx, limit: ShopLimit, now: number): Promise<CountedShopLimit> {
  const tries = shopTries(limit);
  const { count, first } = await triesSince(reader, tries.kind, tries.subject, now - hour);
  return await follow(reader, limit, { ...tries, count, first }, now);
}

/** The counts without the try that was recorded just now. */
export function withoutOwn({ counted, shop }: CountedWithShop): CountedWithShop {
  const others = counted.map((limit) => ({ ...limit, count: limit.count - 1 }));
  return { counted: others, shop: { ...shop, count: shop.count - 1 } };
}
