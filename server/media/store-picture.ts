import { createHash } from "node:crypto";
import sharp, { type Metadata, type Sharp } from "sharp";
import { type Outcome, refuse } from "../outcome.ts";
import type { MediaStore } from "./media-store.ts";
import { orUnavailable } from "./media-unavailable.ts";
import { type PictureKind, pictureKind } from "./picture-kind.ts";
import { isOverloaded } from "./picture-parts.ts";
import { type StoredName, squareWidth, storedName, storedWidth, widthsUpTo } from "./stored-name.ts";

/**
 * `key` names the file to use if only one can be named, `/media/<key>`; width and height are the
 * picture's own, in pixels.
 */
export type StoredPicture = { key: string; width: number; height: number };

type Size = { width: number; height: number };

export const mostPixels = 40_000_000;

/**
 * The most pixels of a picture. The limit is lower if a decoder holds the whole picture or several
 * copies. Each kind then takes less than 300 MB, as measured.
 */
function mostPixelsOf({ isProgressive, channels = 3, depth }: Metadata, kind: PictureKind): number {
  if (kind === "avif") return 12_000_000;
  if (isProgressive && (channels > 3 || depth === "ushort")) return 20_000_000;
  return isProgressive || kind === "gif" ? 30_000_000 : mostPixels;
}

/**
 * Part of every name; raise it if derivatives are made differently, since names are cached
 * permanently.
 */
const recipe = "1";

/**
 * Stores a picture as AVIF and WebP, rotated upright and without metadata. Storing the same bytes
 * again changes nothing. Decodes in this process, so it is for pictures in an owner's own file.
 */
export const storePicture = (bytes: Buffer, media: MediaStore): Promise<Outcome<StoredPicture>> =>
  orUnavailable(storeVariants(bytes, media), storeAway);

export const storeAway = "it could not be stored: the store of pictures does not answer";

async function storeVariants(bytes: Buffer, media: MediaStore): Promise<Outcome<StoredPicture>> {
  const plan = await planVariants(bytes);
  if (!plan.ok) return plan;
  const { stored, names } = plan.value;
  const isStored = await Promise.all(names.map((name) => media.has(storedName(name))));
  if (isStored.every(Boolean)) return { ok: true, value: stored };
  return await makeVariants(bytes, plan.value, (name, variant) => media.write(name, variant));
}

/** The files to make from a picture: their names, and the name that stands for all. */
export type PicturePlan = { stored: StoredPicture; names: readonly StoredName[]; size: Size };

/**
 * Reads a picture's header and plans its files, none of them wider than `most` px. Refuses too
 * large pictures and other files; the words of a refusal are to be shown after the file's name.
 */
export async function planVariants(bytes: Buffer, most = squareWidth): Promise<Outcome<PicturePlan>> {
  const kind = pictureKind(bytes);
  if (!kind.ok) return kind;
  const size = await uprightSize(bytes, kind.value);
  if (!size.ok) return size;
  const width = storedWidth(size.value, most);
  const names = variantNames(bytes, width);
  return { ok: true, value: { stored: storedPicture(names, width, heightFor(width, size.value)), names, size: size.value } };
}

/** The names of a picture's files, of which the widest is `width` px wide. */
export function variantNames(bytes: Buffer, width: number): StoredName[] {
  const hash = createHash("sha256").update(recipe).update(bytes).digest("hex").slice(0, 32);
  return widthsUpTo(width).flatMap((wide) => [
    { hash, width: wide, type: "avif" as const },
    { hash, width: wide, type: "webp" as const },
  ]);
}

/**
 * The stored picture of these files. Its key is the name of the widest WebP, which is the last of
 * `names`.
 */
export const storedPicture = (names: readonly StoredName[], width: number, height: number): StoredPicture => ({
  key: names.map(storedName).at(-1) ?? "",
  width,
  height,
});

/** Decodes a picture once, makes each of its files, and passes each file to `write`. */
export async function makeVariants(
  bytes: Buffer,
  { stored, names, size }: PicturePlan,
  write: (name: string, variant: Buffer) => Promise<void>,
): Promise<Outcome<StoredPicture>> {
  const pixels = await decoded(bytes, { width: stored.width, height: stored.height });
  if (!pixels.ok) return pixels;
  for (const name of names) {
    const resized = pixels.value.clone().resize({ width: name.width, height: heightFor(name.width, size), fit: "fill" });
    const encoded = name.type === "avif" ? resized.avif({ quality: 50, effort: 2 }) : resized.webp({ quality: 76, effort: 2 });
    await write(storedName(name), await encoded.toBuffer());
  }
  return { ok: true, value: stored };
}

const damaged = refuse("invalid", "it is damaged and cannot be read to the end");

const heightFor = (width: number, size: Size) => Math.max(1, Math.round((size.height * width) / size.width));

/**
 * The upright size. Reads only the header, so that a too large picture is refused before its pixels
 * take memory.
 */
export async function uprightSize(bytes: Buffer, kind: PictureKind): Promise<Outcome<Size>> {
  if (isOverloaded(bytes, kind)) return refuse("invalid", "it has too much data besides the picture: save it again");
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head) return damaged;
  const format = head.compression === "av1" ? "avif" : head.format;
  if (format !== kind) return refuse("unsupported_type", "it is not a JPEG, PNG, WebP, AVIF, or GIF picture");
  const { width, height } = head.autoOrient;
  const most = mostPixelsOf(head, kind);
  const ofKind = most < mostPixels ? " for its kind" : "";
  if (width * height > most)
    return refuse("too_large", `it has ${width} × ${height} pixels; ${most / 1_000_000} million is the maximum${ofKind}`);
  // A longer derivative would exceed the encoders' limits. No product's picture is so narrow.
  if (Math.max(width / height, height / width) > 10)
    return refuse("invalid", "one side is more than 10 times as long as the other");
  return { ok: true, value: { width, height } };
}

/**
 * The first frame, upright, in sRGB, no larger than the widest derivative. It is decoded once for
 * all derivatives.
 */
async function decoded(bytes: Buffer, size: Size): Promise<Outcome<Sharp>> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
      .autoOrient()
      .resize({ ...size, fit: "fill" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { ok: true, value: sharp(data, { raw: { width, height, channels } }) };
  } catch {
    return damaged;
  }
}
