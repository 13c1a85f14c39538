import type { Db, Tx } from "./tables.ts";
import { transact } from "./transaction.ts";

/**
 * Writes `items` by transactions of up to `size` each. After a failure `keep` gets the unwritten
 * items, and the error is rethrown.
 */
export async function writeInParts<Item>(
  db: Db,
  items: readonly Item[],
  size: number,
  { write, keep }: { write: (tx: Tx, part: readonly Item[]) => Promise<unknown>; keep: (item: Item) => void },
): Promise<void> {
  for (let at = 0; at < items.length; at += size) {
    try {
      await transact(db, (tx) => write(tx, items.slice(at, at + size)));
    } catch (error) {
      for (const item of items.slice(at)) keep(item);
      throw error;
    }
  }
}
