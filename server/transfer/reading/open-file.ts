import { type FileHandle, open, stat } from "node:fs/promises";
import { type Outcome, refuse } from "../../outcome.ts";
import type { ReadBytes } from "./window.ts";

/** A file that is read several times. It must not change in between. */
export type OpenFile = { read: ReadBytes; unchanged(): Promise<boolean>; close(): Promise<void> };

/** Opens a file that an owner named; refuses problems in words. */
export async function openFile(path: string): Promise<Outcome<OpenFile>> {
  try {
    // Checked before opening, since opening a named pipe would block.
    const stats = await stat(path);
    if (stats.isDirectory()) return refuse("invalid", `${path} is a folder, not a file`);
    if (!stats.isFile()) return refuse("invalid", `${path}is not a regular file`);
    if (stats.size === 0) return refuse("invalid", `${path} is empty`);
    return { ok: true, value: await watched(await open(path)) };
  } catch (error) {
    return refuse("failed", reasonOf(path, error));
  }
}

async function watched(file: FileHandle): Promise<OpenFile> {
  const before = await file.stat();
  return {
    read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
    unchanged: async () => {
      const { size, mtimeMs } = await file.stat();
      return size === before.size && mtimeMs === before.mtimeMs;
    },
    close: () => file.close(),
  };
}

/** Why a file cannot be read, in the owner's words; throws an error that is not about the file. */
export function reasonOf(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOENT" || code === "ENOTDIR") return `there is no file ${path}`;
  if (code === "EACCES" || code === "EPERM") return `${path} cannot be read: permission denied`;
  throw error;
}

const chunk = 1 << 18;

/** The position after a byte order mark, if any; undefined if the file is not UTF-8. */
export async function textStart(read: ReadBytes): Promise<number | undefined> {
  const bytes = new Uint8Array(chunk);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let start = 0;
  for (let position = 0; ; ) {
    const came = await read(bytes, position);
    const part = bytes.subarray(0, came);
    if (position === 0 && part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf) start = 3;
    if (part.includes(0) || !continues(decoder, part, came === 0)) return undefined;
    if (came === 0) return start;
    position += came;
  }
}

/**
 * Whether the next part is valid UTF-8. The decoder remembers the first bytes of a character that
 * continues in the next part.
 */
function continues(decoder: TextDecoder, part: Uint8Array, last: boolean): boolean {
  try {
    decoder.decode(part, { stream: !last });
    return true;
  } catch {
    return false;
  }
}
