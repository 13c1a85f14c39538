/** A picture of a page; `width` and `height` reserve its place before it loads. */
export type Picture = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** smaller files in better formats, the best first; none for a drawing */
  sources: readonly { type: string; srcset: string }[];
  /** there is no picture yet: social sites and search engines get none */
  isPlaceholder?: true;
};
