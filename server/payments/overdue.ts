import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { findOverdueJobs, markTold, type OpenJob } from "../jobs/find.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import type { JobWorker } from "../jobs/queue.ts";
import { wasRefused } from "../jobs/refused.ts";
import { dollars } from "../money.ts";
import { numbersOfOrders } from "../orders/list.ts";
import { type RefusedRefund, refusedRefunds } from "../orders/request-refund.ts";
import { orderOfJob } from "../orders/rules/job-subject.ts";
import { asksAgainWords, type MoneyRefusal, refuserWords } from "../orders/rules/refused-money.ts";
import type { Shop } from "../shop.ts";
import { paymentEmails } from "./email-templates.ts";
import type { Orphan } from "./queries/orphans.ts";
import { findRefusedReturns } from "./sweep/leave-refused.ts";
import { ofWithdrawn, sendWithdrawnNotice } from "./withdrawn-notice.ts";

const hour = 3_600_000;
/** The most jobs that an email names. */
const maxListed = 20;
/** The most refused refunds that are searched for these jobs. */
const mostRefused = 1000;

/**
 * Whether to report: a job is unreported or was reported a day ago, and no job was reported within
 * the last hour. A report more than an hour ahead counts as missing, since the clock then went
 * back. Another process's clock may be a little ahead.
 */
function isTimeToTell(jobs: readonly OpenJob[], now: number): boolean {
  const since = jobs.flatMap(({ toldAt }) => (toldAt === null || toldAt > now + hour ? [] : [now - toldAt]));
  const untold = since.length < jobs.length || since.some((ms) => ms >= 24 * hour);
  return untold && since.every((ms) => ms >= hour);
}

/**
 * Tells the owner, in the log and by email, of captures, voids and refunds that are an hour
 * overdue, and of captures whose authorization lapsed. Tells again once a day.
 */
export async function tellOfOverdueJobs({ db, log, now, notifyWorker }: Shop): Promise<void> {
  const at = now();
  const jobs = await findOverdueJobs(db, "money", at);
  if (!isTimeToTell(jobs, at)) return;
  const isMine = await transact(db, async (tx) => {
    if ((await markTold(tx, "money", { now: at, since: at - hour, until: at + hour })) === 0) return false;
    await enqueue(tx, { kind: "overdue-notice", subject: newId() }, at);
    return true;
  });
  if (!isMine) return;
  for (const { id, kind, subject, state, tries, failure, requestId: request } of jobs.slice(0, maxListed))
    log.error({ job: id, kind, subject, state, tries, failure, request }, "a payment job is overdue");
  if (jobs.length > maxListed) log.error({ jobs: jobs.length }, "more payment jobs are overdue");
  notifyWorker();
}

const jobNouns: Record<string, string> = {
  capture: "the charge",
  void: "the release of the hold",
  refund: "the refund",
  "payment-term": "the end of its time to pay",
};

type Returns = Awaited<ReturnType<typeof findRefusedReturns>>;
type JobSubjects = { numbers: ReadonlyMap<string, number>; refunds: ReadonlyMap<string, RefusedRefund>; returns: Returns };

/** Describes a refused refund and the owner's options. */
function refusedSentence({ number, n, amount, by, code }: RefusedRefund): string {
  return `Order ${number}: ${refuserWords[by]} refused to refund ${dollars(amount)} to the card (${code}). ${asksAgainWords[by]}. You can pay the shopper in another way, such as by check, and record that on the order’s page, or by: npm run store -- refund ${number} --settle ${n} --note "check 1042"`;
}

/**
 * Describes a refused return of money without an order. The owner may leave the money as it is,
 * unless it was paid in this shop.
 */
function returnSentence({ orphan, refusal }: { orphan: Orphan; refusal: MoneyRefusal }): string {
  const { key, amount, reason } = orphan;
  const refusalText = `${refuserWords[refusal.by]} refused to return ${dollars(amount)} of a payment without an order (${refusal.code}), key ${key}. ${asksAgainWords[refusal.by]}.`;
  const instead = `You can give the money back in another way, such as in cash, and record that under Payments, or by: npm run store -- sweep --accept ${key} --note "paid back in cash"`;
  return capitalized(reason === "ended" ? refusalText : `${refusalText} ${instead}`);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentenceOf({ kind, subject, state, failure, requestId }: OpenJob, { numbers, refunds, returns }: JobSubjects): string {
  const refusedRefund = kind === "refund" ? refunds.get(subject) : undefined;
  if (refusedRefund) return refusedSentence(refusedRefund);
  const refusedReturn = kind === "void" ? returns.get(subject) : undefined;
  if (refusedReturn) return returnSentence(refusedReturn);
  const number = numbers.get(orderOfJob(subject) ?? "");
  const order = number === undefined ? "A payment without an order" : `Order ${number}`;
  const notes = [
    ...(failure === "" ? [] : [`last failure: ${failure}`]),
    ...(requestId === null ? [] : [`request ${requestId} in the log`]),
  ];
  const last = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  if (state === "failed" && kind === "capture")
    return `${order}: the card was not charged, and its authorization has lapsed${last}. No money was taken: don’t ship it unpaid. Cancel it, or ask the shopper to order again.`;
  if (kind === "capture" && wasRefused(failure))
    return `${order}: the charge was refused${last}. No money was taken so far: don’t ship it unpaid.`;
  return `${order}: ${jobNouns[kind] ?? kind} ${state === "failed" ? "was given up" : "is overdue"}${last}.`;
}

const advice = [
  "The shop keeps trying, except where it says otherwise. To see all of them: npm run store -- jobs --failed",
  "Once the payment gateway responds again, to try at once: npm run store -- jobs retry --all",
];

async function sendNotice(shop: Shop, jobId: string): Promise<void> {
  const { db, now } = shop;
  const jobs = await findOverdueJobs(db, "money", now());
  // The jobs may be done by now.
  if (jobs.length === 0) return;
  const listedJobs = jobs.slice(0, maxListed);
  const ids = listedJobs.flatMap(({ subject }) => orderOfJob(subject) ?? []);
  const numbers = await numbersOfOrders(db, ids);
  const refunds = new Map((await refusedRefunds(db, mostRefused)).map((refund) => [refund.key, refund]));
  const returns = await findRefusedReturns(db);
  await mailOwner(shop, paymentEmails.overdue, {
    messageId: `overdue-${jobId}`,
    facts: {
      summary: jobs.length === 1 ? "A payment needs your attention" : `${jobs.length} payments need your attention`,
      payments: [
        ...listedJobs.map((job) => sentenceOf(job, { numbers, refunds, returns })),
        ...(jobs.length > maxListed ? [`${jobs.length - maxListed} more are not listed here.`] : []),
      ],
      advice,
    },
  });
}

/** The email about currently overdue payments, or about a withdrawn refund. */
export const overdueJobs = (shop: Shop): Record<string, JobWorker> => ({
  "overdue-notice": (payload, { id }) => {
    const { data: withdrawn } = ofWithdrawn.safeParse(payload);
    return withdrawn ? sendWithdrawnNotice(shop, withdrawn, id) : sendNotice(shop, id);
  },
});
