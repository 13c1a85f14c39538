import type { Writes } from "./writes.ts";

/**
 * `kept`: only new variants get the given stock. `set`: existing variants get it too (an import
 * with `--stock`).
 */
export type StockPolicy = "kept" | "set";

/** `actor`: the import's actor, as named in the stock's history; null if it is no import. */
export type SaveContext = { writes: Writes; nextId: () => string; now: number; stock: StockPolicy; actor: string | null };
