import { engineOf } from "../db/engine.ts";
import { failureOf, MigrationBlocked } from "../db/failure.ts";
import { migrate } from "../db/migrate.ts";
import { type PendingChange, pendingChanges } from "../db/pending-changes.ts";
import { UnfitSchema } from "../db/schema-requirements.ts";
import { counted } from "../transfer/reports/counts.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- migrate [--dry-run]

Applies the migrations that the database lacks. Every start of the shop does the same; this command does so before the first start
of a new release. On PostgreSQL each has a transaction of its own: one that cannot lock its tables for a few seconds lets the
shop's requests go first, and is tried again, for up to five minutes. What was applied before it stays, and running this again
goes on from there. On SQLite, and in a database without tables, all are in one transaction: whatever fails leaves it as it was.

  --dry-run   only name them, with the tables that they index, change, read, or alter, and the rows in these. Nothing is
              changed or locked.

The processes of the last release go on meanwhile, and can be started again afterwards. A migration after which an older release
cannot start any more says so. While another process migrates, this one waits.

Exit status: 0 done, or nothing to do; 1 refused (a later release has changed the database, or a lock could not be had: try
again), and it says what was applied; 2 wrong use; 3 the database could not be asked.`;

const rowsText = (rows: number) => counted(rows, "row");

/** The changes of one migration in one line. */
function changeText({ name, needs, touched }: PendingChange): string {
  const tables = touched?.map(({ table, does, rows }) => `${does} ${table} (${rowsText(rows)})`);
  const does = tables === undefined ? "tables: not known before those above" : tables.join(", ") || "touches no rows";
  return `${name}: ${does}${needs === undefined ? "" : `; releases without ${needs} cannot start afterwards`}`;
}

const upToDate = "The database is up to date.";
const countText = (count: number, done: string) => `${count} migration${count === 1 ? "" : "s"} ${done}.`;

/**
 * The text about a failure. It also says how many migrations were applied before, unless the
 * failure's own message says so.
 */
function stoppedText(failure: string, applied: number, error: unknown): string {
  if (error instanceof MigrationBlocked) return `Stopped: ${failure}.`;
  const rest = applied === 0 ? "Nothing was changed." : `${countText(applied, "applied")} Run this again to go on from there.`;
  return `Stopped: ${failure}. ${rest}`;
}

async function applyAll({ db, print, complain }: CommandContext): Promise<number> {
  let early = 0;
  const onApplied = (name: string) => {
    print(name);
    early += 1;
  };
  try {
    const applied = await migrate(db, engineOf(db), { onApplied });
    for (const name of applied.slice(early)) print(name);
    print(applied.length === 0 ? upToDate : countText(applied.length, "applied"));
    return 0;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    complain(stoppedText(failure, early, error));
    return 1;
  }
}

async function describe({ db, print }: CommandContext): Promise<number> {
  const pending = await pendingChanges(db, engineOf(db));
  for (const change of pending) print(changeText(change));
  print(pending.length === 0 ? upToDate : countText(pending.length, "would be applied; nothing was changed"));
  return 0;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { complain } = context;
  const parsed = readArguments(args, { "dry-run": "flag" });
  if (!parsed.ok || parsed.value.words.length > 0) {
    complain(`${parsed.ok ? "migrate takes no words" : parsed.error}\nSee npm run store -- migrate --help`);
    return 2;
  }
  try {
    return parsed.value.options["dry-run"] === undefined ? await applyAll(context) : await describe(context);
  } catch (error) {
    if (!(error instanceof UnfitSchema)) throw error;
    complain(`Refused: ${error.message}.`);
    return 1;
  }
}

export const migrateCommand: Command = {
  summary: "bring the database up to date",
  help,
  existing: true,
  asItIs: true,
  run,
};
