/**
 * The type of a stored picture, which is named `<hash>-<width>.<type>`. The picture's key is the
 * name of its widest WebP, for use if only one address can be named.
 */
export type PictureType = "avif" | "webp";

export type StoredName = { hash: string; width: number; type: PictureType };

const widths = [320, 640, 960, 1280, 1920];

/** The widest files of a product's picture, and of a picture as wide as the window; px. */
export const squareWidth = 960;
export const wideWidth = 2560;

/** The highest file of a picture, px. */
export const mostHeight = 9600;

/** The width in px: never enlarged, not wider than `most`, and not higher than `mostHeight`. */
export const storedWidth = ({ width, height }: { width: number; height: number }, most: number): number =>
  Math.max(1, Math.min(width, most, Math.floor((mostHeight * width) / height)));

/** The stored widths of a picture whose widest file has the width `widest`. */
export const widthsUpTo = (widest: number): number[] => [...widths.filter((width) => width < widest), widest];

/** A file's name, and the last part of its address. */
export const storedName = ({ hash, width, type }: StoredName): string => `${hash}-${width}.${type}`;

const shape = /^([0-9a-f]{32})-([1-9]\d{0,3})\.(avif|webp)$/;

/** Undefined for text that is no stored picture's name, so that no other text becomes a path. */
export function parseStoredName(text: string): StoredName | undefined {
  const [, hash, width, type] = shape.exec(text) ?? [];
  if (hash === undefined || Number(width) > wideWidth) return undefined;
  return { hash, width: Number(width), type: type === "avif" ? "avif" : "webp" };
}

/** The name in the address of a stored picture, whatever the shop's origin. */
export function storedNameAt(url: string): string | undefined {
  const [, name] = /^\/media\/([^/]+)$/.exec(URL.parse(url, "http://shop.invalid")?.pathname ?? "") ?? [];
  return name !== undefined && parseStoredName(name) ? name : undefined;
}

/** The address of a stored picture by its key. */
export const storedUrl = (key: string): string => `/media/${key}`;
