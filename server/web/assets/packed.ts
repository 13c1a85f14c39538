import { type Bodies, tagOf } from "./asset.ts";

const newline = 0x0a;

/**
 * Packs a file and its compressed forms: a line with their lengths and the file's hash, then their
 * bytes. The lengths and the hash reveal a file that a crash or a full disk cut short.
 */
export function pack({ identity, br, gzip }: Bodies): Buffer {
  const parts = { identity, ...(br && { br }), ...(gzip && { gzip }) };
  const lengths = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.length]));
  const head = `${JSON.stringify({ tag: tagOf(identity), ...lengths })}\n`;
  return Buffer.concat([Buffer.from(head), ...Object.values(parts)]);
}

type Head = { tag: string; identity: number; br?: number; gzip?: number };

function readHead(line: string): Head | undefined {
  try {
    return JSON.parse(line) as Head;
  } catch {
    return undefined;
  }
}

/** Reads a packed file; undefined if it is not whole. */
export function unpack(packed: Buffer): Bodies | undefined {
  const end = packed.indexOf(newline);
  const head = end > 0 ? readHead(packed.toString("utf8", 0, end)) : undefined;
  if (!head) return undefined;
  let at = end + 1;
  const take = (length: number | undefined) => {
    if (length === undefined) return undefined;
    at += length;
    return packed.subarray(at - length, at);
  };
  const identity = take(head.identity);
  const br = take(head.br);
  const gzip = take(head.gzip);
  if (!identity || at !== packed.length || tagOf(identity) !== head.tag) return undefined;
  return { identity, ...(br && { br }), ...(gzip && { gzip }) };
}
