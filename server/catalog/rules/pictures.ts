/** A picture on a page. `width` and `height` reserve its place before it loads. */
export type Picture = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /**
   * smaller files in better formats, the best first; `media` limits a file to some window sizes.
   * Empty for a drawing
   */
  sources: readonly { type: string; srcset: string; media?: string }[];
  /** the picture is not fetched yet, so social sites and search engines do not get it */
  isPlaceholder?: true;
};

/** Gives a picture without a description the name of its product as description. */
export const describedBy = (picture: Picture, productName: string): Picture =>
  picture.alt === "" ? { ...picture, alt: productName } : picture;

/**
 * The fetched pictures, in order, or all pictures if none is fetched. `placeOf` returns a picture's
 * new index, or 0 if the picture is left out.
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
