import type { PictureKind } from "./picture-kind.ts";

/** A chunk of a container: its type, and where the next chunk begins. */
type Part = { type: string; next: number };

const riffPart = (bytes: Buffer, at: number): Part => {
  const length = bytes.readUInt32LE(at + 4);
  return { type: bytes.toString("latin1", at, at + 4), next: at + 8 + length + (length % 2) };
};

const pngPart = (bytes: Buffer, at: number): Part => ({
  type: bytes.toString("latin1", at + 4, at + 8),
  next: at + 12 + bytes.readUInt32BE(at),
});

/**
 * Limits on parts that make decoding slow: ten thousand frames or a hundred compressed texts take
 * minutes, as measured.
 */
const limits: Partial<Record<PictureKind, { start: number; read: typeof riffPart; types: readonly string[]; most: number }>> = {
  webp: { start: 12, read: riffPart, types: ["ANMF"], most: 2000 },
  png: { start: 8, read: pngPart, types: ["zTXt", "iTXt"], most: 16 },
};

/** Whether a picture has so many parts that decoding it would take a processor minutes. */
export function isOverloaded(bytes: Buffer, kind: PictureKind): boolean {
  const limit = limits[kind];
  if (!limit) return false;
  let parts = 0;
  for (let at = limit.start; at + 8 <= bytes.length && parts <= limit.most; ) {
    const { type, next } = limit.read(bytes, at);
    if (limit.types.includes(type)) parts += 1;
    at = next;
  }
  return parts > limit.most;
}
