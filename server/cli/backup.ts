import { stat } from "node:fs/promises";
import { createBackup } from "../backup/create.ts";
import type { Manifest } from "../backup/manifest.ts";
import { MediaUnavailable } from "../media/media-unavailable.ts";
import { openMediaStore } from "../media/open.ts";
import { writingFault } from "../transfer/export-target.ts";
import { counted } from "../transfer/reports/counts.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- backup FILE

Writes the whole shop to one new file: the database as it is at this moment, pictures, avatars, and the files of earlier builds
that open pages may still need. The file is a compressed tar archive with checksums, and can be restored on SQLite and on
PostgreSQL. It is there only when it is complete, and readable only by you: it has the customers' names, addresses, and orders.

You can run this next to a running shop, which goes on selling. A database that lacks migrations is copied as it is, so a new
release can back it up before migrate.

Not in the file: SESSION_SECRET and the other environment variables (store them elsewhere: without SESSION_SECRET everybody has
to sign in again), emails in DATA_DIR/outbox, and the records of the test gateway.

Examples
  npm run store -- backup /backup/shop-$(date +%F).tar.gz
  tar tzf /backup/shop-2027-03-11.tar.gz

Exit status: 0 done, 1 refused (the file exists already, or cannot be written), 2 wrong use, 3 the database could not be asked.`;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A summary of a backup's contents in one line. */
export function contentsText({ tables, files }: Pick<Manifest, "tables" | "files">): string {
  const rowsIn = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const counts = [
    counted(rowsIn("product"), "product"),
    counted(rowsIn("customer"), "customer"),
    counted(rowsIn("orders"), "order"),
    counted(files.length, "file"),
  ];
  return counts.join(", ");
}

async function run(args: readonly string[], { db, config, now, print, complain }: CommandContext): Promise<number> {
  const parsed = readArguments(args, {});
  const [path, ...others] = parsed.ok ? parsed.value.words : [];
  if (!parsed.ok || path === undefined || others.length > 0) {
    complain(`${parsed.ok ? "give one file: backup FILE" : parsed.error}\nSee npm run store -- backup --help`);
    return 2;
  }
  if (await isThere(path)) {
    complain(printable(`${path} exists already: choose another name`));
    return 1;
  }
  try {
    const manifest = await createBackup(
      { db, dataDir: config.dataDir, media: openMediaStore(config), now: now() },
      path,
      onInterrupt,
    );
    print(printable(`${path}: ${contentsText(manifest)}.`));
    return 0;
  } catch (error) {
    if (error instanceof MediaUnavailable) {
      complain(printable(`Nothing was written: ${error.message}.`));
      return 3;
    }
    complain(printable(writingFault(path, error)));
    return 1;
  }
}

export const backupCommand: Command = {
  summary: "write the whole shop to a file",
  help,
  existing: true,
  olderSchema: "leave",
  run,
};
