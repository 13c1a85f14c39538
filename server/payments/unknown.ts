import type { Db } from "../db/tables.ts";
import { countOpenAttempts } from "./queries/open-attempts.ts";

/** Payments of which the gateway has not said yet what became of them. */
export const countUnknownAttempts = async (db: Db): Promise<number> => (await countOpenAttempts(db)).unknown;
