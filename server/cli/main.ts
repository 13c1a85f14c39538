import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, readConfig } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { cancelCommand } from "./cancel.ts";
import type { Command } from "./command.ts";
import { exportCommand } from "./export.ts";
import { fsck } from "./fsck.ts";
import { fulfilCommand } from "./fulfil.ts";
import { importCommand } from "./import.ts";
import { ordersCommand } from "./orders.ts";
import { tokenCommand } from "./token.ts";

const commands: Record<string, Command> = {
  import: importCommand,
  export: exportCommand,
  orders: ordersCommand,
  fulfil: fulfilCommand,
  cancel: cancelCommand,
  fsck,
  token: tokenCommand,
};

const overview = () =>
  [
    "Usage: npm run store -- <command>",
    "",
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    "",
    "--help after a command tells more.",
  ].join("\n");

/** Runs one command and returns the exit status: 0 done, 1 something was refused, 2 wrong use. */
async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const wanted = name !== undefined && name !== "--help";
    console[wanted ? "error" : "log"](wanted ? `There is no command “${name}”.\n\n${overview()}` : overview());
    return wanted ? 2 : 0;
  }
  if (rest.includes("--help")) {
    console.log(command.help);
    return 0;
  }
  // The store's files are for its own user alone, as the shop makes them.
  process.umask(0o077);
  const config = readConfig(process.env);
  const database = await openDatabase({ url: config.databaseUrl, directory: config.dataDir });
  try {
    const { log: print, error: complain } = console;
    return await command.run(rest, { config, db: database.db, now: Date.now, print, complain, pause });
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
