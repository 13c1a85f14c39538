import type { Db } from "../../db/tables.ts";

const isRow = async (row: Promise<unknown>): Promise<boolean> => (await row) !== undefined;

/** Whether shoppers may choose any method. */
export const hasActiveMethod = (db: Db): Promise<boolean> =>
  isRow(db.selectFrom("shipping_method").select("id").where("active", "=", 1).limit(1).executeTakeFirst());

export const hasZone = (db: Db): Promise<boolean> =>
  isRow(db.selectFrom("shipping_zone").select("id").limit(1).executeTakeFirst());

/** Whether tax is collected anywhere, now or in the future. */
export const hasNexus = (db: Db): Promise<boolean> =>
  isRow(db.selectFrom("tax_rate").select("area").where("nexus", "=", 1).limit(1).executeTakeFirst());
