import { type LandingSlug, landingPath, landings } from "../catalog/rules/landings.ts";
import { groundOf } from "../catalog/rules/product.ts";
import type { ShipTo } from "../catalog/rules/ship-to.ts";
import { keepingState, type Tile } from "../catalog/rules/tile.ts";
import { allCategories } from "../catalog/shelves.ts";
import { bestOf, tilesOf } from "../catalog/tiles.ts";
import type { Db } from "../db/tables.ts";
import type { Shop } from "../shop.ts";
import type { Page } from "../web/views.ts";
import { type Banner, bannersOf } from "./banners.ts";

type Parts = Pick<Shop, "db" | "now"> & { publicUrl: string; shipTo: ShipTo | undefined };

export const homePath = "/storefront/";

/** What views/content/home.hbs receives. */
export async function homePage({ db, now, publicUrl, shipTo }: Parts): Promise<Page> {
  const [banners, doors, popular] = await Promise.all([
    bannersOf(db, "home"),
    doorsOf(db, shipTo),
    bestOf(db, { by: "popularity", limit: 12 }),
  ]);
  return {
    title: "Seeds, glass, mushrooms and apparel",
    description: "Seeds, glass, mushrooms, apparel and our own line, chosen one by one and described as they are.",
    canonical: publicUrl + homePath,
    hero: heroOf(banners, "home"),
    doors,
    tiles: lazily(await tilesOf(db, popular, shipTo, now())),
    listing: keepingState("/storefront/collections/", shipTo),
    shipTo,
    everywhere: homePath,
  };
}

/** What views/content/landing.hbs receives; undefined when the shop has no such category. */
export async function landingPage(slug: LandingSlug, { db, now, publicUrl, shipTo }: Parts): Promise<Page | undefined> {
  const category = (await allCategories(db)).find((each) => each.slug === slug);
  if (!category) return undefined;
  const [banners, best] = await Promise.all([bannersOf(db, slug), bestOf(db, { by: "popularity", category: slug, limit: 24 })]);
  const path = landingPath(slug);
  return {
    title: category.name,
    description: category.intro,
    canonical: publicUrl + path,
    current: path,
    name: category.name,
    intro: category.intro,
    hero: heroOf(banners, slug),
    tiles: lazily(await tilesOf(db, best, shipTo, now())),
    listing: `/storefront/collections/?categories=${slug}${shipTo ? `&ship_to=${shipTo.area}` : ""}`,
    shipTo,
    everywhere: path,
  };
}

/** The first banner as a page's head: its words stand on the quiet side of its background, else of its own picture. */
function heroOf([banner]: readonly Banner[], page: string) {
  if (!banner) return undefined;
  const { background, bannerInfo } = banner;
  return { ...bannerInfo, picture: background.url ? background : bannerInfo.image, ground: groundOf(page) };
}

/** The hero's picture comes first; the goods below it wait until they are near. */
const lazily = (tiles: readonly Tile[]) => tiles.map((tile) => ({ ...tile, eager: false, first: false }));

/** A way into each category, behind the picture of what is most popular there. */
async function doorsOf(db: Db, shipTo: ShipTo | undefined) {
  const categories = (await allCategories(db)).filter(({ slug }) => landings.some((landing) => landing === slug));
  const best = await Promise.all(categories.map(({ slug }) => bestOf(db, { by: "popularity", category: slug, limit: 1 })));
  const tiles = new Map((await tilesOf(db, best.flat(), undefined, 0)).map((tile) => [tile.id, tile]));
  return categories.map(({ slug, name }, at) => {
    const tile = tiles.get(best[at]?.[0] ?? "");
    return { name, href: keepingState(landingPath(slug), shipTo), picture: tile?.picture, ground: tile?.ground };
  });
}
