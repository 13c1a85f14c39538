import { PostgresAdapter } from "kysely";
import type { Db, Tx } from "./tables.ts";

export type Engine = "sqlite" | "postgres";

/** The engine behind a connection, for the few statements that differ. */
export const engineOf = (reader: Db | Tx): Engine =>
  reader.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
