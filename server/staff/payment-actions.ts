import type { Db, Row } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import type { Cents } from "../money.ts";
import { sumChanged } from "../orders/seen.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { leaveOrphans, returnableOrphans, returnOrphans } from "../payments/sweep/decide.ts";
import { type AuditSource, recordChange, recordChanges } from "./audit.ts";
import { findEntriesOfRecords } from "./queries/audit.ts";

/** As the last release noted those that were left together. */
const allAtOnce = "all";
type Orphan = Row<"orphan_authorization">;

const recordKind = "unmatched payment";
const [returned, left] = ["returned", "left as it is"];

const sumOf = (orphans: readonly Orphan[]): Cents => orphans.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the money under a gateway's key that paid for no order here, and notes who decided so. */
export const returnForStaff = (db: Db, key: string, source: AuditSource, now: number): Promise<Outcome<Orphan[]>> =>
  transactOutcome<Outcome<Orphan[]>>(db, async (tx) => {
    const outcome = await returnOrphans(tx, key, now);
    if (!outcome.ok) return outcome;
    const change = { kind: recordKind, id: key, action: returned, after: { amount: sumOf(outcome.value) } };
    await recordChange(tx, source, change, now);
    return outcome;
  });

/** What a return would give back, in cents, of which authorizations. */
export type ReturnPreview = { key: string; amount: Cents; orphans: readonly Orphan[] };
/** With a `preview` nothing was done: whoever asks for it agrees to that first. */
export type ReturnOutcome = Outcome<Orphan[]> & { preview?: ReturnPreview };

const unconfirmed = refuse("unconfirmed", "Say which amount you agree to: data holds what would be returned.");

/** The same once somebody has agreed to the amount, as it was shown. */
export async function returnAgreed(
  db: Db,
  { key, shownAmount }: { key: string; shownAmount?: Cents | undefined },
  source: AuditSource,
  now: number,
): Promise<ReturnOutcome> {
  const orphans = await returnableOrphans(db, key);
  if (!orphans.ok) return orphans;
  // What was authorized never changes: only another authorization under the key would.
  const amount = sumOf(orphans.value);
  if (shownAmount === amount) return await returnForStaff(db, key, source, now);
  const refusal = shownAmount === undefined ? unconfirmed : sumChanged;
  return { ...refusal, data: { amount }, preview: { key, amount, orphans: orphans.value } };
}

/** Leaves payments without an order as they are, all or those with this key. Returns them, and notes who decided so. */
export const acceptForStaff = (db: Db, source: AuditSource, now: number, key?: string | undefined): Promise<Outcome<Orphan[]>> =>
  transactOutcome<Outcome<Orphan[]>>(db, async (tx) => {
    const accepted = await leaveOrphans(tx, now, key);
    if (!accepted.ok) return accepted;
    const changes = accepted.value.map((orphan) => ({
      ...{ kind: recordKind, id: orphan.key, action: left, after: { amount: orphan.amount } },
    }));
    await recordChanges(tx, source, changes, now);
    return ok(accepted.value);
  });

/** Who decided about each, by its reference; none where the shop did so by itself. */
export async function decidersOf(db: Db, orphans: readonly Orphan[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(orphans.map(({ key }) => key)), allAtOnce];
  const entries = await findEntriesOfRecords(db, recordKind, ids);
  return new Map(
    orphans.flatMap(({ ref, key, state, updated_at }) => {
      const action = state === "accepted" ? left : returned;
      const own = entries.find((entry) => entry.record_id === key && entry.action === action);
      const all = entries.find((entry) => entry.record_id === allAtOnce && entry.at === updated_at);
      const entry = own ?? (state === "accepted" ? all : undefined);
      return entry ? [[ref, entry.actor] as const] : [];
    }),
  );
}
