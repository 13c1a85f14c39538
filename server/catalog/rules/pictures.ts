/** A picture of a page; `width` and `height` reserve its place before it loads. */
export type Picture = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** smaller files in better formats, the best first, for windows of the query `media`; none for a drawing */
  sources: readonly { type: string; srcset: string; media?: string }[];
  /** there is no picture yet: social sites and search engines get none */
  isPlaceholder?: true;
};

/** A picture that nobody has described is described by its product's name. */
export const describedBy = (picture: Picture, productName: string): Picture =>
  picture.alt === "" ? { ...picture, alt: productName } : picture;

/**
 * The pictures that have come, in their order; all while none has. `placeOf`: where one of all stands
 * among them, the first where it has not come.
 */
export function arrivedPictures(all: readonly Picture[]): { pictures: readonly Picture[]; placeOf: (at: number) => number } {
  const arrived = all.filter(({ isPlaceholder }) => !isPlaceholder);
  if (arrived.length === 0 || arrived.length === all.length) return { pictures: all, placeOf: (at) => at };
  const placeOf = (at: number): number => {
    const picture = all[at];
    return picture ? Math.max(0, arrived.indexOf(picture)) : 0;
  };
  return { pictures: arrived, placeOf };
}
