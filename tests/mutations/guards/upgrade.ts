import { inFile, type Mutation } from "../mutation.ts";

const later = "tests/upgrade/later-release.test.ts";
const command = "tests/upgrade/migrate-command.test.ts";
const inUse = "tests/upgrade/migrate-in-use.test.ts";
const requirements = inFile("server/db/schema-requirements.ts", later);
const restore = inFile("server/backup/restore.ts", "tests/backup/earlier-release.test.ts");
const migrate = inFile("server/db/migrate.ts", later);

/**
 * The guards of upgrades and restores: which releases may run on a database, and who may change its
 * schema.
 */
export const upgradeGuards: readonly Mutation[] = [
  requirements("030", "a release that is too old is refused", "if (unmet) throw", "if (false) throw"),
  requirements("030", "what a release has is enough", "!names.includes(needs)", "needs !== undefined"),
  requirements("030", "a migration that takes away records what it needs", "needs === undefined\n", "needs !== null\n"),
  migrate("030", "unknown migrations are looked at", "if (applied.some((name) => !names.includes(name)))", "if (false)"),
  migrate(
    "030",
    "a start waits while another migrates",
    "!isBusyFile(error) || Date.now() > until",
    "isBusyFile(error) || until",
    command,
  ),
  inFile("server/db/failure.ts", inUse)("030", "a deadlock is tried again", 'error.code === "40P01" || ', ""),
  inFile("server/db/migrate-one-by-one.ts", inUse)(
    "030",
    "a migration lets the shop's queries go first",
    "lockTimeoutMs = 3000",
    "lockTimeoutMs = 9000",
  ),
  inFile("server/db/open.ts", "tests/upgrade/older-schema.test.ts")(
    "030",
    "no command migrates by the way",
    'if (isInUse && missing > 0 && olderSchema === "refuse") throw',
    "if (false) throw",
  ),
  restore("028", "nothing that was backed up is missing", "if (missing !== undefined)", "if (false)"),
  restore(
    "028",
    "columns are those of the migrations",
    "columns.map((column) => [column, row[column] ?? null])",
    "Object.entries(row)",
  ),
  migrate("030", "a database from before the first release is refused", "!applied.includes(baseName)", "false", command),
  restore("028", "a backup from before the first release is refused", "if (!migrations.includes(baseName))", "if (false)"),
  inFile("server/db/copy-rows.ts", "tests/backup/earlier-release.test.ts")(
    "028",
    "tables of extensions are not copied",
    "d.objid = c.oid",
    "d.objid = 0",
  ),
  inFile("server/backup/verify.ts", "tests/backup/earlier-release.test.ts")(
    "028",
    "a later format is refused",
    "> formatVersion)",
    "> 99)",
  ),
  restore("028", "no migration is missing between others", "missing === undefined ? undefined", "true ? undefined"),
  restore("028", "a database of a later release is refused", "if (later !== undefined)", "if (false)"),
  inFile("server/db/pending-changes.ts", command)(
    "030",
    "a dry run changes nothing",
    "texts.push(query.sql);",
    "await db.executeQuery(CompiledQuery.raw(query.sql));",
  ),
];
