import { z } from "zod";
import { money } from "../money-schema.ts";
import { labels } from "./rules/labels.ts";

/** A product page's report that it was viewed. */
export const viewed = z.object(
  { productId: z.string("must be an id").regex(/^[\w-]{1,64}$/, "must be an id") },
  "must be a JSON object",
);

export const picture = z.strictObject({ url: z.string(), alt: z.string() });

/** A product card as calls answer it (rules/card.ts). */
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
