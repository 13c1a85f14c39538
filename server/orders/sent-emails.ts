import type { Db, Row, Tx } from "../db/tables.ts";
import { findJobs, type JobState, type JobStatus } from "../jobs/follow.ts";
import { retention } from "../retention.ts";
import { findEdits, findRefunds } from "./queries/after-sale.ts";
import { findEventsOfKinds } from "./queries/events.ts";
import { findOrderMeans } from "./queries/means.ts";
import { findShipments } from "./queries/shipments.ts";
import { findOrderRow } from "./queries.ts";
import { maySendAgain, type OrderEmailKind, orderEmailNames, sentAgain } from "./rules/order-emails.ts";

/**
 * An email about an order, named by the kind and the subject of its job, with the payload that the
 * job's worker needs.
 */
export type OrderEmailJob = { kind: OrderEmailKind; subject: string; payload: Record<string, unknown> };

/** An email that has, or had, a job. */
export type SentEmail = OrderEmailJob & {
  /** names it in forms */
  key: string;
  name: string;
  /** when it was sent, or since when it is due; ms */
  at: number;
  /** undefined: the email is so old that its job is deleted */
  status: JobStatus | undefined;
  mayAgain: boolean;
};

/** An email that the staff sent again. */
export type ResentEmail = { name: string; at: number; status: JobStatus | undefined; actor: string | null };

export type OrderEmails = { emails: readonly SentEmail[]; again: readonly ResentEmail[] };

type Due = OrderEmailJob & { at: number; edits?: Edits };
/**
 * The edits `from` to `n`, made at one moment. `isInner` means that `n` is not the last of them.
 */
type Edits = { orderId: string; from: number; n: number; isInner: boolean };
type OrderEvent = Awaited<ReturnType<typeof findEventsOfKinds>>[number];

/** Events with one email each, and the kinds of these emails. */
const emailOfEvent: Readonly<Record<string, OrderEmailKind>> = {
  message: "message-mail",
  "email changed": "order-email-changed-mail",
  "address changed": "address-changed-mail",
  "address request declined": "address-request-declined-mail",
  "return requested": "return-requested-mail",
  "return accepted": "return-accepted-mail",
  "return declined": "return-declined-mail",
};
const eventKinds = ["cancelation requested", "cancelation declined", sentAgain, ...Object.keys(emailOfEvent)];

/** The emails that an order's events lead to; some may never have been mailed. */
async function dueEmails(reader: Db | Tx, orderId: string, events: readonly OrderEvent[]): Promise<Due[]> {
  const order = await findOrderRow(reader, orderId);
  if (!order) return [];
  const once = (kind: OrderEmailKind, at: number | null | undefined): Due[] =>
    at === null || at === undefined ? [] : [{ kind, subject: orderId, payload: {}, at }];
  const shipments = await findShipments(reader, orderId);
  const refunds = await findRefunds(reader, orderId);
  const edits = await findEdits(reader, orderId);
  return [
    ...once("confirmation-mail", order.placed_at),
    ...once("cancelation-requested-mail", events.find(({ kind }) => kind === "cancelation requested")?.at),
    ...once("cancelation-declined-mail", events.find(({ kind }) => kind === "cancelation declined")?.at),
    ...once("canceled-mail", order.canceled_at),
    ...once("payment-reminder-mail", await reminderDue(reader, order)),
    ...shipments.map(({ n, at }) => numbered("part-shipped-mail", `${orderId}-s${n}`, { orderId, n }, at)),
    ...once("fulfilled-mail", order.fulfilled_at),
    ...editEmails(edits),
    ...refunds.flatMap(({ key, amount, state, decided_at: at }) =>
      state === "refunded" && at !== null ? [numbered("refunded-mail", key, { orderId, amount }, at)] : [],
    ),
    ...events.flatMap(({ id, kind, at }) => {
      const email = emailOfEvent[kind];
      return email === undefined ? [] : [numbered(email, id, { orderId }, at)];
    }),
    ...once("review-invitation-mail", order.review_invited_at),
  ];
}

/** When an order's payment reminder is due: at half its term, if it is not paid by then. */
async function reminderDue(reader: Db | Tx, { id, placed_at }: Row<"orders">): Promise<number | undefined> {
  const means = await findOrderMeans(reader, id);
  if (!means) return undefined;
  const at = placed_at + (means.due_at - placed_at) / 2;
  return means.settled_at === null || means.settled_at > at ? at : undefined;
}

const editSubject = (orderId: string, n: number): string => `${orderId}-e${n}`;

/** Edits of one moment share one email, named after the last edit. */
function editEmails(edits: readonly Row<"order_edit">[]): Due[] {
  let from = 0;
  return edits.map(({ order_id: orderId, n, at, actor }, index): Due => {
    const next = edits[index + 1];
    const isInner = next?.at === at && next.actor === actor;
    if (from === 0) from = n;
    const range = { orderId, from, n, isInner };
    if (!isInner) from = 0;
    return { ...numbered("edited-mail", editSubject(orderId, n), {}, at), edits: range };
  });
}

/** The edits that the email named after edit `n` covers. */
function ownEdits({ orderId, from, n }: Edits, jobs: readonly JobState[]): Due["payload"] {
  let first = n;
  while (first > from && !jobIn(jobs, "edited-mail", editSubject(orderId, first - 1))) first -= 1;
  return { orderId, n, from: first };
}

const numbered = (kind: OrderEmailKind, subject: string, payload: Due["payload"], at: number): Due => ({
  kind,
  subject,
  payload,
  at,
});

const jobIn = (jobs: readonly JobState[], kind: string, subject: string) =>
  jobs.find((job) => job.kind === kind && job.subject === subject);

/**
 * The emails that an order's shopper got or will get, oldest first, and the emails that the staff
 * sent again. The job of an email says when it was sent and what its status is. Once the job is
 * deleted, only the order's own records, such as its events, tell of the email.
 */
export async function orderEmailsOf(reader: Db | Tx, orderId: string, now: number): Promise<OrderEmails> {
  const events = await findEventsOfKinds(reader, orderId, eventKinds);
  const due = await dueEmails(reader, orderId, events);
  const resent = events.filter(({ kind }) => kind === sentAgain);
  const jobs = await findJobs(reader, [...due, ...resent.map(({ id }) => ({ kind: "resent-mail", subject: id }))]);
  const emails = due.flatMap(({ at, edits, ...email }): SentEmail[] => {
    const job = jobIn(jobs, email.kind, email.subject);
    // Such an email was never sent. An inner edit without a job shares the email of a later edit.
    // For any other email, the job would still be stored at this age. For example, the last part of
    // an order has no separate email.
    if (!job && (edits?.isInner || now - at < retention.doneJob)) return [];
    const fields = {
      key: `${email.kind}:${email.subject}`,
      name: orderEmailNames[email.kind],
      mayAgain: maySendAgain(email.kind),
    };
    return [
      { ...email, ...(edits && { payload: ownEdits(edits, jobs) }), ...fields, at: job?.doneAt ?? at, status: job?.status },
    ];
  });
  const resentEmails = resent.map(({ id, note, actor, at }): ResentEmail => {
    const job = jobIn(jobs, "resent-mail", id);
    return { name: note, at: job?.doneAt ?? at, status: job?.status, actor };
  });
  return { emails: emails.toSorted((one, other) => one.at - other.at), again: resentEmails };
}
