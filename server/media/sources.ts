import { type PictureType, parseStoredName, storedName, widthsUpTo } from "./stored-name.ts";

type Shown = { url: string; alt: string; width: number; height: number };

/** What `<picture>` needs: `avif` and `webp` are srcsets of a stored picture; a drawn one is a single SVG. */
export type PictureSources = { src: string; alt: string; width: number; height: number; avif?: string; webp?: string };

const folder = "/media/";

/** The sources of a picture by its address alone: no look at the disk, a listing asks this for every card. */
export function pictureSources({ url, alt, width, height }: Shown): PictureSources {
  const plain = { src: url, alt, width, height };
  const stored = url.startsWith(folder) ? parseStoredName(url.slice(folder.length)) : undefined;
  if (!stored) return plain;
  const set = (type: PictureType) =>
    widthsUpTo(stored.width)
      .map((wide) => `${folder}${storedName({ hash: stored.hash, width: wide, type })} ${wide}w`)
      .join(", ");
  return { ...plain, avif: set("avif"), webp: set("webp") };
}
