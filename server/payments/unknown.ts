import type { Db } from "../db/tables.ts";
import { countOpenAttempts } from "./queries/open-attempts.ts";

/** How many payments the gateway reviews. */
export const countHeldAttempts = async (db: Db): Promise<number> => (await countOpenAttempts(db)).held;

/** How many payments have an outcome that the gateway has not yet told. */
export const countUnknownAttempts = async (db: Db): Promise<number> => (await countOpenAttempts(db)).unknown;
