import type { Writes } from "./writes.ts";

/**
 * `kept`: only new variants get the given stock. `set`: existing variants get it too (an import
 * with `--stock`).
 */
export type StockPolicy = "kept" | "set";

/** `actor`: who made the import, as the stock's history names them; null without an import. */
export type SaveContext = { writes: Writes; nextId: () => string; now: number; stock: StockPolicy; actor: string | null };
