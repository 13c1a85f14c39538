import { wearables } from "./apparel-others.ts";
import { tops } from "./apparel-tops.ts";
import { homeGoods } from "./badu-home.ts";
import { pocketGoods } from "./badu-pocket.ts";
import { generalReviews } from "./general-reviews.ts";
import { otherGlass } from "./glass-others.ts";
import { waterGlass } from "./glass-water.ts";
import { growing } from "./mushrooms-growing.ts";
import { kitchen } from "./mushrooms-kitchen.ts";
import { type Offer, offer } from "./offer.ts";
import { feminised } from "./seeds-feminised.ts";
import { otherSeeds } from "./seeds-others.ts";
import type { DemoCategory, DemoProduct } from "./types.ts";

const offers: Record<DemoCategory, readonly Offer[]> = {
  seeds: [...feminised, ...otherSeeds],
  glass: [...waterGlass, ...otherGlass],
  mushrooms: [...growing, ...kitchen],
  apparel: [...tops, ...wearables],
  "that-badu": [...pocketGoods, ...homeGoods],
};

/** Deals the category's general reviews out in turn, so that none is read twice. */
function of(category: DemoCategory): DemoProduct[] {
  const left = [...generalReviews[category]];
  return offers[category].map((draft) => {
    const fitting = left.filter((review) => Number(review.split(" | ")[2]) < draft.added).slice(0, draft.more ?? 0);
    for (const review of fitting) left.splice(left.indexOf(review), 1);
    return offer(category, draft, fitting);
  });
}

/** Everything that the demo shop sells. */
export const products: readonly DemoProduct[] = [
  ...of("seeds"),
  ...of("glass"),
  ...of("mushrooms"),
  ...of("apparel"),
  ...of("that-badu"),
];
