import type { Db } from "../db/tables.ts";
import { hasActiveMethod, hasNexus, hasZone } from "./queries/configured.ts";

/**
 * What the owner has set up: whether there is a shipping zone, whether there is a shipping method
 * that shoppers may choose, and whether tax is collected anywhere, now or in the future.
 */
export const isConfigured = async (db: Db): Promise<{ zones: boolean; methods: boolean; tax: boolean }> => ({
  zones: await hasZone(db),
  methods: await hasActiveMethod(db),
  tax: await hasNexus(db),
});
