import type { DatabaseSync, StatementSync } from "node:sqlite";
import { failureOf } from "../failure.ts";
import type { ChangeClock } from "./change-clock.ts";
import { type ChangeFeed, maxChanges } from "./change-feed.ts";

const changesSince = `SELECT subject FROM page_change WHERE changed_in > ? LIMIT ${maxChanges + 1}`;
const prunedTo = "SELECT pruned_to FROM page_change_floor";

/**
 * Reads the changes from SQLite at every check, so that the clock knows every commit of any
 * process.
 */
export function sqliteFeed(reader: DatabaseSync, version: () => number, clock: ChangeClock): ChangeFeed {
  let lastVersion: number | undefined;
  let statements: { since: StatementSync; floor: StatementSync } | undefined;
  const read = (since: number): string[] | undefined => {
    statements ??= { since: reader.prepare(changesSince), floor: reader.prepare(prunedTo) };
    if (Number(statements.floor.get()?.pruned_to ?? 0) > since + 1) return undefined;
    const rows = statements.since.all(since);
    return rows.length > maxChanges ? undefined : rows.map(({ subject }) => String(subject));
  };
  const follow = () => {
    const current = version();
    if (current === lastVersion) return true;
    clock.apply(lastVersion === undefined || current < lastVersion ? undefined : read(lastVersion));
    lastVersion = current;
    return true;
  };
  /** Reads the changes; false if the file cannot be read now. */
  const isCurrent = () => {
    try {
      return follow();
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      return false;
    }
  };
  return { isCurrent, catchUp: async () => follow() };
}
