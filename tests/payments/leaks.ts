import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startPostgres } from "../support/postgres.ts";
import type { Engine } from "../support/shop.ts";
import { hasTrace, textsBelow } from "./canary.ts";
import { prepareEnvironment, type ShopEnvironment } from "./shop-process.ts";

const root = join(import.meta.dirname, "../..");

/** The holder of a canary card, and its code. */
export const holder = "Quetzal Canaryholder";
export const code = "9071";

/**
 * The places where the card is found: files below the folders, the output, and a memory dump next
 * to the program.
 */
export async function traces(folders: readonly string[], said: string, digits: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const { file, text } of textsBelow(folder))
      if (hasTrace(text, digits) || text.includes(holder)) found.push(file.slice(folder.length + 1).replace(/-wal$/, ""));
  }
  if (hasTrace(said, digits) || said.includes(holder) || /(?<![\w.-])9071(?![\w.-])/.test(said)) found.push("output");
  found.push(...readdirSync(root).filter((name) => /^core(\.|$)/.test(name)));
  return [...new Set(found)].sort();
}

/** PostgreSQL logs every statement into files of its folder. */
const talkative = {
  logging_collector: "on",
  log_statement: "all",
  log_min_duration_statement: "0",
  log_parameter_max_length: "-1",
};

type Searched = { place: ShopEnvironment; folders: string[] };

/** Prepares a shop, and the folders with all files that it and its database write. */
export async function openSearched(engine: Engine, wish: Parameters<typeof prepareEnvironment>[1] = {}): Promise<Searched> {
  const prepared = { stock: { "v-2": 1000 }, ...wish };
  if (engine === "sqlite") {
    const place = await prepareEnvironment(engine, prepared);
    return { place, folders: [place.directory] };
  }
  const server = await startPostgres(talkative);
  onTestFinished(() => server.stop());
  const place = await prepareEnvironment(engine, { ...prepared, postgresUrl: server.url });
  return { place, folders: [place.directory, server.directory] };
}

/** A copy of the program in which one text of a server file is replaced. */
function mutated(file: string, find: string, put: string): string {
  const folder = mkdtempSync(join(tmpdir(), "leaking-"));
  cpSync(join(root, "server"), join(folder, "server"), { recursive: true });
  for (const name of ["dist", "islands", "node_modules", "static", "views", "package.json"])
    symlinkSync(join(root, name), join(folder, name));
  const text = readFileSync(join(folder, file), "utf8");
  expect(text.split(find)).toHaveLength(2);
  writeFileSync(
    join(folder, file),
    text.replace(find, () => put),
  );
  return folder;
}

const call = "  const answer = await shop.gateway.authorize({";

/**
 * The folder of a build that leaks on purpose: it runs this statement, which can read the card,
 * before each charge.
 */
export const leakingBuild = (statement: string): string =>
  mutated("server/payments/authorize.ts", call, `  ${statement}\n${call}`);
