import type { Label } from "../../catalog/rules/labels.ts";
import type { Cents } from "../../money.ts";
import type { Art } from "../drawings/art.ts";
import type { Colour } from "../drawings/colours.ts";
import { hashed } from "../drawings/sheet.ts";
import { drawnKey } from "../drawings/spec.ts";
import type { DemoCategory, DemoPicture, DemoProduct, DemoReview, DemoVariant } from "./types.ts";

/** `stars | author | days ago | title | body` */
export type WrittenReview = `${DemoReview["stars"]} | ${string} | ${number} | ${string} | ${string}`;

type Drawn = { motif: string; art?: Art; colours: readonly Colour[]; label?: string };

/** A product as it is written down here: short, with what follows from its category left out. */
export type Offer = {
  slug: string;
  name: string;
  brand: string;
  drawn: Drawn;
  /** what the first picture shows */
  alt: string;
  /** views of the gallery after the first: 1 a pair, 2 a detail, 3 with its packaging */
  views?: readonly (1 | 2 | 3)[];
  /**
   * further colours, by the value of the option Color, each with a picture of its own; the first
   * is the drawn one
   */
  colourways?: Readonly<Record<string, readonly Colour[]>>;
  text: readonly string[];
  variants: readonly Omit<DemoVariant, "picture">[];
  attributes: Record<string, readonly string[]>;
  label?: Label;
  premium?: boolean;
  restricted?: boolean;
  reviews?: readonly WrittenReview[];
  /** how many of the category's general reviews stand beside these */
  more?: number;
  added: number;
  sold: number;
  seen: number;
};

const viewWords = ["", "a pair, one behind the other", "seen from near", "beside the carton it is sent in"];

function galleryOf(category: DemoCategory, { slug, name, drawn, alt, views = [2, 3], colourways = {} }: Offer): DemoPicture[] {
  const { motif, art = "none", colours, label = "" } = drawn;
  const seed = hashed(slug).toString(16);
  const key = (inks: readonly Colour[], view: number) => drawnKey({ category, motif, art, colours: inks, label, seed, view });
  const front = { key: key(colours, 0), alt };
  const more = views.map((view) => ({ key: key(colours, view), alt: `${name}, ${viewWords[view]}` }));
  const others = Object.entries(colourways).slice(1);
  return [front, ...more, ...others.map(([colour, inks]) => ({ key: key(inks, 0), alt: `${name} in ${colour.toLowerCase()}` }))];
}

function pictureOf({ options }: Omit<DemoVariant, "picture">, { colourways = {}, views = [2, 3] }: Offer): number {
  const at = Object.keys(colourways).indexOf(options.Color ?? "");
  return at > 0 ? views.length + at : 0;
}

function wholeReview(written: WrittenReview): DemoReview {
  const [stars = "", author = "", days = "", title = "", body = ""] = written.split(" | ");
  return { stars: Number(stars) as DemoReview["stars"], author, daysAgo: Number(days), title, body };
}

/** The whole product; `general` are reviews that could be of anything in its category. */
export function offer(category: DemoCategory, draft: Offer, general: readonly WrittenReview[]): DemoProduct {
  const { slug, name, brand, text, label, premium = false, restricted = false, attributes, added, sold, seen } = draft;
  return {
    slug,
    name,
    category,
    brand,
    description: text.map((paragraph) => `<p>${paragraph}</p>`).join("\n"),
    pictures: galleryOf(category, draft),
    ...(label && { label }),
    premium,
    restricted,
    attributes,
    variants: draft.variants.map((variant) => ({ ...variant, picture: pictureOf(variant, draft) })),
    reviews: [...(draft.reviews ?? []), ...general].map(wholeReview),
    addedDaysAgo: added,
    units90: sold,
    views30: seen,
  };
}

type VariantTuple = readonly [price: Cents, onHand: number, grams: number, was?: Cents | undefined];

const variantFields = ([priceCents, onHand, weightGrams, compareAtCents]: VariantTuple) => ({
  priceCents,
  onHand,
  weightGrams,
  ...(compareAtCents !== undefined && { compareAtCents }),
});

/** The only variant of a product. */
export const single = (sku: string, ...one: VariantTuple): Omit<DemoVariant, "picture">[] => [
  { sku, options: {}, ...variantFields(one) },
];

const suffix = (value: string) => value.toUpperCase().replace(/[^A-Z0-9]+/g, "");

/**
 * One variant for each value of an option:
 * `choices("HF-LM", "Pack", { "3 seeds": [2400, 40, 10] })`.
 */
export const choices = (sku: string, option: string, values: Record<string, VariantTuple>): Omit<DemoVariant, "picture">[] =>
  Object.entries(values).map(([value, one]) => ({
    sku: `${sku}-${suffix(value)}`,
    options: { [option]: value },
    ...variantFields(one),
  }));

/**
 * Every size of every colour, all at one price; `onHand` runs over the sizes of the first colour,
 * then of the next.
 */
export function sizes(
  sku: string,
  colours: readonly string[],
  names: readonly string[],
  price: Cents,
  grams: number,
  onHand: readonly number[],
  was?: Cents,
) {
  return colours.flatMap((colour, row) =>
    names.map((size, column) => ({
      sku: `${sku}-${suffix(colour).slice(0, 3)}-${suffix(size)}`,
      options: colours.length > 1 ? { Color: colour, Size: size } : { Size: size },
      ...variantFields([price, onHand[row * names.length + column] ?? 0, grams, was]),
    })),
  );
}
