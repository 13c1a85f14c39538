import sharp from "sharp";
import { pictureKind } from "./picture-kind.ts";
import { mostPixels, uprightSize } from "./store-picture.ts";

/** the longest stored side, in px */
const widest = 512;

/** The centre of a picture as a square WebP without metadata; undefined if it is no picture. */
export async function squareOf(bytes: Buffer): Promise<Buffer | undefined> {
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
