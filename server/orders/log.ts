import type { LogPage } from "../db/log-page.ts";
import type { Db } from "../db/tables.ts";
import { findOrderLog, type OrderLogSearch } from "./queries/events.ts";

/** An event of an order in the log of all orders. */
export type LoggedOrderEvent = Awaited<ReturnType<typeof findOrderLog>>[number];

/** The events of all orders, the latest first. */
export const orderLog = (db: Db, search: OrderLogSearch, page: LogPage): Promise<LoggedOrderEvent[]> =>
  findOrderLog(db, search, page);
