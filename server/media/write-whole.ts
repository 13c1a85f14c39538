import { rename, rm, writeFile } from "node:fs/promises";
import { newShortId } from "../ids.ts";

/** Writes a file so that a reader sees all of it or none, even after a crash. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.${newShortId()}.tmp`;
  try {
    await writeFile(unfinished, bytes, { flush: true, mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
