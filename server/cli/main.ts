import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, readConfig } from "../config.ts";
import { setupFailureOf } from "../setup-failure.ts";
import type { Command } from "./command.ts";
import { openForCommand } from "./open-database.ts";

/** Each command is imported only when it runs, so that the others take no memory. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import("./import.ts")).importCommand,
  export: async () => (await import("./export.ts")).exportCommand,
  orders: async () => (await import("./orders.ts")).ordersCommand,
  fulfil: async () => (await import("./fulfil.ts")).fulfilCommand,
  cancel: async () => (await import("./cancel.ts")).cancelCommand,
  edit: async () => (await import("./edit.ts")).editCommand,
  refund: async () => (await import("./refund.ts")).refundCommand,
  return: async () => (await import("./return.ts")).returnCommand,
  page: async () => (await import("./page.ts")).pageCommand,
  jobs: async () => (await import("./jobs.ts")).jobsCommand,
  assets: async () => (await import("./assets.ts")).assetsCommand,
  sweep: async () => (await import("./sweep.ts")).sweepCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  migrate: async () => (await import("./migrate.ts")).migrateCommand,
  fsck: async () => (await import("./fsck.ts")).fsck,
  customer: async () => (await import("./customer.ts")).customerCommand,
  "second-step": async () => (await import("./second-step.ts")).secondStepCommand,
  staff: async () => (await import("./staff.ts")).staffCommand,
  token: async () => (await import("./token.ts")).tokenCommand,
};

const isHelpOption = (word: string): boolean => word === "--help" || word === "-h";

async function overview(): Promise<string> {
  const lines: string[] = [];
  for (const [name, load] of Object.entries(commands)) lines.push(`  ${name.padEnd(10)} ${(await load()).summary}`);
  return ["Usage: npm run store -- <command>", "", ...lines, "", "Add --help or -h after a command to learn more."].join("\n");
}

/** Runs one command and returns the exit status (command.ts). */
async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (!command) {
    const isUnknownCommand = name !== undefined && !isHelpOption(name);
    console[isUnknownCommand ? "error" : "log"](
      isUnknownCommand ? `There is no command “${name}”.\n\n${await overview()}` : await overview(),
    );
    return isUnknownCommand ? 2 : 0;
  }
  if (rest.some(isHelpOption)) {
    console.log(command.help);
    return 0;
  }
  // As in the shop, only the store's own user may read its files.
  process.umask(0o077);
  const config = readConfig(process.env);
  const database = await openForCommand(config, command);
  if (typeof database === "string") {
    console.error(database);
    return 3;
  }
  try {
    const { log: print, error: complain } = console;
    return await command.run(rest, { config, db: database.db, now: Date.now, print, complain, pause });
  } finally {
    await database.close();
  }
}

// A reader may close the output early, as `| head` does. The work then continues, and the exit
// status tells its result.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const failure = setupFailureOf(error);
  if (failure === undefined) throw error;
  console.error(error instanceof ConfigError ? failure : `Stopped: ${failure}.`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
