import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Db } from "../../db/tables.ts";
import type { OpenFile } from "../reading/open-file.ts";
import { readPart } from "./queries.ts";

/** The bytes of a part; a file's last part is shorter. */
export const partBytes = 1 << 18;

/**
 * The most parts that are kept in memory. Several are kept, since the rows of one product may be
 * far apart.
 */
const maxParts = 8;

/** Thrown when the import was canceled, or another process has continued it. */
export class ImportOver extends Error {}

/**
 * An uploaded file, read from the database part by part. Reading throws `ImportOver` once the file
 * was deleted.
 */
export function storedFile(db: Db, { id, size }: { id: string; size: number }): OpenFile {
  const parts = new LRUCache<number, Uint8Array>({ max: maxParts });
  const partAt = async (position: number): Promise<Uint8Array> => {
    const cachedPart = parts.get(position);
    if (cachedPart) return cachedPart;
    // Lets the shop answer requests between two parts.
    await yieldToEventLoop();
    const bytes = await readPart(db, id, position);
    if (!bytes) throw new ImportOver("the file was deleted");
    parts.set(position, bytes);
    return bytes;
  };
  return {
    read: async (into, position) => {
      if (position >= size || into.length === 0) return 0;
      const at = Math.floor(position / partBytes);
      const bytes = (await partAt(at)).subarray(position - at * partBytes).subarray(0, into.length);
      into.set(bytes);
      return bytes.length;
    },
    unchanged: async () => true,
    close: async () => parts.clear(),
  };
}
