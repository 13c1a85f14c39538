import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { DatabaseInUse, refuseInUse } from "../db/in-use.ts";
import { type OpenDatabase, openDatabase } from "../db/open.ts";
import { refuseTransactionPooling } from "../db/pooling.ts";
import { UnfitSchema } from "../db/schema-requirements.ts";
import { setupFailureOf } from "../setup-failure.ts";
import type { Command } from "./command.ts";

/** The longest wait for a connection to PostgreSQL, in ms. */
const usualConnectWithin = 15_000;

type Place = Pick<Config, "databaseUrl" | "dataDir"> & Partial<Pick<Config, "databaseConnections">>;

type DatabaseNeeds = Pick<Command, "existing" | "asItIs" | "alone" | "olderSchema">;

/**
 * Opens the shop's database for a command, or refuses with a sentence that says why it cannot be
 * opened. With `existing`, creates no database, since a new database would pass every check.
 */
export async function openForCommand(
  { databaseUrl, databaseConnections, dataDir }: Place,
  { existing = false, asItIs = false, alone = false, olderSchema = "refuse" }: DatabaseNeeds,
  connectWithin = usualConnectWithin,
): Promise<OpenDatabase | string> {
  if (existing && databaseUrl === undefined && !existsSync(join(dataDir, "store.db")))
    return `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the shop.`;
  try {
    if (databaseUrl !== undefined) await refuseTransactionPooling(databaseUrl, connectWithin);
    if (alone) await refuseInUse({ databaseUrl, dataDir }, connectWithin);
    // A command reads most rows only once, so a large cache would not help (decisions/008).
    return await openDatabase({
      url: databaseUrl,
      directory: dataDir,
      readCacheKib: 4_096,
      connections: databaseConnections,
      connectWithin,
      asItIs,
      mustExist: existing,
      olderSchema,
    });
  } catch (error) {
    // The caller handles these errors like the command's own refusals.
    if (error instanceof UnfitSchema || error instanceof DatabaseInUse) throw error;
    const failure = setupFailureOf(error, { databaseUrl, dataDir });
    if (failure === undefined) throw error;
    return `Stopped: ${failure}.`;
  }
}
