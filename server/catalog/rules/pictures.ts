/** A picture as a page shows it; `width` and `height` keep its place before it comes, `avif` and `webp` are srcsets of smaller files. */
export type Picture = { url: string; alt: string; width: number; height: number; avif?: string; webp?: string };
