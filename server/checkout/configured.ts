import type { Db } from "../db/tables.ts";
import { hasRowIn } from "./queries/configured.ts";

/** Whether orders can be shipped, and whether tax is collected anywhere. */
export const isConfigured = async (db: Db): Promise<{ shipping: boolean; tax: boolean }> => ({
  shipping: await hasRowIn(db, "shipping_method"),
  tax: await hasRowIn(db, "tax_rate"),
});
