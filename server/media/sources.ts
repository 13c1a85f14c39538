import { drawnUrl } from "./drawn-urls.ts";
import { placeholderKey } from "./placeholder.ts";
import { type PictureType, parseStoredName, type StoredName, storedName, widthsUpTo } from "./stored-name.ts";

/** A picture as it is stored: drawn by its key, or a file of that key. */
export type Media = { kind: "drawn" | "stored"; key: string; width: number; height: number };

/** Shown where there is no picture at all. */
export const placeholder: Media = { kind: "drawn", key: placeholderKey, width: 960, height: 960 };

/**
 * Values for `<picture>`. `src` works alone; `sources` are smaller files in better formats, the
 * best first, none for a drawing.
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
 * The sources of a picture by its key alone, without reading the disk: a listing needs them for
 * every card.
 */
export function pictureSources({ kind, key, width, height }: Media): PictureSources {
  if (kind === "drawn") {
    const drawing = { src: drawnUrl(key), width, height, sources: [] };
    return key === placeholderKey ? { ...drawing, isPlaceholder: true } : drawing;
  }
  const widest = parseStoredName(key);
  return { src: `/media/${key}`, width, height, sources: widest ? [sourceOf(widest, "avif"), sourceOf(widest, "webp")] : [] };
}

function sourceOf({ hash, width }: StoredName, type: PictureType): { type: string; srcset: string } {
  const files = widthsUpTo(width).map((wide) => `/media/${storedName({ hash, width: wide, type })} ${wide}w`);
  return { type: `image/${type}`, srcset: files.join(", ") };
}
