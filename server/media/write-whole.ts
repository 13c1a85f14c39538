import { rename, rm, writeFile } from "node:fs/promises";
import { newShortId } from "../ids.ts";

/** A reader sees the whole file or none, also after a crash. */
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
