import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import { mayStill } from "../people/roles.ts";
import type { Need } from "../people/rules/permissions.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import { type BulkPlace, type BulkRun, countDone, countRefused, findRun, finishRun, insertRun } from "./queries/bulk.ts";

export type { BulkRun } from "./queries/bulk.ts";

/**
 * A record that an action applies to. All records are ordered by `position`, upwards or downwards;
 * a position may be an id.
 */
export type BulkRecord<Position extends BulkPlace = number> = { id: string; position: Position; name: string };

/** The numbers of a preview: records that would change, and reasons why others would not. */
export type BulkPreview = { will: number; isCapped: boolean; wont: readonly { why: string; count: number }[] };

/** The counts of records that would stay unchanged, by the refusal that gives the reason. */
export const wontOf = (counts: readonly (readonly [{ error: string }, number])[]): BulkPreview["wont"] =>
  counts.filter(([, count]) => count > 0).map(([{ error }, count]) => ({ why: error, count }));

/** An action on many records. The feature's own function changes the records one by one. */
export type BulkAction<Selection, Position extends BulkPlace = number> = {
  /** the name in the table of runs */
  name: string;
  /** the action in words, such as “Shipped by a file” */
  title: string;
  needs: Need;
  /** the list to which it belongs */
  path: string;
  preview(db: Db, selection: Selection): Promise<BulkPreview>;
  /** Up to `limit` records after a position, always in the same order. */
  next(db: Db, selection: Selection, after: Position | undefined, limit: number): Promise<BulkRecord<Position>[]>;
  /**
   * Applies the action to one record. A second call is safe: it refuses a finished change, or
   * recognizes by the run's request id that this run has made the change.
   */
  act(
    db: Db,
    id: string,
    actor: `staff:${string}`,
    now: number,
    run: { selection: Selection; requestId: string },
  ): Promise<Outcome<unknown>>;
  /** the kind of the changed records, if a later run can undo the changes together */
  undoes?: string;
  /** The result in words, such as “3 orders were marked as shipped”. */
  doneWords(count: number): string;
};

/** An action whose records have positions of any type. */
export type AnyBulkAction<Selection = never> = Omit<BulkAction<Selection, never>, "next"> & {
  next(db: Db, selection: Selection, after: never, limit: number): Promise<BulkRecord<BulkPlace>[]>;
};

/**
 * The most records that one step of a run handles. If a run has only one step, the request carries
 * it out while the page loads. Jobs carry out larger runs.
 */
export const atOnce = 200;
/** ms after which a job takes over from a process that died while the page loaded */
const takeover = 60_000;
const mostRefusals = 100;

const jobOf = (id: string, from: number) => ({ kind: "staff-bulk", subject: `${id}-${from}`, payload: { id } });

type StartInput<Selection> = {
  /** the form's own id: if the button is pressed twice, the run starts once */
  id: string;
  action: Pick<BulkAction<Selection>, "name">;
  selection: Selection;
  staffId: string;
  source: AuditSource;
  /** whether the records are few enough to be done at once */
  isSmall: boolean;
};

/** Starts a run once, and adds an entry to the audit. */
export const startRun = <Selection>(
  db: Db,
  { id, action, selection, staffId, source, isSmall }: StartInput<Selection>,
  now: number,
): Promise<boolean> =>
  transact(db, async (tx) => {
    const row = {
      id,
      staff_id: staffId,
      request_id: source.requestId,
      action: action.name,
      selection: JSON.stringify(selection),
      position: null,
      created_at: now,
      finished_at: null,
    };
    if (!(await insertRun(tx, row))) return false;
    await enqueue(tx, { ...jobOf(id, 0), runAt: isSmall ? now + takeover : now }, now);
    await recordChange(tx, source, { kind: "bulk", id, action: action.name }, now);
    return true;
  });

const noLonger = refuse("forbidden", "Whoever began this may no longer do it.");

export const findBulkRun = (db: Db, id: string): Promise<BulkRun | undefined> => findRun(db, id);

export type Refusal = { name: string; why: string };
export const refusalsOf = ({ refusals }: BulkRun): Refusal[] => JSON.parse(refusals) as Refusal[];

/** Handles the next 200 records of a run; a job handles the rest. */
export async function continueRun(
  { db, now }: { db: Db; now: () => number },
  actions: readonly AnyBulkAction[],
  id: string,
): Promise<void> {
  const run = await findRun(db, id);
  const action = actions.find(({ name }) => name === run?.action);
  if (!run || !action || run.finished_at !== null) return;
  const selection = JSON.parse(run.selection) as never;
  const after = (run.mark ?? run.position ?? undefined) as never;
  const records = await action.next(db, selection, after, atOnce);
  const refusals = refusalsOf(run);
  for (const { id: recordId, position, name } of records) {
    // The person who began the run may have another role by now.
    const outcome = (await mayStill(db, run.staff_id, action.needs))
      ? await action.act(db, recordId, `staff:${run.staff_id}`, now(), { selection, requestId: run.request_id })
      : noLonger;
    if (!outcome.ok && refusals.length < mostRefusals) refusals.push({ name, why: outcome.error });
    const refused = { position, refusals: JSON.stringify(refusals) };
    await transact(db, (tx) => (outcome.ok ? countDone(tx, id, position) : countRefused(tx, id, refused)));
  }
  await transact(db, async (tx) => {
    if (records.length < atOnce) return await finishRun(tx, id, now());
    const { done, refused } = (await findRun(tx, id)) ?? run;
    await enqueue(tx, jobOf(id, done + refused), now());
  });
}
