import { drawnUrl } from "./drawn-urls.ts";
import { placeholderKey } from "./placeholder.ts";
import {
  type PictureType,
  parseStoredName,
  type StoredName,
  squareWidth,
  storedName,
  storedNameAt,
  widthsUpTo,
} from "./stored-name.ts";

/** A stored picture, by the key of its drawing or of its file. */
export type Media = { kind: "drawn" | "stored"; key: string; width: number; height: number };

/** Shown if there is no picture at all. */
export const placeholder: Media = { kind: "drawn", key: placeholderKey, width: 960, height: 960 };

/**
 * Values for `<picture>`. `src` works alone; `sources` are smaller files in better formats, the
 * best first; a drawing has none.
 */
type PictureSources = {
  src: string;
  width: number;
  height: number;
  sources: readonly { type: string; srcset: string }[];
  /** the picture itself is not shown */
  isPlaceholder?: true;
};

/**
 * The sources of a picture, made from its key without reading the disk, since a listing needs them
 * for every card.
 */
export function pictureSources({ kind, key, width, height }: Media): PictureSources {
  if (kind === "drawn") {
    const drawing = { src: drawnUrl(key), width, height, sources: [] };
    return key === placeholderKey ? { ...drawing, isPlaceholder: true } : drawing;
  }
  const widest = parseStoredName(key);
  return { src: `/media/${key}`, width, height, sources: widest ? [sourceOf(widest, "avif"), sourceOf(widest, "webp")] : [] };
}

type WideSource = { type: string; srcset: string; media?: string };
export type WidePicture = { width?: number; sources: readonly WideSource[] };

/**
 * The sources of a picture as wide as the window, from its address, and the picture's own width.
 * Empty if the picture is not stored. Phones get no file wider than a product's picture.
 */
export function wideSources(url: string): WidePicture {
  const widest = parseStoredName(storedNameAt(url) ?? "");
  if (!widest) return { sources: [] };
  const sources = (["avif", "webp"] as const).flatMap((type): WideSource[] => [
    ...(widest.width > squareWidth ? [{ ...sourceOf(widest, type, squareWidth), media: "(width < 48rem)" }] : []),
    sourceOf(widest, type),
  ]);
  return { width: widest.width, sources };
}

function sourceOf({ hash, width }: StoredName, type: PictureType, most = width): { type: string; srcset: string } {
  const files = widthsUpTo(width)
    .filter((wide) => wide <= most)
    .map((wide) => `/media/${storedName({ hash, width: wide, type })} ${wide}w`);
  return { type: `image/${type}`, srcset: files.join(", ") };
}
