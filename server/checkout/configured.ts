import type { Db } from "../db/tables.ts";
import { hasActiveMethod, hasNexus, hasZone } from "./queries/configured.ts";

/** Whether orders can be shipped, by zones or without, and whether tax is collected anywhere. */
export const isConfigured = async (db: Db): Promise<{ zones: boolean; methods: boolean; tax: boolean }> => ({
  zones: await hasZone(db),
  methods: await hasActiveMethod(db),
  tax: await hasNexus(db),
});
