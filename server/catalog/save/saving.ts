import type { Writes } from "./writes.ts";

/**
 * `kept`: stock is set only when a variant is created. `set`: it becomes the product's value (an
 * import with `--stock`).
 */
export type StockPolicy = "kept" | "set";

/** `actor`: whose import it is, as the history of the stock names it; null where it is none. */
export type Saving = { writes: Writes; nextId: () => string; now: number; stock: StockPolicy; actor: string | null };
