import type { Backdrop } from "../../catalog/rules/product.ts";
import type { Banner } from "../banners.ts";
import type { Carousel } from "../carousels.ts";

/**
 * What views/content/hero.hbs receives; `place` and `later` are those of one banner among several.
 */
type Hero = Banner["bannerInfo"] & {
  picture: Banner["background"];
  backdropColour: Backdrop;
  place?: string;
  later?: boolean;
};

/**
 * A banner at the head of a page: its words are on the quiet side of its background, else of its
 * own picture.
 */
export function heroOf({ background, bannerInfo }: Banner, backdropColour: Backdrop): Hero {
  return { ...bannerInfo, picture: background.url ? background : bannerInfo.image, backdropColour };
}

/** Slides of a banner carousel, each labelled with its place: `1 of 3`. */
export const slidesOf = (banners: readonly Banner[], backdrop: Backdrop) =>
  banners.map((banner, at) => ({ ...heroOf(banner, backdrop), place: `${at + 1} of ${banners.length}`, later: at > 0 }));

/** A banner between two rows of products, with its own picture. */
export const promoOf = ({ background, bannerInfo }: Banner) => ({
  ...bannerInfo,
  picture: bannerInfo.image.url ? bannerInfo.image : background,
});

type Promo = ReturnType<typeof promoOf>;

/**
 * Promos stand after the first row of products and then after every second one; those left over at
 * the end.
 */
export function withPromos(carousels: readonly Carousel[], promos: readonly Promo[]): readonly (Carousel | Promo)[] {
  const left = [...promos];
  const rows = carousels.flatMap((carousel, at) => (at % 2 === 0 ? [carousel, ...left.splice(0, 1)] : [carousel]));
  return [...rows, ...left];
}
