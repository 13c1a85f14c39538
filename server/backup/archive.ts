import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { Header, Parser, type ReadEntry } from "tar";

export type Entry = { path: string; bytes: Buffer };

const block = 512;

/**
 * The blocks of a tar archive whose files only the owner can read. Any tar program can list and
 * unpack it.
 */
export async function* tarOf(entries: AsyncIterable<Entry>, now: number): AsyncGenerator<Buffer> {
  for await (const { path, bytes } of entries) {
    const header = Buffer.alloc(block);
    const fields = new Header({ path, size: bytes.length, mode: 0o600, mtime: new Date(now), type: "File" });
    if (fields.encode(header, 0)) throw new Error(`the name ${path} is too long for a backup`);
    yield header;
    yield bytes;
    yield Buffer.alloc((block - (bytes.length % block)) % block);
  }
  yield Buffer.alloc(2 * block);
}

/** The most bytes of one file in a backup; pictures and batches of rows are much smaller. */
const mostBytes = 256_000_000;

/** The error of bytes that are not a valid backup: cut off, changed, or never a backup. */
export class DamagedArchive extends Error {}

/** The files of a compressed tar archive, one after the other. Throws `DamagedArchive`. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const ready: Entry[] = [];
  const take = (entry: ReadEntry) => {
    if (entry.size > mostBytes) throw new DamagedArchive();
    const chunks: Buffer[] = [];
    entry.on("data", (chunk) => void chunks.push(chunk));
    entry.on("end", () => void ready.push({ path: entry.path, bytes: Buffer.concat(chunks) }));
  };
  const parser = new Parser({ strict: true, onReadEntry: take });
  let failed: unknown;
  parser.on("error", (error) => {
    failed = error;
  });
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.once("error", (error) => unzipped.destroy(error));
  try {
    for await (const chunk of file.pipe(unzipped)) {
      parser.write(chunk);
      if (failed) throw new DamagedArchive();
      yield* ready.splice(0);
    }
    parser.end();
  } catch (error) {
    throw isDamage(error) ? new DamagedArchive() : error;
  } finally {
    file.destroy();
  }
  if (failed) throw new DamagedArchive();
  yield* ready.splice(0);
}

/** Whether an error of zlib or tar means that the bytes are damaged. */
const isDamage = (error: unknown): boolean => error instanceof Error && "code" in error && /^(Z_|TAR_)/.test(String(error.code));
