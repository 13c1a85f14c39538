import { openArchive } from "../web/assets/kept-assets.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- assets prune

Scripts, styles, icons, and fonts of recent builds stay available, so that a page that was opened before a deploy keeps working.
They are in DATA_DIR/assets, or in the database if DATABASE_URL is set. Each start adds its own build.

  assets prune          removes builds that were not served for 14 days, except the last three

Each start does this too.

Example
  npm run store -- assets prune

Exit status: 0 done, 1 refused, 2 wrong use.`;

async function run(args: readonly string[], { config, db, now, print, complain }: CommandContext): Promise<number> {
  const parsed = readArguments(args, {});
  const [verb, ...others] = parsed.ok ? parsed.value.words : [];
  if (!parsed.ok || verb !== "prune" || others.length > 0) {
    complain(`${parsed.ok ? "give one word: assets prune" : parsed.error}\nSee npm run store -- assets --help`);
    return 2;
  }
  const { builds, files, kept } = await openArchive(db, config.dataDir).prune(now());
  print(`Builds removed: ${builds}, files removed: ${files}, builds kept: ${kept}.`);
  return 0;
}

export const assetsCommand: Command = { summary: "remove the files of expired builds", help, run };
