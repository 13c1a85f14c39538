import type { Db } from "../../db/tables.ts";
import { withNumbersAscending } from "../rules/natural-order.ts";
import { type ReviewFilter, type ReviewOrder, reviewsPerPage } from "../rules/reviews.ts";

/** The id of the published product with this slug; undefined if there is none. */
export async function findProductId(reader: Db, slug: string): Promise<string | undefined> {
  const query = reader.selectFrom("product").select("id").where("slug", "=", slug).where("published", "=", 1);
  return (await query.executeTakeFirst())?.id;
}

/**
 * The cleaned HTML of a product's description, and the owner's texts for search engines, whether
 * the product is published or not. Each may be empty.
 */
export async function findTexts(reader: Db, id: string): Promise<ProductTexts> {
  const query = reader
    .selectFrom("product")
    .select(["description", "seo_title as seoTitle", "seo_description as seoDescription"]);
  const texts = await query.where("id", "=", id).executeTakeFirst();
  return texts ?? { description: "", seoTitle: "", seoDescription: "" };
}

export type ProductTexts = { description: string; seoTitle: string; seoDescription: string };

export type Fact = { attributeId: string; attribute: string; name: string; valueId: string; value: string };

/** A product's attributes and their values. */
export async function findFacts(reader: Db, id: string): Promise<Fact[]> {
  const facts = await reader
    .selectFrom("product_attribute as pa")
    .innerJoin("attribute_value as v", "v.id", "pa.value_id")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["a.id as attributeId", "a.slug as attribute", "a.name", "v.id as valueId", "v.name as value"])
    .where("pa.product_id", "=", id)
    .orderBy("a.position")
    .orderBy("a.slug")
    .orderBy("v.position")
    .orderBy("v.slug")
    .execute();
  return withNumbersAscending(facts, ({ attributeId, value }) => `${attributeId} ${value}`);
}

export type Review = {
  author: string;
  stars: number;
  title: string;
  body: string;
  at: number;
  /**
   * the order with which the author bought the product in this shop; null for a review from another
   * source
   */
  order_id: string | null;
  /** the shop's public answer; empty without one */
  answer: string;
};

const ordering: Record<ReviewOrder, ["at" | "stars", "asc" | "desc"]> = {
  newest: ["at", "desc"],
  oldest: ["at", "asc"],
  highest: ["stars", "desc"],
  lowest: ["stars", "asc"],
};

/** Published reviews, a page of `reviewsPerPage`; empty beyond the last page. */
export function findReviews(reader: Db, productId: string, { order, page }: ReviewFilter): Promise<Review[]> {
  const [by, way] = ordering[order];
  const query = reader
    .selectFrom("review")
    .select(["author", "stars", "title", "body", "at", "order_id", "answer"])
    .where("product_id", "=", productId)
    .where("published", "=", 1)
    .orderBy(by, way);
  const tied = by === "at" ? query : query.orderBy("at", "desc");
  return tied
    .orderBy("id")
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage)
    .execute();
}
