import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type CompressedFile = { gzip: Buffer; tag: string };

/** The most files in memory; a file of 50,000 addresses takes half a megabyte. */
const limit = 32;

/**
 * Keeps long texts of one catalogue version in memory, compressed. Each text is compressed once for
 * all requests, piece by piece while it is written: it is never whole in memory uncompressed.
 */
export function openCompressedFiles(version: () => number) {
  const files = new LRUCache<string, { version: number; file: Promise<CompressedFile | undefined> }>({ max: limit });
  return (name: string, write: () => Promise<AsyncIterable<string> | undefined>): Promise<CompressedFile | undefined> => {
    const cached = files.get(name);
    const current = version();
    const entry = cached?.version === current ? cached : { version: current, file: compress(write) };
    files.set(name, entry);
    entry.file.then(
      (file) => file === undefined && drop(name, entry),
      () => drop(name, entry),
    );
    return entry.file;
  };

  function drop(name: string, entry: object): void {
    if (files.peek(name) === entry) files.delete(name);
  }
}

async function compress(write: () => Promise<AsyncIterable<string> | undefined>): Promise<CompressedFile | undefined> {
  const text = await write();
  if (!text) return undefined;
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(text), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk);
  });
  const gzip = Buffer.concat(chunks);
  return { gzip, tag: createHash("sha1").update(gzip).digest("base64url") };
}
