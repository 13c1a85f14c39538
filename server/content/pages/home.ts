import { allCategories } from "../../catalog/categories.ts";
import { collectionsPath } from "../../catalog/paths.ts";
import { bestOf, productCards } from "../../catalog/product-cards.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { keepingState } from "../../catalog/rules/product-card.ts";
import { type ShipTo, shipToMenu } from "../../catalog/rules/ship-to.ts";
import { hasStateRules } from "../../catalog/states.ts";
import type { Db } from "../../db/tables.ts";
import { shared } from "../../media/shared-picture.ts";
import { homePath } from "../../paths.ts";
import { organizationLd, webSiteLd } from "../../web/json-ld.ts";
import { view } from "../../web/view.ts";
import { bannersOf } from "../banners.ts";
import { carouselsOf, homeCarousels } from "../carousels.ts";
import { heroOf, promoOf, withPromos } from "./banners.ts";
import type { Parts } from "./parts.ts";

type HomePage = Awaited<ReturnType<typeof homePage>>;
export const homeView = view<HomePage>("content/home");

/** The values of views/content/home.hbs. */
export async function homePage({ db, now, publicUrl, shop, shipTo, banners }: Parts) {
  const [[hero, ...promos], doors, carousels] = await Promise.all([
    banners ?? bannersOf(db, "home", now()),
    landingLinks(db, shipTo, now()),
    carouselsOf(db, homeCarousels, { shipTo, now: now() }),
  ]);
  const listing = keepingState(collectionsPath, shipTo);
  return {
    title: shop.homeTitle,
    heading: shop.homeTitle || shop.storeName,
    description: shop.homeDescription,
    canonical: publicUrl + homePath,
    ...shared(publicUrl, hero?.background),
    jsonLd: [organizationLd({ publicUrl, ...shop }), webSiteLd({ publicUrl, storeName: shop.storeName })],
    hero: hero && heroOf(hero, "black"),
    doors,
    rows: withPromos(
      carousels.map((carousel, at) => ({ ...carousel, ...(at === 0 && { more: listing }) })),
      promos.map(promoOf),
    ),
    shipTo,
    everywhere: shipToMenu(homePath, { shipTo, hasStateRules: await hasStateRules(db) }),
  };
}

/**
 * A link to each category that has products. A category without a picture has that of its most
 * popular product.
 */
async function landingLinks(db: Db, shipTo: ShipTo | undefined, now: number) {
  const categories = await allCategories(db);
  const best = await Promise.all(categories.map(({ slug }) => bestOf(db, { by: "popularity", category: slug, limit: 1 })));
  const cards = new Map((await productCards(db, best.flat(), undefined, now)).map((card) => [card.id, card]));
  return categories.flatMap(({ slug, name, picture }, at) => {
    const card = cards.get(best[at]?.[0] ?? "");
    return card
      ? [
          {
            name,
            href: keepingState(landingPath(slug), shipTo),
            picture: picture ?? card.picture,
            backdropColour: card.backdropColour,
          },
        ]
      : [];
  });
}
