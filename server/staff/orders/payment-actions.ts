import type { Db, Row, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import type { Cents } from "../../money.ts";
import { sumChanged } from "../../orders/seen.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { Gateway } from "../../payments/gateways/gateway.ts";
import { meansOf } from "../../payments/other-means.ts";
import {
  decidedMeanwhile,
  leaveOrphans,
  refuseDecided,
  returnableOrphans,
  returnOrphans,
  seenUnder,
} from "../../payments/sweep/decide.ts";
import { askOfRefused, type LeftReturns, leavableReturns, leaveRefused } from "../../payments/sweep/leave-refused.ts";
import { type AuditSource, changeIn, recordChange, recordChanges } from "../records/audit.ts";
import { findEntriesOfRecords } from "../records/queries/audit.ts";

type Orphan = Row<"orphan_authorization">;

const recordKind = "unmatched payment";
const returnedAction = "returned";
const leftAction = "left as it is";

const sumOf = (orphans: readonly Orphan[]): Cents => orphans.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns money that the gateway holds under a key without an order here, and records who decided
 * this.
 */
export const returnForStaff = (
  db: Db,
  key: string,
  source: AuditSource,
  now: number,
  seen?: string,
): Promise<Outcome<Orphan[]>> =>
  transactOutcome<Outcome<Orphan[]>>(db, async (tx) => {
    const outcome = await returnOrphans(tx, key, now, seen);
    if (!outcome.ok) return outcome;
    const change = { kind: recordKind, id: key, action: returnedAction, after: { amount: sumOf(outcome.value) } };
    await recordChange(tx, source, change, now);
    return outcome;
  });

/**
 * The decision that a person has to agree to: to return these authorizations, or with a `note` to
 * accept them. `amount` is their sum in cents; `seen` identifies their states.
 */
export type OrphanPreview = { key: string; amount: Cents; seen: string; orphans: readonly Orphan[]; note?: string };
/**
 * A decision's outcome. With a `preview` nothing was done: the person has to agree to the preview
 * first.
 */
export type OrphanOutcome<Value> = Outcome<Value> & { preview?: OrphanPreview | undefined };

/** The values that the page has shown; the person agrees to them by pressing the button. */
type Agreement = { shownAmount?: Cents | undefined; seen?: string | undefined };

const unconfirmed = refuse("unconfirmed", "Say which amount you agree to: data holds what it would be.");

async function previewOf(db: Db, key: string, orphans: readonly Orphan[], note?: string): Promise<OrphanPreview> {
  const seen = await seenUnder(db, key);
  return { key, amount: sumOf(orphans), seen, orphans, ...(note !== undefined && { note }) };
}

/** Acts if somebody has agreed to the shown values, and if the values are unchanged. */
async function onceAgreed<Value>(
  { shownAmount }: Agreement,
  preview: OrphanPreview,
  act: () => Promise<Outcome<Value>>,
): Promise<OrphanOutcome<Value>> {
  const { amount, seen } = preview;
  if (shownAmount === amount) return await act();
  return { ...(shownAmount === undefined ? unconfirmed : sumChanged), data: { amount, seen }, preview };
}

/** Returns money if somebody has agreed to the shown amount. */
export async function returnAgreed(
  db: Db,
  { key, ...agreed }: { key: string } & Agreement,
  source: AuditSource,
  now: number,
): Promise<OrphanOutcome<Orphan[]>> {
  const orphans = await returnableOrphans(db, key);
  if (!orphans.ok) return orphans;
  // An authorization's amount never changes. The sum changes only if the key gets another
  // authorization.
  const preview = await previewOf(db, key, orphans.value);
  const done = await onceAgreed(agreed, preview, () => returnForStaff(db, key, source, now, agreed.seen));
  return done === decidedMeanwhile ? { ...done, preview } : done;
}

/**
 * Accepts all payments without an order, or those with this key, and records who decided this. The
 * result is the list of accepted payments.
 */
export const acceptForStaff = (db: Db, source: AuditSource, now: number, key?: string | undefined): Promise<Outcome<Orphan[]>> =>
  transactOutcome<Outcome<Orphan[]>>(db, async (tx) => {
    const accepted = await leaveOrphans(tx, now, key);
    if (accepted.ok) await recordLeft(tx, source, accepted.value, now);
    return accepted;
  });

const recordLeft = (tx: Tx, source: AuditSource, orphans: readonly Orphan[], now: number, note?: string): Promise<void> =>
  recordChanges(
    tx,
    source,
    orphans.map(({ key, ref, amount }) => ({
      kind: recordKind,
      id: key,
      action: leftAction,
      after: { amount, reference: ref, ...(note !== undefined && { note }) },
    })),
    now,
  );

type LeaveContext = { db: Db; gateway: Gateway; now: () => number };
type Note = { key: string; note: string };

const noteOf = (text: string) => meansOf(text, "note", "Say how it was handled, such as “paid back in cash”.");

/**
 * Accepts a reported payment, or money whose return was refused, with a note of how it was handled.
 * Asks the gateway first, and books money that the gateway has returned meanwhile. Records who
 * decided this.
 */
export async function leaveForStaff(
  { db, gateway, now }: LeaveContext,
  { key, note: text }: Note,
  source: AuditSource,
): Promise<Outcome<LeftReturns>> {
  const note = noteOf(text);
  if (!note.ok) return note;
  const returns = await askOfRefused({ db, gateway }, key);
  if (!returns.ok) return returns;
  return await transactOutcome<Outcome<LeftReturns>>(db, async (tx) => {
    const done = await leaveRefused(tx, returns.value, now());
    if (!done.ok) return done;
    const reported = returns.value.length > 0 ? ok([]) : await leaveOrphans(tx, now(), key);
    if (!reported.ok) return reported;
    const all = [...done.value.left, ...reported.value];
    await recordLeft(tx, source, all, now(), note.value);
    return ok({ ...done.value, left: all });
  });
}

/**
 * Accepts money whose return was refused, if somebody has agreed to the shown values and they are
 * unchanged.
 */
export async function leaveAgreed(
  context: LeaveContext,
  { key, note: text, ...agreed }: Note & Agreement,
  source: AuditSource,
): Promise<OrphanOutcome<LeftReturns>> {
  const { db } = context;
  const note = noteOf(text);
  if (!note.ok) return note;
  const decided = await refuseDecided(db, key, agreed.seen);
  if (decided) return decided;
  const orphans = await leavableReturns(db, key);
  if (!orphans.ok) return orphans;
  const leave = () => leaveForStaff(context, { key, note: note.value }, source);
  // Without a refused return nobody has to agree: a reported payment can still be returned later.
  if (orphans.value.length === 0) return await leave();
  return await onceAgreed(agreed, await previewOf(db, key, orphans.value, note.value), leave);
}

/**
 * The audit's record of a decision: the actor, and how the money was handled if it was not
 * returned.
 */
export type Decision = { actor: string; note: string | undefined };

const isAbout = (entry: Parameters<typeof changeIn>[0], ref: string | undefined): boolean =>
  changeIn(entry).after?.reference === ref;

/** The decision on each payment, by the payment's reference; the shop's own decisions have none. */
export async function decisionsOf(db: Db, orphans: readonly Orphan[]): Promise<ReadonlyMap<string, Decision>> {
  const ids = [...new Set(orphans.map(({ key }) => key))];
  const entries = await findEntriesOfRecords(db, recordKind, ids);
  return new Map(
    orphans.flatMap(({ ref, key, state }) => {
      const action = state === "accepted" ? leftAction : returnedAction;
      const ofKey = entries.filter((entry) => entry.record_id === key && entry.action === action);
      // A key may have several authorizations at the gateway.
      const entry = ofKey.find((each) => isAbout(each, ref)) ?? ofKey.find((each) => isAbout(each, undefined));
      const note = entry && changeIn(entry).after?.note;
      return entry ? [[ref, { actor: entry.actor, note: typeof note === "string" ? note : undefined }] as const] : [];
    }),
  );
}
