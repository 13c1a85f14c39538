/** The address of a drawn picture. */
export const drawnUrl = (key: string): string => `/media/drawn/${key}.svg`;

const drawnUrlPattern = /^(\/media\/drawn\/[a-z0-9._-]+)\.svg$/;

/**
 * The address of a picture for readers without SVG. A drawing gets its JPEG; other addresses are
 * unchanged.
 */
export const photographUrl = (url: string): string => url.replace(drawnUrlPattern, "$1.jpg");

/** The size of a drawing's JPEG: as social sites show wide pictures, or a square. */
export const photographSize = ({ width, height }: Size): Size =>
  width > height ? { width: 1200, height: 630 } : { width: 800, height: 800 };

type Size = { width: number; height: number };

/** The key of a drawing at this address. */
export const drawnKeyOf = (url: string): string | undefined => drawnUrlPattern.exec(url)?.[1]?.slice("/media/drawn/".length);
