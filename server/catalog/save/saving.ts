import type { Writes } from "./writes.ts";

/**
 * `kept`: stock is set only at a variant's creation. `set`: it becomes the product's value (an
 * import with `--stock`).
 */
export type StockPolicy = "kept" | "set";

/** `actor`: the import's actor, as named in the stock's history; null if it is no import. */
export type SaveContext = { writes: Writes; nextId: () => string; now: number; stock: StockPolicy; actor: string | null };
