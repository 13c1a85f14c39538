/** A picture as a page shows it; `width` and `height` keep its place before it comes. */
export type Picture = { url: string; alt: string; width: number; height: number };
