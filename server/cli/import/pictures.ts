import { failureOf } from "../../db/failure.ts";
import { openMediaStore } from "../../media/open.ts";
import type { Outcome } from "../../outcome.ts";
import { type FetchCounts, fetchPictures } from "../../transfer/pictures/fetch-pictures.ts";
import { openPictureFolder, type PictureFolder } from "../../transfer/pictures/picture-folder.ts";
import { openPictureSource } from "../../transfer/pictures/picture-source.ts";
import { counted } from "../../transfer/reports/counts.ts";
import { missingPictures } from "../../transfer/reports/missing-pictures.ts";
import type { Output } from "../../transfer/reports/output.ts";
import type { CommandContext } from "../command.ts";
import { statusOf, watchSignals } from "../interrupt.ts";
import { printableOutput } from "../printable.ts";
import { type Progress, progressOf } from "./progress.ts";

/** The folder that the option `--images` names. */
export type Folder = { name: string; pictures: PictureFolder };

/**
 * Opens the folder with this name; undefined without a name. Refuses a folder that cannot be read.
 */
export async function folderOf(name: string | undefined): Promise<Outcome<Folder | undefined>> {
  if (name === undefined) return { ok: true, value: undefined };
  const opened = await openPictureFolder(name);
  return opened.ok ? { ok: true, value: { name, pictures: opened.value } } : opened;
}

/** Fetches the pending pictures of these products; returns the exit status. */
export async function importPictures(
  context: CommandContext,
  slugs: readonly string[],
  folder: Folder | undefined,
): Promise<number> {
  const { db, config, now } = context;
  const { print, complain } = printableOutput(context);
  const signals = watchSignals();
  const writeProgress = process.stderr.isTTY ? (text: string) => void process.stderr.write(text) : undefined;
  const missing = missingPictures(complain);
  let progress: Progress | undefined;
  const store = openPictureSource({ media: openMediaStore(config), folder, signal: signals.aborted });
  try {
    const brought = await fetchPictures(db, slugs, {
      store,
      signal: signals.aborted,
      onProgress: (done, total) => {
        progress ??= progressOf(total, { draw: writeProgress, printLine: complain, clock: now, thing: "pictures" });
        progress.at(done);
      },
      onMissing: (report) => {
        progress?.end();
        missing.note(report);
      },
    });
    progress?.end();
    missing.end();
    reportPictures({ print, complain }, brought);
    const signal = signals.caught();
    if (signal && brought.left > 0) return statusOf(signal);
    return brought.missing > 0 ? 1 : 0;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    missing.end();
    complain(`Stopped because ${failure}. Run it again to import the rest of the pictures.`);
    return 1;
  } finally {
    progress?.end();
    signals.stop();
  }
}

function reportPictures({ print, complain }: Output, { brought, missing, left }: FetchCounts): void {
  if (brought > 0) print(`${counted(brought, "picture")} imported`);
  if (missing > 0) print(`${counted(missing, "picture")} missing: placeholders are shown, and the next run tries again`);
  if (left > 0) complain(`Interrupted: ${counted(left, "picture")} left. Run it again to import the rest.`);
}
