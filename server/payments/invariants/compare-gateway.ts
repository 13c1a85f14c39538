import type { Db } from "../../db/tables.ts";
import type { Gateway, RecordedTransaction } from "../gateways/gateway.ts";
import {
  type AuditedAttempt,
  findAuditedByKeys,
  findMoving,
  findRefunded,
  firstPaymentAt,
  pagesOfAttempts,
} from "../queries/audit.ts";
import { findShopId } from "../queries/identity.ts";
import { findOrphans } from "../queries/orphans.ts";
import { authorizedStates, type Difference, differenceAt, differenceWithout } from "./gateway-transactions.ts";

const day = 86_400_000;
/** The most that the gateway's and the shop's clocks may differ, in ms. */
const clocksDiffer = 7 * day;
/**
 * After fewer than `few` transactions the next period is longer; after more than `many` it is
 * shorter.
 */
const few = 1000;
const many = 5000;
/** The most differences of one comparison, since two comparisons are in memory at once. */
const mostDifferences = 10_000;
/** How many keys' attempts are in memory at a time. */
const chunkLength = 500;

/**
 * I6 in both directions: all differences between the gateway's transactions and the attempts. Reads
 * one period after the other to save memory; undefined if the gateway could not list a period.
 */
export async function compareGateway(
  db: Db,
  gateway: Gateway,
  now: number,
  afterPage: () => void,
): Promise<Difference[] | undefined> {
  const shopId = await findShopId(db);
  const differences: Difference[] = [];
  const matched = new Set<string>();
  let completeUntil = Number.POSITIVE_INFINITY;
  for (
    let [since, length] = [Math.max(0, ((await firstPaymentAt(db)) ?? now) - clocksDiffer), day];
    since < now + clocksDiffer;
  ) {
    const until = since + length;
    const listing = await gateway.list({ since, until });
    if (listing.status !== "listed") return undefined;
    if (listing.completeUntil < until) completeUntil = Math.min(completeUntil, listing.completeUntil);
    const authorizations = listing.transactions.filter(({ kind }) => kind === "authorize");
    for (let from = 0; from < authorizations.length; from += chunkLength)
      differences.push(...(await compareChunk(db, authorizations.slice(from, from + chunkLength), { shopId, matched })));
    if (differences.length >= mostDifferences) return differences;
    afterPage();
    since = until;
    length = nextLength(length, listing.transactions.length);
  }
  // The attempts are read after the list, so attempts that ended meanwhile need a second
  // comparison.
  const isMissing = ({ id, kind, created_at: at }: AuditedAttempt) => kind === "card" && at < completeUntil && !matched.has(id);
  for await (const page of pagesOfAttempts(db, authorizedStates)) {
    differences.push(...page.filter(isMissing).map(differenceWithout));
    if (differences.length >= mostDifferences) break;
    afterPage();
  }
  return differences;
}

/** An empty period says nothing about the next period, which may be busy. */
const nextLength = (length: number, listed: number): number => {
  if (listed > many) return Math.max(60_000, length / 4);
  if (listed === 0) return Math.max(length, 2 * day);
  return listed < few ? length * 4 : length;
};

type CompareContext = { shopId: string | undefined; matched: Set<string> };

async function compareChunk(
  db: Db,
  transactions: readonly RecordedTransaction[],
  { shopId, matched }: CompareContext,
): Promise<Difference[]> {
  const attempts = new Map(
    (
      await findAuditedByKeys(
        db,
        transactions.map(({ key }) => key),
      )
    ).map((attempt) => [attempt.key, attempt]),
  );
  const orphans = new Map(
    (
      await findOrphans(
        db,
        transactions.map(({ ref }) => ref),
      )
    ).map((orphan) => [orphan.ref, orphan]),
  );
  const moneyOf = await readMoney(db, [...attempts.values()]);
  return transactions.flatMap((each) => {
    const attempt = attempts.get(each.key);
    if (attempt?.auth_ref === each.ref) matched.add(attempt.id);
    const money = moneyOf(attempt?.order_id);
    return differenceAt(each, attempt, { shopId, orphan: orphans.get(each.ref), money }) ?? [];
  });
}

async function readMoney(db: Db, attempts: readonly AuditedAttempt[]) {
  const refunded = await findRefunded(
    db,
    attempts.map(({ order_id }) => order_id),
  );
  const moving = await findMoving(db);
  return (orderId = "") => ({ moves: moving.has(orderId), ...(refunded.get(orderId) ?? { refunded: 0, atGateway: 0 }) });
}
