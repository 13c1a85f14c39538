import { type Outcome, refuse } from "../outcome.ts";

export type PictureKind = "jpeg" | "png" | "gif" | "webp" | "avif";

const text = (bytes: Buffer, from: number, to: number) => bytes.toString("latin1", from, to);

/**
 * Whether an ISO media file is AVIF. Its first box lists its brands: `avif` may be the major brand
 * or a compatible brand.
 */
function isAvif(bytes: Buffer): boolean {
  if (text(bytes, 4, 8) !== "ftyp") return false;
  const brands = text(bytes, 8, Math.min(bytes.readUInt32BE(0), 256));
  return /^(?:.{4})*?avi[fs]/s.test(brands);
}

function kindOf(bytes: Buffer): PictureKind | undefined {
  if (text(bytes, 0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (/^GIF8[79]a/.test(text(bytes, 0, 6))) return "gif";
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP") return "webp";
  return isAvif(bytes) ? "avif" : undefined;
}

/**
 * The kind by the first bytes, whatever the file's name. Only these kinds reach a decoder. SVG does
 * not, since it may load other files.
 */
export function pictureKind(bytes: Buffer): Outcome<PictureKind> {
  if (bytes.length === 0) return refuse("invalid", "it is empty");
  const kind = kindOf(bytes);
  if (kind) return { ok: true, value: kind };
  const start = text(bytes, 0, 1024).toLowerCase();
  if (start.includes("<svg")) return refuse("unsupported_type", "it is an SVG: save it as PNG or WebP");
  if (start.includes("<html") || start.includes("<!doctype html"))
    return refuse("unsupported_type", "it is a web page, not a picture");
  return refuse("unsupported_type", "it is not a JPEG, PNG, WebP, AVIF, or GIF picture");
}
