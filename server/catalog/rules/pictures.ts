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
  sharing?: Sharing;
};

/** The picture is shown when its page is shared: as well as on the page, or only then. */
export type Sharing = "chosen" | "only";

/** Gives a picture without a description the name of its product as description. */
export const describedBy = (picture: Picture, productName: string): Picture =>
  picture.alt === "" ? { ...picture, alt: productName } : picture;

type Shareable = Pick<Picture, "isPlaceholder" | "sharing">;

/**
 * The pictures that a page shows, in order: those that are not only for sharing and are fetched. If
 * there are none, pictures that are not fetched, or the one for sharing, take their place.
 * `placeOf` returns a picture's new index, or 0 if the picture is left out.
 */
export function shownPictures(all: readonly Picture[]): { pictures: readonly Picture[]; placeOf: (at: number) => number } {
  const own = orAll(all, ({ sharing }) => sharing !== "only");
  const shown = orAll(own, ({ isPlaceholder }) => !isPlaceholder);
  if (shown.length === all.length) return { pictures: all, placeOf: (at) => at };
  const placeOf = (at: number): number => {
    const picture = all[at];
    return picture ? Math.max(0, shown.indexOf(picture)) : 0;
  };
  return { pictures: shown, placeOf };
}

/** The pictures that meet the condition, or all if none does. */
function orAll(pictures: readonly Picture[], meets: (picture: Picture) => boolean): readonly Picture[] {
  const some = pictures.filter(meets);
  return some.length > 0 ? some : pictures;
}

/** The picture for links to a product: the chosen one, or else the first that is fetched. */
export function pictureToShare<Each extends Shareable>(all: readonly Each[]): Each | undefined {
  const arrived = all.filter(({ isPlaceholder }) => !isPlaceholder);
  return arrived.find(({ sharing }) => sharing !== undefined) ?? arrived[0];
}
