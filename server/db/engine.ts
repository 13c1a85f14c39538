import { PostgresAdapter } from "kysely";
import type { Engine } from "./migrations/001-shop.ts";
import type { Db, Tx } from "./tables.ts";

/** The engine behind a connection, for the little SQL that differs. */
export const engineOf = (reader: Db | Tx): Engine =>
  reader.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
