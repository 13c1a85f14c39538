import { dependOn, dependOnTime, reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { shownPapers } from "./papers.ts";
import {
  type Fact,
  findFacts,
  findProductId,
  findReviews,
  findTexts,
  type ProductTexts,
  type Review,
} from "./queries/details.ts";
import { findProducts } from "./queries/products.ts";
import { findRelated } from "./related.ts";
import { labelUntil } from "./rules/labels.ts";
import { clampPage } from "./rules/paging.ts";
import type { PaperFields } from "./rules/papers.ts";
import type { Product, Variant } from "./rules/product.ts";
import type { ProductCard } from "./rules/product-card.ts";
import { type Rating, type ReviewFilter, ratingOf, reviewsPerPage } from "./rules/reviews.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { restrictedStates, type StateRule } from "./rules/states.ts";
import { hasStateRules, rulesOfProduct } from "./states.ts";
import { attributeSubject, detailsSubject, productSubject, subjectsOf, valueSubject } from "./subjects.ts";

/** The query of a product's address. */
export type ProductQuery = { reviews: ReviewFilter; shipTo: ShipTo | undefined; variantId: string | undefined };

export type Details = ProductQuery &
  ProductTexts & {
    product: Product;
    /** the variant named in the address, if the product has this variant */
    variant: Variant | undefined;
    facts: Fact[];
    /** the papers that shoppers see */
    papers: readonly PaperFields[];
    rating: Rating;
    reviewList: Review[];
    /** the rules of the shopper's state */
    rules: StateRule[];
    /** `US-TX` */
    restrictedStates: string[];
    related: ProductCard[];
    /** whether any product of the shop is restricted somewhere */
    hasStateRules: boolean;
  };

/** A published product with all data of its page; undefined if no product has this slug. */
export async function findDetails(db: Db, slug: string, query: ProductQuery, now: number): Promise<Details | undefined> {
  const { reviews, shipTo } = query;
  const id = await reading([], () => findProductId(db, slug));
  if (id === undefined) return undefined;
  const own = [productSubject(id), detailsSubject(id)];
  const [product] = await reading(own, () => findProducts(db, [id]));
  if (!product) return undefined;
  dependOn(...subjectsOf(product));
  dependOnTime(labelUntil(product, now));
  const ids = { id: product.id, categoryId: product.category.id };
  const rating = ratingOf(product.stars);
  const filter = { ...reviews, page: clampPage(reviews.page, rating.count, reviewsPerPage) };
  const variant = product.variants.find((each) => each.id === query.variantId);
  const [texts, facts, reviewList, rules, papers] = await reading(own, () =>
    Promise.all([
      findTexts(db, product.id),
      findFacts(db, product.id),
      findReviews(db, product.id, filter),
      rulesOfProduct(db, ids),
      shownPapers(db, [product.id]),
    ]),
  );
  for (const { attributeId, valueId } of facts) dependOn(attributeSubject(attributeId), valueSubject(valueId));
  const valueIds = facts.map((fact) => fact.valueId);
  const related = await findRelated(db, { product, valueIds }, shipTo, now);
  const ofState = rules.filter(({ country, area }) => country === shipTo?.country && area === shipTo.area);
  return {
    product,
    variant,
    variantId: variant?.id,
    ...texts,
    facts,
    papers: papers.get(product.id) ?? [],
    rating,
    reviewList,
    reviews: filter,
    shipTo,
    rules: ofState,
    restrictedStates: restrictedStates(ids, rules),
    related,
    hasStateRules: await hasStateRules(db),
  };
}
