import { once } from "node:events";
import type { Response } from "express";

/** Writes a part of a file, and waits while the browser accepts no more. */
export type WriteText = (text: string) => Promise<void>;

/**
 * Sends a CSV while `writeAll` writes it, so that a large file is never whole in memory. Stops when
 * the browser closes the connection.
 */
export async function sendCsv(res: Response, filename: string, writeAll: (write: WriteText) => Promise<void>): Promise<void> {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${filename}"` });
  try {
    await writeAll(async (text) => {
      if (!res.write(text)) await once(res, "drain", { signal: gone.signal });
      gone.signal.throwIfAborted();
    });
  } catch (error) {
    if (gone.signal.aborted) return;
    // An incomplete file must not look whole.
    if (res.headersSent) return void res.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
  res.end();
}
