import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { findOverdueJobs, markTold, type OpenJob } from "../jobs/find.ts";
import type { JobWorker } from "../jobs/queue.ts";
import { numbersOfOrders } from "../orders/list.ts";
import { orderOfJob } from "../orders/rules/job-subject.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";

const hour = 3_600_000;
/** How many jobs an email names. */
const maxListed = 20;

/**
 * One that was not told of, or a day ago; but no more than one email an hour. A time further ahead
 * was written before the clock went back; another process's may be a little ahead.
 */
function isTimeToTell(jobs: readonly OpenJob[], now: number): boolean {
  const since = jobs.flatMap(({ toldAt }) => (toldAt === null || toldAt > now + hour ? [] : [now - toldAt]));
  const untold = since.length < jobs.length || since.some((ms) => ms >= 24 * hour);
  return untold && since.every((ms) => ms >= hour);
}

/**
 * Tells the owner, by the log and an email, of captures, voids and refunds that are not done an
 * hour after they should have been, and of captures whose authorization lapsed; then once a day.
 */
export async function tellOfOverdueJobs({ db, log, now, config, notifyWorker }: Shop): Promise<void> {
  const at = now();
  const jobs = await findOverdueJobs(db, "money", at);
  if (!isTimeToTell(jobs, at)) return;
  const isMine = await transact(db, async (tx) => {
    if ((await markTold(tx, "money", { now: at, since: at - hour, until: at + hour })) === 0) return false;
    if (config.ownerMail !== undefined) await enqueue(tx, { kind: "overdue-notice", subject: newId() }, at);
    return true;
  });
  if (!isMine) return;
  for (const { id, kind, subject, state, tries, failure, requestId: request } of jobs.slice(0, maxListed))
    log.error({ job: id, kind, subject, state, tries, failure, request }, "a payment job is overdue");
  if (jobs.length > maxListed) log.error({ jobs: jobs.length }, "more payment jobs are overdue");
  notifyWorker();
}

const what: Record<string, string> = { capture: "the charge", void: "the release of the hold", refund: "the refund" };

function sentenceOf({ kind, subject, state, failure, requestId }: OpenJob, numbers: ReadonlyMap<string, number>): string {
  const number = numbers.get(orderOfJob(subject) ?? "");
  const order = number === undefined ? "A payment without an order" : `Order ${number}`;
  const notes = [
    ...(failure === "" ? [] : [`last failure: ${failure}`]),
    ...(requestId === null ? [] : [`request ${requestId} in the log`]),
  ];
  const last = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  if (state === "failed" && kind === "capture")
    return `${order}: the card was not charged, and its authorization has lapsed${last}. Don't ship it unpaid.`;
  return `${order}: ${what[kind] ?? kind} ${state === "failed" ? "was given up" : "is overdue"}${last}.`;
}

async function sendNotice(shop: Shop, jobId: string): Promise<void> {
  const { db, now, config, mail } = shop;
  const jobs = await findOverdueJobs(db, "money", now());
  // Done meanwhile.
  if (config.ownerMail === undefined || jobs.length === 0) return;
  const listedJobs = jobs.slice(0, maxListed);
  const ids = listedJobs.flatMap(({ subject }) => orderOfJob(subject) ?? []);
  const numbers = await numbersOfOrders(db, ids);
  await mail.send(
    await composeEmail(shop, paymentEmails.overdue, {
      to: config.ownerMail,
      messageId: `overdue-${jobId}`,
      facts: {
        summary: jobs.length === 1 ? "A payment needs your attention" : `${jobs.length} payments need your attention`,
        payments: [
          ...listedJobs.map((job) => sentenceOf(job, numbers)),
          ...(jobs.length > maxListed ? [`${jobs.length - maxListed} more are not listed here.`] : []),
        ],
      },
    }),
  );
}

/** The email about overdue payments, as they are when it is sent. */
export const overdueJobs = (shop: Shop): Record<string, JobWorker> => ({
  "overdue-notice": (_payload, { id }) => sendNotice(shop, id),
});
