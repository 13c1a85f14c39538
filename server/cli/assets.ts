import { openArchive } from "../web/assets/kept-assets.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- assets prune

Scripts, styles, icons and fonts of the last builds stay served, so that a page that was opened before a deploy goes on working.
They are in DATA_DIR/assets, or in the database where DATABASE_URL names one. Each start adds its own build.

  assets prune          removes builds that nobody has served for 14 days, but for the last three

Each start does so as well.

Examples
  npm run store -- assets prune

Exit status: 0 done, 1 refused, 2 wrong use.`;

async function run(args: readonly string[], { config, db, now, print, complain }: CommandContext): Promise<number> {
  const read = readArguments(args, {});
  const [verb, ...others] = read.ok ? read.value.words : [];
  if (!read.ok || verb !== "prune" || others.length > 0) {
    complain(`${read.ok ? "assets takes one word: prune" : read.error}\nSee npm run store -- assets --help`);
    return 2;
  }
  const { builds, files, kept } = await openArchive(db, config.dataDir).prune(now());
  print(`Builds removed: ${builds}, files removed: ${files}, builds kept: ${kept}.`);
  return 0;
}

export const assetsCommand: Command = { summary: "remove the files of expired builds", help, run };
