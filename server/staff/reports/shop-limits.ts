import { z } from "zod";
import { mailShopLimit } from "../../customers/mail-requests.ts";
import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { clearTries, recordTry, triesSince } from "../../db/tries.ts";
import { passwordShopLimit } from "../../identity/limits.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { mailOwner } from "../../jobs/mail-owner.ts";
import type { JobWorker } from "../../jobs/queue.ts";
import { shopLimitOf } from "../../payments/rate-limits.ts";
import type { Shop } from "../../shop.ts";
import { countShopLimit, type ShopLimit } from "../../web/proof-of-work/shop-limit.ts";
import { staffEmails } from "../email-templates.ts";
import { type LimitedGroup, type LimitKind, levelOf, limitWords, type ShopLimitState } from "./rules/shop-limits.ts";

export type ShopLimitSettings = Pick<
  Shop["config"],
  "maxDeclinesPerHour" | "maxFailedSignInsPerHour" | "maxRequestedEmailsPerHour"
>;
type WatchedLimit = { kind: LimitKind; group: LimitedGroup; limit: ShopLimit };

/** All limits that count the tries of the whole shop. */
const watchedLimits = (settings: ShopLimitSettings): WatchedLimit[] => [
  ...(["guests", "customers"] as const).map((group) => ({
    kind: "declined cards" as const,
    group,
    limit: shopLimitOf(group, settings.maxDeclinesPerHour),
  })),
  ...(["strangers", "known devices"] as const).flatMap((group) => [
    { kind: "wrong passwords" as const, group, limit: passwordShopLimit(group, settings.maxFailedSignInsPerHour) },
    { kind: "requested emails" as const, group, limit: mailShopLimit(group, settings.maxRequestedEmailsPerHour) },
  ]),
];

/** The state of each limit of the whole shop. */
export async function shopLimits(db: Db, settings: ShopLimitSettings, now: number): Promise<ShopLimitState[]> {
  const states: ShopLimitState[] = [];
  for (const { kind, group, limit } of watchedLimits(settings)) {
    const { count, first, within, free, most } = await countShopLimit(db, limit, now);
    states.push({ kind, group, count, free, most, until: first + within });
  }
  return states;
}

/** The limits that are near or reached. */
export const nearLimits = async (db: Db, settings: ShopLimitSettings, now: number): Promise<ShopLimitState[]> =>
  (await shopLimits(db, settings, now)).filter((limit) => levelOf(limit) !== undefined);

const hour = 3_600_000;
/**
 * While a limit is near or reached, each run of `tellOfShopLimits` stores a record of this kind, as
 * a try (`recordTry`). Records of one limit that are less than an hour apart belong to one episode.
 */
const toldKind = "shop-limit-told";

/**
 * Tells the owner by the log and an email: once in each episode in which a limit is near or
 * reached, and once when all tries are refused. One process at a time runs it (schedule.ts).
 */
export async function tellOfShopLimits({ db, log, now, config, notifyWorker }: Shop): Promise<void> {
  const at = now();
  for (const limit of await nearLimits(db, config, at)) {
    const isRefused = levelOf(limit) === "refused";
    const isNew = await transact(db, async (tx) => {
      const subject = `${limit.kind} of ${limit.group}`;
      const stages = [subject, ...(isRefused ? [`${subject} refused`] : [])];
      const warnings = await triesSince(tx, toldKind, stages.at(-1) ?? subject, at - hour);
      for (const stage of stages) {
        await clearTries(tx, toldKind, stage);
        await recordTry(tx, toldKind, stage, at);
      }
      if (warnings.count > 0) return false;
      await enqueue(tx, { kind: "shop-limit-notice", subject: newId(), payload: limit }, at);
      return true;
    });
    if (!isNew) continue;
    if (isRefused) log.error(limit, `a limit of the whole shop is reached: ${limit.kind}, all are refused`);
    else log.warn(limit, `a limit of the whole shop is near: ${limit.kind}`);
    notifyWorker();
  }
}

const notice = z.object({
  kind: z.enum(["declined cards", "wrong passwords", "requested emails"]),
  group: z.enum(["guests", "customers", "strangers", "known devices"]),
  count: z.number(),
  free: z.number(),
  most: z.number(),
  until: z.number(),
});

async function mailNotice(shop: Shop, limit: ShopLimitState, jobId: string): Promise<void> {
  const facts = limitWords(limit, shop.dates.moment(limit.until).text);
  await mailOwner(shop, staffEmails.shopLimit, { messageId: `shop-limit-${jobId}`, facts });
}

/** The email about a limit that is near or reached. */
export const shopLimitJobs = (shop: Shop): Record<string, JobWorker> => ({
  "shop-limit-notice": (payload, { id }) => mailNotice(shop, notice.parse(payload), id),
});
