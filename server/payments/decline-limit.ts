import { z } from "zod";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { clearTries, recordTry, triesSince } from "../db/tries.ts";
import { newId } from "../ids.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";
import { shopLimitOf } from "./rate-limits.ts";
import { limitedPayers, limitedWords, type ReachedLimit } from "./rules/decline-limit.ts";

/** The limits of the whole shop that are reached now. */
export async function reachedLimits(db: Db, budget: number, now: number): Promise<ReachedLimit[]> {
  const reached: ReachedLimit[] = [];
  for (const payers of limitedPayers) {
    const { kind, within } = shopLimitOf(payers, budget);
    const { count, first } = await triesSince(db, kind, payers, now - within);
    if (count >= budget) reached.push({ payers, count, until: first + within });
  }
  return reached;
}

const hour = 3_600_000;
/** Counted while a limit is reached, so that what follows within the hour is the same period. */
const toldKind = "decline-limit-told";

/**
 * Tells the owner, by the log and one email for each period, that all cards are refused. One process at a time
 * (schedule.ts).
 */
export async function tellOfDeclineLimit({ db, log, now, config, notifyWorker }: Shop): Promise<void> {
  const at = now();
  for (const limit of await reachedLimits(db, config.maxDeclinesPerHour, at)) {
    const isNew = await transact(db, async (tx) => {
      const told = await triesSince(tx, toldKind, limit.payers, at - hour);
      await clearTries(tx, toldKind, limit.payers);
      await recordTry(tx, toldKind, limit.payers, at);
      if (told.count > 0) return false;
      if (config.ownerMail !== undefined)
        await enqueue(tx, { kind: "decline-limit-notice", subject: newId(), payload: limit }, at);
      return true;
    });
    if (!isNew) continue;
    log.error(limit, "all cards are refused, as too many were declined within an hour");
    notifyWorker();
  }
}

const ofNotice = z.object({ payers: z.enum(limitedPayers), count: z.number(), until: z.number() });

async function sendNotice(shop: Shop, payload: unknown, jobId: string): Promise<void> {
  const { config, dates, mail } = shop;
  if (config.ownerMail === undefined) return;
  const { payers, count, until } = ofNotice.parse(payload);
  const facts = { payers: limitedWords(payers), count: String(count), until: dates.moment(until).text };
  await mail.send(
    await composeEmail(shop, paymentEmails.declineLimit, {
      to: config.ownerMail,
      messageId: `decline-limit-${jobId}`,
      facts,
    }),
  );
}

/** The email about cards that are refused. */
export const declineLimitJobs = (shop: Shop): Record<string, JobWorker> => ({
  "decline-limit-notice": (payload, { id }) => sendNotice(shop, payload, id),
});
