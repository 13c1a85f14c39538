import type { Logger } from "pino";
import { allCategories } from "./catalog/categories.ts";
import { type Config, ConfigError } from "./config.ts";
import type { Db } from "./db/tables.ts";
import { countDemo, loadDemo } from "./demo/load.ts";
import { openCategories } from "./transfer/writing/categories.ts";

/**
 * Fills an empty database: with the demo shop, or otherwise with the five categories of a new shop;
 * `now` is in ms. In production, logs the counts of demo data, and throws a ConfigError if the
 * database is empty and SEED is not set.
 */
export async function fillEmpty(db: Db, config: Config, now: number, log: Logger): Promise<void> {
  if (config.seed === undefined && (await allCategories(db)).length === 0)
    throw new ConfigError("SEED must be set in production while the database is empty: none for a shop of your own, or demo");
  if (config.seed !== "demo") return await openCategories(db);
  const loaded = await loadDemo(db, now);
  if (loaded !== "nothing") log.info({ loaded }, "demo data loaded");
  const demo = config.production ? await countDemo(db) : undefined;
  if (demo && demo.products + demo.promos + demo.customers + demo.pages > 0)
    log.warn(demo, "this production shop has demo data: its promo codes and accounts are refused");
}
