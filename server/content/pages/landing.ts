import { allCategories } from "../../catalog/categories.ts";
import { categoryPath } from "../../catalog/paths.ts";
import { bestOf, productCards } from "../../catalog/product-cards.ts";
import { bannersTakeTurns, hasLanding, landingPath } from "../../catalog/rules/categories.ts";
import type { Category } from "../../catalog/rules/product.ts";
import { shipToMenu } from "../../catalog/rules/ship-to.ts";
import { hasStateRules } from "../../catalog/states.ts";
import { shared } from "../../media/shared-picture.ts";
import { homePath } from "../../paths.ts";
import { breadcrumbLd } from "../../web/json-ld.ts";
import { view } from "../../web/view.ts";
import { type Banner, bannersOf } from "../banners.ts";
import { carouselsOf, landingCarousels, lazy } from "../carousels.ts";
import { heroOf, promoOf, slidesOf, withPromos } from "./banners.ts";
import type { Parts } from "./parts.ts";

const gridOf = 12;

type LandingPage = NonNullable<Awaited<ReturnType<typeof landingPage>>>;
export const landingView = view<LandingPage>("content/landing");

/** The values of views/content/landing.hbs; undefined if no category has this landing page. */
export async function landingPage(slug: string, { db, now, publicUrl, shipTo, banners: previewed }: Parts) {
  const category = (await allCategories(db)).find((each) => each.slug === slug);
  if (!category || !hasLanding(slug)) return undefined;
  const [banners, best, carousels] = await Promise.all([
    previewed ?? bannersOf(db, slug, now()),
    bestOf(db, { by: "popularity", category: slug, limit: gridOf }),
    carouselsOf(db, landingCarousels, { category: slug, shipTo, now: now() }),
  ]);
  const path = landingPath(slug);
  const { promos, ...head } = headOf(banners, category);
  return {
    title: `${category.name}: our collection at a glance`,
    description: category.intro,
    canonical: publicUrl + path,
    ...shared(publicUrl, banners[0]?.background ?? category.picture),
    jsonLd: [breadcrumbLd(publicUrl, [{ name: "Home", href: homePath }, { name: category.name }])],
    current: path,
    name: category.name,
    intro: category.intro,
    headPicture: category.picture,
    ...head,
    rows: withPromos(carousels, promos),
    cards: (await productCards(db, best, shipTo, now())).map(lazy),
    listing: `${categoryPath(slug)}${shipTo ? `&ship_to=${shipTo.area}` : ""}`,
    shipTo,
    everywhere: shipToMenu(path, { shipTo, hasStateRules: await hasStateRules(db) }),
  };
}

/**
 * The head of a landing page. Banners are either slides in the head, or the first banner is the
 * head and the others stand between the products.
 */
function headOf(banners: readonly Banner[], { slug, backdrop }: Category) {
  if (bannersTakeTurns(slug) && banners.length > 1) {
    const rotation = { of: "banners", names: banners.map(({ bannerInfo }) => bannerInfo.title) };
    return { slides: slidesOf(banners, backdrop), rotation, promos: [] };
  }
  const [hero, ...others] = banners;
  return { hero: hero && heroOf(hero, backdrop), promos: others.map(promoOf) };
}
