import type { Backdrop } from "../../catalog/rules/product.ts";
import { type WidePicture, wideSources } from "../../media/sources.ts";
import type { Banner } from "../banners.ts";
import type { Carousel } from "../carousels.ts";

/** A picture for views/catalog/picture.hbs; a `small` or `medium` picture is never enlarged. */
type BannerPicture = Banner["background"] & Pick<WidePicture, "sources"> & { sizes: string; size?: "small" | "medium" };

/**
 * The values of views/content/hero.hbs; a banner that is no slide has neither `place` nor `later`.
 */
type Hero = Banner["bannerInfo"] & {
  picture: BannerPicture;
  backdropColour: Backdrop;
  place?: string;
  later?: boolean;
};

/**
 * A banner at the head of a page. Its picture is the background or, without a background, the
 * banner's own image.
 */
export function heroOf({ background, bannerInfo }: Banner, backdropColour: Backdrop): Hero {
  return { ...bannerInfo, picture: heroPicture(background.url ? background : bannerInfo.image), backdropColour };
}

/** Widths in px of a picture that fills a phone, and of one that fills its part of a window. */
const phone = 640;
const full = 1200;

const ownSize = (width: number, wide = "100vw"): string => `min(${wide}, ${width}px)`;

/** The hero's picture, whose left and right edges a phone cuts off. */
function heroPicture(picture: Banner["background"]): BannerPicture {
  const { width = full, sources } = wideSources(picture.url);
  if (width < phone) return { ...picture, sources, sizes: ownSize(width), size: "small" };
  const sizes = (wide: string) => `(width < 48rem) 120vw, ${wide}`;
  if (width < full) return { ...picture, sources, sizes: sizes(ownSize(width, "60vw")), size: "medium" };
  return { ...picture, sources, sizes: sizes("60vw") };
}

function promoPicture(picture: Banner["background"]): BannerPicture {
  const { width = phone, sources } = wideSources(picture.url);
  if (width < phone) return { ...picture, sources, sizes: ownSize(width), size: "small" };
  return { ...picture, sources, sizes: "(width < 48rem) 100vw, min(40vw, 32rem)" };
}

/** Slides of a banner carousel, each labelled with its position: `1 of 3`. */
export const slidesOf = (banners: readonly Banner[], backdrop: Backdrop) =>
  banners.map((banner, at) => ({ ...heroOf(banner, backdrop), place: `${at + 1} of ${banners.length}`, later: at > 0 }));

/** A banner between two rows of products, with its own picture. */
export const promoOf = ({ background, bannerInfo }: Banner) => ({
  ...bannerInfo,
  picture: promoPicture(bannerInfo.image.url ? bannerInfo.image : background),
});

type Promo = ReturnType<typeof promoOf>;

/**
 * Puts promos between the carousels: after the first carousel, and then after every second one. The
 * remaining promos follow at the end.
 */
export function withPromos(carousels: readonly Carousel[], promos: readonly Promo[]): readonly (Carousel | Promo)[] {
  const remaining = [...promos];
  const rows = carousels.flatMap((carousel, at) => (at % 2 === 0 ? [carousel, ...remaining.splice(0, 1)] : [carousel]));
  return [...rows, ...remaining];
}
