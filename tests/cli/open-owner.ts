import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Command } from "../../server/cli/command.ts";
import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { type Engine, prepareDatabase } from "../support/database.ts";

export { type Engine, engines } from "../support/database.ts";

type Run = { status: number; out: string[]; err: string[] };

export type Owner = {
  db: Db;
  directory: string;
  /** a path in the owner's folder */
  path: (name: string) => string;
  run: (command: Command, ...args: string[]) => Promise<Run>;
  /** moves the clock forward by so many ms */
  pass: (ms: number) => void;
};

/** An owner at the command line of an empty shop. */
export async function openOwner(engine: Engine, env: Record<string, string> = {}): Promise<Owner> {
  const directory = await mkdtemp(join(tmpdir(), "shop-cli-"));
  const prepared = await prepareDatabase(engine, directory);
  const database = await openDatabase({ url: prepared.url, directory });
  onTestFinished(async () => {
    await database.close();
    await prepared.giveBack();
    await rm(directory, { recursive: true, force: true });
  });
  const config = readConfig({ DATA_DIR: directory, ...env });
  let ahead = 0;
  const run = async (command: Command, ...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const output = {
      pause: async () => {},
      print: (text: string) => void out.push(text),
      complain: (text: string) => void err.push(text),
    };
    const now = () => Date.now() + ahead;
    return { status: await command.run(args, { config, db: database.db, now, ...output }), out, err };
  };
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { db: database.db, directory, path: (name) => join(directory, name), run, pass };
}
