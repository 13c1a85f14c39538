import type { Db, Tx } from "./tables.ts";
import { transact } from "./transaction.ts";

/**
 * Writes `items` in transactions of up to `size` items each. After a failure, calls `keep` with the
 * unwritten items and rethrows the error.
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
