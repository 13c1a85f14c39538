import { type PictureType, parseStoredName, type StoredName, storedName, widthsUpTo } from "./stored-name.ts";

/** A picture as it is kept: drawn by its key, or stored under it. */
export type Media = { kind: "drawn" | "stored"; key: string; width: number; height: number };

/** What `<picture>` needs. `src` serves alone; `sources` are smaller files in better formats, the best first, none for a drawing. */
export type PictureSources = {
  src: string;
  width: number;
  height: number;
  sources: readonly { type: string; srcset: string }[];
};

/** The sources of a picture by its key alone: no look at the disk, a listing asks this for every card. */
export function pictureSources({ kind, key, width, height }: Media): PictureSources {
  if (kind === "drawn") return { src: `/media/drawn/${key}.svg`, width, height, sources: [] };
  const widest = parseStoredName(key);
  return { src: `/media/${key}`, width, height, sources: widest ? [sourceOf(widest, "avif"), sourceOf(widest, "webp")] : [] };
}

function sourceOf({ hash, width }: StoredName, type: PictureType): { type: string; srcset: string } {
  const files = widthsUpTo(width).map((wide) => `/media/${storedName({ hash, width: wide, type })} ${wide}w`);
  return { type: `image/${type}`, srcset: files.join(", ") };
}
