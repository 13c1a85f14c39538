import type { Db } from "../db/tables.ts";
import { dryRun } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import type { Details } from "./details.ts";
import { shownPapers } from "./papers.ts";
import { writeProduct } from "./product-record.ts";
import { findFacts, findReviews, findTexts } from "./queries/details.ts";
import { findProducts } from "./queries/products.ts";
import type { ProductFields } from "./rules/product-fields.ts";
import { ratingOf, reviewFilterOf } from "./rules/reviews.ts";

/**
 * Previews the page of a product, published or not, with `fields` if given. Saves nothing. Refuses
 * fields that cannot be saved.
 */
export const previewProduct = (db: Db, id: string, fields: ProductFields | undefined, now: number): Promise<Outcome<Details>> =>
  dryRun<Outcome<Details>>(db, async (tx) => {
    const outcome = fields ? await writeProduct(tx, id, fields, now) : ok({});
    if (!outcome.ok) return outcome;
    const [product] = await findProducts(tx, [id]);
    if (!product) return notFound;
    const reviews = reviewFilterOf({});
    return ok({
      product,
      ...{ variant: undefined, variantId: undefined, shipTo: undefined, reviews },
      ...(await findTexts(tx, id)),
      facts: await findFacts(tx, id),
      papers: (await shownPapers(tx, [id])).get(id) ?? [],
      rating: ratingOf(product.stars),
      reviewList: await findReviews(tx, id, reviews),
      ...{ rules: [], restrictedStates: [], related: [], hasStateRules: false },
    });
  });
