import { photographUrl } from "../../media/drawn-urls.ts";
import type { Cents } from "../../money.ts";
import { type Ld, schemaOrg } from "../../web/json-ld.ts";
import { productPath } from "../paths.ts";
import { isGtin } from "../rules/codes.ts";
import { priceSpan } from "../rules/prices.ts";
import type { Product, Variant } from "../rules/product.ts";
import type { Rating } from "../rules/reviews.ts";

type Review = { author: string; stars: number; title: string; body: string; at: number };

type SoldProduct = {
  product: Product;
  /** plain text */
  about: string;
  rating: Rating;
  /** some of its reviews */
  reviews: readonly Review[];
};

const decimal = (cents: Cents): string => (cents / 100).toFixed(2);

/**
 * A product with its offers, and with a rating if it has reviews. Leaves out unknown values, such
 * as the end of a price's validity.
 */
export function productLd(publicUrl: string, { product, about, rating, reviews }: SoldProduct): Ld {
  const url = publicUrl + productPath(product.slug);
  const pictures = product.pictures.filter(({ isPlaceholder }) => !isPlaceholder);
  return {
    "@context": schemaOrg,
    "@type": "Product",
    "@id": `${url}#product`,
    name: product.name,
    url,
    ...(about && { description: about }),
    ...(pictures.length > 0 && { image: pictures.map((picture) => publicUrl + photographUrl(picture.url)) }),
    ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
    category: product.category.name,
    ...offersOf(product, url),
    ...(rating.count > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating.mean,
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
      review: reviews.map(reviewOf),
    }),
  };
}

function offersOf({ variants }: Product, url: string): object {
  const [only, ...others] = variants;
  if (!only) return {};
  if (others.length === 0) return { ...codesOf(only), offers: offerOf(only, url) };
  const { start, stop } = priceSpan(variants.map(({ price }) => price));
  const offers = variants.map((variant) => ({
    ...offerOf(variant, `${url}?variant=${encodeURIComponent(variant.id)}`),
    name: variant.name,
  }));
  return {
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: "USD",
      lowPrice: decimal(start),
      highPrice: decimal(stop),
      offerCount: variants.length,
      availability: availabilityOf(variants.some(({ left }) => left > 0)),
      url,
      offers,
    },
  };
}

const offerOf = (variant: Variant, url: string) => ({
  "@type": "Offer",
  ...codesOf(variant),
  url,
  price: decimal(variant.price),
  priceCurrency: "USD",
  availability: availabilityOf(variant.left > 0),
});

/**
 * The variant's SKU and GTIN. A barcode that is no GTIN is valid only in this shop, so it is left
 * out.
 */
const codesOf = ({ sku, barcode = "" }: Variant) => ({ ...(sku && { sku }), ...(isGtin(barcode) && { gtin: barcode }) });

const availabilityOf = (inStock: boolean) => `${schemaOrg}/${inStock ? "InStock" : "OutOfStock"}`;

const reviewOf = ({ author, stars, title, body, at }: Review) => ({
  "@type": "Review",
  author: { "@type": "Person", name: author },
  datePublished: new Date(at).toISOString().slice(0, 10),
  ...(title && { name: title }),
  ...(body && { reviewBody: body }),
  reviewRating: { "@type": "Rating", ratingValue: stars, bestRating: 5, worstRating: 1 },
});
