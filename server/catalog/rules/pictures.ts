/** A picture of a page; `width` and `height` reserve its place before it loads. */
export type Picture = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /**
   * smaller files in better formats, the best first, for windows of the query `media`; empty for a
   * drawing
   */
  sources: readonly { type: string; srcset: string; media?: string }[];
  /** the picture has not come yet: social sites and search engines get none */
  isPlaceholder?: true;
};

/** Describes an undescribed picture by its product's name. */
export const describedBy = (picture: Picture, productName: string): Picture =>
  picture.alt === "" ? { ...picture, alt: productName } : picture;

/**
 * The pictures that have come, in order, or all if none has. `placeOf` is the new index of a
 * picture, 0 if it has not come.
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
