import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import sharp from "sharp";
import { newId } from "../ids.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { readIfThere } from "./photographs.ts";
import { pictureKind } from "./picture-kind.ts";
import { mostPixels, uprightSize } from "./store-picture.ts";
import { writeWhole } from "./write-whole.ts";

/** px: the longest side that is stored */
const widest = 512;

const shape = /^[0-9a-f]{32}$/;
const noPicture = refuse("unsupported_type", "Please upload a valid image file.");

const pathOf = (dataDir: string, name: string) => join(dataDir, "media", "avatars", `${name}.webp`);

/** `name` is 32 hex digits, as `storeAvatar` returns it. */
export const avatarUrl = (name: string): string => `/media/avatars/${name}.webp`;

/** Decoding a large picture takes hundreds of megabytes, so only one is decoded at a time. */
const oneAtATime = pLimit(1);

/**
 * Stores the centre of a picture as a square WebP without metadata, under a random name, and
 * returns the name.
 */
export async function storeAvatar(bytes: Buffer, dataDir: string): Promise<Outcome<string>> {
  const square = await oneAtATime(() => squareOf(bytes));
  if (!square) return noPicture;
  const name = newId();
  await mkdir(join(dataDir, "media", "avatars"), { recursive: true, mode: 0o700 });
  await writeWhole(pathOf(dataDir, name), square);
  return { ok: true, value: name };
}

async function squareOf(bytes: Buffer): Promise<Buffer | undefined> {
  const kind = pictureKind(bytes);
  const size = kind.ok ? await uprightSize(bytes, kind.value) : kind;
  if (!size.ok) return undefined;
  const side = Math.min(size.value.width, size.value.height, widest);
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
      .autoOrient()
      .resize({ width: side, height: side, fit: "cover" })
      .toColourspace("srgb")
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** A file that is not there is no error. */
export const removeAvatar = (dataDir: string, name: string): Promise<void> => rm(pathOf(dataDir, name), { force: true });

/**
 * The picture's bytes; undefined for a text that is no avatar's name, so that nothing else becomes
 * a path.
 */
export const readAvatar = (dataDir: string, name: string) => (shape.test(name) ? readIfThere(pathOf(dataDir, name)) : undefined);
