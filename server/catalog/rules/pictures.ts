/** A picture as a page shows it; `width` and `height` keep its place before it comes. */
export type Picture = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** smaller files in better formats, the best first; none for a drawing */
  sources: readonly { type: string; srcset: string }[];
  /** there is no picture yet: social sites and search engines are given none */
  isPlaceholder?: true;
};
