import fc from "fast-check";
import type { NewPicture, NewProduct, NewVariant } from "../../server/catalog/new-product.ts";
import { firstCategories } from "../../server/catalog/rules/categories.ts";
import { labels } from "../../server/catalog/rules/labels.ts";
import { completed, drawnKey } from "../../server/demo/drawings/spec.ts";
import { placeholderKey } from "../../server/media/placeholder.ts";
import type { NewAttribute } from "../support/save-catalog.ts";

export type Catalogue = { attributes: NewAttribute[]; products: NewProduct[] };

/** Texts that a spreadsheet, a CSV parser or the shop's own grammar could misread. */
const odd = [
  "=1+1",
  "'=quoted",
  "''",
  "'",
  "-5",
  "+1 (555)",
  "@here",
  "＝wide",
  'say "hi"',
  "a, b; c",
  "[grey 3]",
  "back\\slash",
  "two\nlines",
  "old\r\nlines",
  "0123",
  "1e5",
  "none",
  "Default Title",
  "__proto__",
  "7",
  "<b>bold</b> & co.",
  "Grüße, 茶 и ☕🌿",
  "👩🏽‍🌾",
  "أخضر",
  "\u200bunseen",
  "x".repeat(200),
];

/** Texts as an import stores them: no surrounding blanks, and nothing that a database refuses. */
const text = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...odd) },
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.lorem({ maxCount: 3 }),
  )
  .map((words) => words.replaceAll("\0", "").trim());

const name = text.map((words) => words || "nameless");

const slug = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/),
  fc.constantFrom("crème-brûlée", "茶-碗", "чай", "a_b", "z--z", "10", "2"),
);

const html = fc.oneof(
  fc.constant(""),
  text,
  text.map((words) => `<p>${words}</p>\n<ul><li>one</li></ul>`),
  fc.constantFrom(
    '<h1 style="color:red">Big</h1><script>alert(1)</script>',
    "<div>5 &lt; 6 &amp;amp; &nbsp;</div>",
    "<p>never closed <b>bold",
    "= not a formula",
    "<table><tr><td>a</td></tr></table>",
  ),
);

const word = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6})?$/);

const attributes: fc.Arbitrary<NewAttribute[]> = fc
  .uniqueArray(
    fc.record({
      slug: word,
      name,
      values: fc.uniqueArray(fc.record({ slug: word, name }), { selector: (value) => value.slug, maxLength: 6 }),
    }),
    { selector: (attribute) => attribute.slug, maxLength: 4 },
  )
  .map((all) => all.map((attribute, position) => ({ ...attribute, position })));

const cents = fc.oneof(fc.constantFrom(0, 1, 99, 100, 1250), fc.nat({ max: 900_000_000 }));

const variantOf = fc.record({
  sku: fc.oneof(fc.constant(""), text),
  price: cents,
  more: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
  stock: fc.nat({ max: 100_000 }),
  grams: fc.nat({ max: 50_000 }),
  barcode: fc.oneof(fc.constant(""), text),
  lowStock: fc.option(fc.nat({ max: 1_000_000 })),
  picture: fc.nat({ max: 4 }),
});

const choices = fc.uniqueArray(name, { minLength: 0, maxLength: 3 }).chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc.uniqueArray(
      fc.record({ values: fc.array(name, { minLength: names.length, maxLength: names.length }), variant: variantOf }),
      { selector: ({ values }) => JSON.stringify(values), minLength: 1, maxLength: 5 },
    ),
  }),
);

const pictureOf = fc.record({
  kind: fc.constantFrom("drawn", "awaited", "stored"),
  alt: name,
  tail: text,
  n: fc.nat({ max: 9 }),
});

const shapeOf = fc.record({
  slug,
  name,
  brand: text,
  description: html,
  category: fc.constantFrom(...firstCategories.map((category) => category.slug)),
  label: fc.constantFrom(null, null, ...labels),
  published: fc.boolean(),
  premium: fc.boolean(),
  createdAt: fc.integer({ min: 0, max: Date.UTC(2090, 0) }),
  choices,
  pictures: fc.uniqueArray(pictureOf, {
    selector: ({ kind, tail, n }) => (kind === "awaited" ? `${n} ${tail}` : `${kind} ${n}`),
    maxLength: 5,
  }),
  picks: fc.array(fc.nat({ max: 30 }), { maxLength: 5 }),
});
type Shape = typeof shapeOf extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Whole catalogues as owners and imports make them: each product can be sold, and each key is
 * unique.
 */
export const catalogues: fc.Arbitrary<Catalogue> = fc
  .record({ attributes, shapes: fc.uniqueArray(shapeOf, { selector: (shape) => shape.slug, maxLength: 8 }) })
  .map(({ attributes, shapes }) => {
    const keys = new Set<string>();
    const products = shapes.map((shape) => productOf(shape, attributes, keys)).filter(({ variants }) => variants.length > 0);
    return { attributes, products };
  })
  // The export of an empty catalogue has only headers, and an import refuses it.
  .filter(({ products }) => products.length > 0);

function productOf(
  { choices, pictures, picks, ...shape }: Shape,
  attributes: readonly NewAttribute[],
  keys: Set<string>,
): NewProduct {
  const values = attributes.flatMap((attribute) =>
    attribute.values.map((value) => ({ attribute: attribute.slug, value: value.slug })),
  );
  const chosen = picks.flatMap((pick) => values[pick] ?? []);
  const shown = pictures.map(newPicture);
  return {
    ...shape,
    variants: variantsOf(shape.slug, choices, Math.max(shown.length, 1), keys),
    attributes: [...new Map(chosen.map((pick) => [JSON.stringify(pick), pick])).values()],
    pictures: shown,
  };
}

function newPicture({ kind, alt, tail, n }: Shape["pictures"][number]): NewPicture {
  if (kind === "stored") return { kind, key: `${String(n).repeat(32)}-640.webp`, alt, width: 640, height: 480 };
  const wantedUrl = `https://elsewhere.test/${n}.jpg?v=${tail}`;
  if (kind === "awaited") return { kind: "drawn", key: placeholderKey, alt, wantedUrl };
  return { kind: "drawn", key: drawnKey(completed({ category: "glass", seed: `piece-${n}` })), alt };
}

function variantsOf(slug: string, { names, rows }: Shape["choices"], pictures: number, keys: Set<string>): NewVariant[] {
  return rows.flatMap(({ values, variant: { sku, more, picture, ...variant } }) => {
    const options = Object.fromEntries(names.map((option, at) => [option, values[at] ?? ""]));
    if (options.Title === "Default Title") return [];
    const chosen = Object.values(options);
    const key = sku || [slug, ...chosen].join("/");
    if (keys.has(key) || key.length > 600) return [];
    keys.add(key);
    return [
      {
        ...variant,
        sku,
        key,
        options,
        name: chosen.join(" / "),
        picture: picture % pictures,
        ...(more && { compareAt: variant.price + more }),
      },
    ];
  });
}
