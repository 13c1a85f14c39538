import { sql } from "kysely";
import type { Db } from "../db/tables.ts";
import { findOpenJobs } from "../jobs/find.ts";
import { overdueAfter } from "../jobs/lanes.ts";
import { orderLinesOf } from "../orders/find.ts";
import { allNumbersOf } from "../orders/list.ts";
import { refusedRefunds } from "../orders/request-refund.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Gateway } from "./gateways/gateway.ts";
import { looksLikeCard } from "./invariants/card-numbers.ts";
import { compareGateway } from "./invariants/compare-gateway.ts";
import type { Difference } from "./invariants/gateway-transactions.ts";
import { earnsItsGift, matchesSnapshot } from "./invariants/snapshot.ts";
import { statements } from "./invariants/statements.ts";
import { findUndecided, pagesOfSnapshots, pagesOfTexts } from "./queries/audit.ts";
import { orderedStates } from "./rules/attempt.ts";
import { sleep } from "./times.ts";

/** The most breaches that are named per rule, since more would only take memory. */
export const mostBreaches = 1000;

/** Called after each page of rows, for example to free memory. */
type AfterPage = () => void;

/** A row that breaks a rule. */
export type Breach = { invariant: string; about: string; row: Record<string, unknown> };

/**
 * Checks every invariant of docs/checkout.md except I6 in the database. Each check is one statement
 * or reads rows that never change, so payments in progress break no invariant.
 */
export async function findBreaches(db: Db, afterPage: AfterPage = () => {}): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { name, about, sql: text } of statements) {
    const { rows } = await sql.raw<Record<string, unknown>>(`SELECT * FROM (${text}) found LIMIT ${mostBreaches}`).execute(db);
    breaches.push(...rows.map((row) => ({ invariant: name, about, row })));
  }
  return [...breaches, ...(await changedSnapshots(db, afterPage)), ...(await cardNumbers(db, afterPage))];
}

async function changedSnapshots(db: Db, afterPage: AfterPage): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for await (const attempts of pagesOfSnapshots(db, orderedStates)) {
    if (breaches.length >= mostBreaches) break;
    afterPage();
    const lines = await orderLinesOf(
      db,
      attempts.map(({ order_id }) => order_id),
    );
    for (const { order_id: orderId, snapshot: text } of attempts) {
      const ordered = lines.get(orderId);
      if (!ordered) continue;
      const snapshot = JSON.parse(text) as OrderSnapshot;
      const row = { order_id: orderId };
      if (!matchesSnapshot({ orderId, lines: ordered }, snapshot))
        breaches.push({ invariant: "I10", about: "an order's lines never change", row });
      if (!earnsItsGift(snapshot)) breaches.push({ invariant: "I13", about: "a gift is earned by the paid products", row });
    }
  }
  return breaches;
}

/** Finds stored texts that contain a card number. Names the table and the row, never the text. */
async function cardNumbers(db: Db, afterPage: AfterPage): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for await (const texts of pagesOfTexts(db)) {
    if (breaches.length >= mostBreaches) break;
    afterPage();
    const cardTexts = texts.filter(({ text }) => looksLikeCard(text));
    breaches.push(
      ...cardTexts.map(({ table, id }) => ({ invariant: "I15", about: "no card number is stored", row: { table, id } })),
    );
  }
  return breaches;
}

/** The name of the rule that a refund breaks if the bank or the gateway refused it. */
export const refusedRefundRule = "a refund is not refused";

/** Stuck money: refused refunds, failed or overdue jobs (K11), and payments without an outcome. */
export async function findStuckMoney(db: Db, now: number): Promise<Breach[]> {
  const jobs = await findOpenJobs(db, { now, lane: "money", overdue: true, refused: true });
  const undecided = await findUndecided(db, now - overdueAfter);
  const refunds = await refusedRefunds(db, mostBreaches);
  const others = jobs.filter(({ kind, subject }) => kind !== "refund" || !refunds.some(({ key }) => key === subject));
  return [
    ...refunds.map(({ number, n, amount, by, code }) => ({
      invariant: "K11",
      about: refusedRefundRule,
      row: { order: number, refund: n, amount, refused_by: by, reason: code },
    })),
    ...others.map(({ id, kind, subject, state, tries, failure }) => ({
      invariant: "K11",
      about: "a charge, void, or refund is made within the hour",
      row: { job: id, kind, subject, state, tries, failure },
    })),
    ...undecided.map((row) => ({ invariant: "K2", about: "a payment has an outcome within the hour", row })),
  ];
}

type CompareOptions = { now?: number; pause?: () => Promise<void>; afterPage?: AfterPage };

/**
 * I6, against the gateway's own records; undefined if they could not be read. A difference counts
 * only if it remains a moment later, since money may be moving while the two sides are read one
 * after the other.
 */
export async function findGatewayBreaches(
  db: Db,
  gateway: Gateway,
  { now = Date.now(), pause = () => sleep(1000), afterPage = () => {} }: CompareOptions = {},
): Promise<Breach[] | undefined> {
  const first = await compareGateway(db, gateway, now, afterPage);
  if (first === undefined || first.length === 0) return first && [];
  await pause();
  const second = await compareGateway(db, gateway, now, afterPage);
  const before = new Set(first.map(({ key }) => key));
  return second && (await breachesOf(db, second.filter(({ key }) => before.has(key)).slice(0, mostBreaches)));
}

/** Adds the order's number to each breach, if there is one. */
async function breachesOf(db: Db, differences: readonly Difference[]): Promise<Breach[]> {
  const ids = differences.flatMap(({ orderId }) => orderId ?? []);
  const numbers = await allNumbersOf(db, ids);
  return differences.map(({ orderId, ...row }) => {
    const order = numbers.get(orderId ?? "");
    const orderRow = order === undefined ? row : { order, ...row };
    return { invariant: "I6", about: "the gateway's records agree with ours", row: orderRow };
  });
}
