import { z } from "zod";
import { money } from "../money-schema.ts";
import { labels } from "./rules/labels.ts";

/** The call by which a product page reports a view. */
export const viewed = z.object(
  { productId: z.string("must be an id").regex(/^[\w-]{1,64}$/, "must be an id") },
  "must be a JSON object",
);

const ids = z.array(z.string("must be an id").regex(/^[\w-]{1,64}$/, "must be an id")).optional();

/** The most variants and products that one call may name. */
export const mostOffers = 50;

/**
 * The query of offers: ids of variants and ids of products. A product's id stands for all variants
 * of the product.
 */
export const offersQuery = z.object({ variantId: ids, productId: ids }).refine(({ variantId = [], productId = [] }) => {
  const idCount = variantId.length + productId.length;
  return idCount > 0 && idCount <= mostOffers;
}, `Name 1 to ${mostOffers} ids, each as variantId or productId.`);

export const picture = z.strictObject({ url: z.string(), alt: z.string() });

/** A product card in calls' answers (rules/card.ts). */
export const card = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    price: z.number(),
    category: z.strictObject({ name: z.string(), slug: z.string() }),
    brand: z.string(),
    thumbnail: picture,
    media: z.array(z.string()),
    label: z.enum(labels).nullable(),
    discountPercent: z.int(),
    shippable: z.boolean(),
    isAvailable: z.boolean(),
    defaultVariant: z.strictObject({ id: z.string(), quantityAvailable: z.int() }).nullable(),
    variants: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        sku: z.string(),
        options: z.record(z.string(), z.string()),
        price: z.number(),
        discountPercent: z.int(),
        quantityAvailable: z.int(),
      }),
    ),
    pricing: z.strictObject({
      priceRange: z.strictObject({ start: z.strictObject({ net: money }), stop: z.strictObject({ net: money }) }),
    }),
    review_aggregate: z.strictObject({
      ratingAndReviewCount: z.int(),
      stars_percentajes: z.array(z.strictObject({ stars: z.int(), count: z.int(), percentage: z.int() })),
    }),
  })
  .meta({ id: "ProductCard" });

/** A variant on sale in its public form (rules/offer.ts). */
export const offer = z
  .strictObject({
    variantId: z.string(),
    productId: z.string(),
    name: z.string(),
    variant: z.string(),
    options: z.record(z.string(), z.string()),
    category: z.string(),
    href: z.string(),
    thumbnail: picture,
    price: z.number(),
    compareAt: z.number().nullable(),
    discountPercent: z.int(),
    label: z.enum(labels).nullable(),
    left: z.int(),
    restrictedStates: z.array(z.string()),
  })
  .meta({ id: "Offer" });
