import { type RestoredShop, restoreBackup } from "../backup/restore.ts";
import type { Tx } from "../db/tables.ts";
import { refusedRow } from "../db/transaction.ts";
import { MediaUnavailable } from "../media/media-unavailable.ts";
import { openMediaStore } from "../media/open.ts";
import { skipOrderNumbers } from "../orders/restored.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { recordRestore } from "../payments/restored.ts";
import { openFile } from "../transfer/reading/open-file.ts";
import { readArguments } from "./arguments.ts";
import { contentsText } from "./backup.ts";
import type { Command, CommandContext } from "./command.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- restore FILE [--replace]

Restores a shop from a file that backup wrote, into DATA_DIR and the database of DATABASE_URL or, without it, an SQLite file.
The shop may have been on the other kind of database. Stop the shop first: while it runs, this is refused.

  --replace   replace a shop that has products, customers, or orders; all of them are lost

The whole file is checked before anything is changed. A damaged file is refused, and so is one of a database that a later release
had changed, whichever release made it: restore it with that release or a later one. A backup of an earlier release is brought up
to date. The database is restored whole or left as it was.

Then start the shop with the SESSION_SECRET that it had, and run sweep: payments made after the backup are at the card gateway,
but not in the database. The shop reports them and returns no money by itself until you confirm with sweep --accept. Orders are not
refunded, edited, or returned before that comparison. Their numbers go on after a gap of 1,000, or of a month's orders where that is
more: those in between may have been given to orders that are lost. Run fsck last. The gateway knows nothing of a refund that was
recorded after the backup as paid by other means: it is open again, so look at the refused ones before the bank is asked anew.
Emails that were sent after the backup may be sent again.

Examples
  npm run store -- restore /backup/shop-2027-03-11.tar.gz
  DATABASE_URL=postgres://shop@db/shop npm run store -- restore /backup/shop-2027-03-11.tar.gz --replace

Exit status: 0 done, 1 refused, and nothing was changed, 2 wrong use, 3 the database could not be asked.`;

async function restore({ db, config, now }: CommandContext, path: string, mayReplace: boolean): Promise<Outcome<RestoredShop>> {
  const opened = await openFile(path);
  if (!opened.ok) return opened;
  await opened.value.close();
  const restored = async (tx: Tx) => {
    await skipOrderNumbers(tx);
    await recordRestore(tx, now());
  };
  try {
    return await restoreBackup({ db, dataDir: config.dataDir, media: openMediaStore(config), restored }, path, mayReplace);
  } catch (error) {
    if (error instanceof MediaUnavailable)
      return refuse("unavailable", `${error.message}; run it again with --replace once they can be: it may be restored by half`);
    const row = refusedRow(error);
    if (row === undefined) throw error;
    return refuse("failed", `the database refused a row, and was left as it was: ${row}`);
  }
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { print, complain } = context;
  const parsed = readArguments(args, { replace: "flag" });
  const [path, ...others] = parsed.ok ? parsed.value.words : [];
  if (!parsed.ok || path === undefined || others.length > 0) {
    complain(`${parsed.ok ? "give one file: restore FILE" : parsed.error}\nSee npm run store -- restore --help`);
    return 2;
  }
  const restored = await restore(context, path, parsed.value.options.replace !== undefined);
  if (!restored.ok) {
    complain(printable(restored.error));
    return restored.code === "unavailable" ? 3 : 1;
  }
  print(printable(`Restored the shop of ${restored.value.createdAt}: ${contentsText(restored.value)}.`));
  const { leftOut } = restored.value;
  if (leftOut.length > 0)
    complain(printable(`Not restored, as no migration makes it: ${leftOut.join(", ")}. It is still in ${path}.`));
  print("Run sweep next, as payments made since then are only at the card gateway, and fsck once that is settled.");
  return 0;
}

export const restoreCommand: Command = {
  summary: "restore the whole shop from such a file",
  help,
  alone: true,
  olderSchema: "migrate",
  run,
};
