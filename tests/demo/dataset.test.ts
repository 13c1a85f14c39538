import { expect, test } from "vitest";
import { isLabel } from "../../server/catalog/rules/labels.ts";
import banners from "../../server/demo/dataset/banners.json" with { type: "json" };
import giftRule from "../../server/demo/dataset/gift-rule.json" with { type: "json" };
import { drawProduct } from "../../server/demo/drawings/draw.ts";
import { demoDrawings } from "../../server/demo/drawings/generator.ts";
import { parseDrawnKey } from "../../server/demo/drawings/spec.ts";
import { readDataset, readOffer } from "../../server/demo/read-dataset.ts";
import { drawnKeyOf } from "../../server/media/drawn-urls.ts";

const { categories, promos, stateRules, products: whole } = await readDataset();
const { shippingMethods, taxRates } = await readOffer();
const products = whole.map(({ product, past, reviews }) => {
  const { pictures = [], attributes = [], description = "", ...own } = product;
  const described = pictures.map(({ key, alt = "" }) => ({ key, alt }));
  return { ...own, pictures: described, attributes, description, past, reviews };
});

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .trim()
    .split(/\s+/).length;
const repeated = (list: readonly string[]) => list.filter((one, at) => list.indexOf(one) !== at);
const variants = products.flatMap((product) => product.variants);

test("the demo shop has at least eighty products, each category its share", () => {
  const counts = categories.map(({ slug }) => [slug, products.filter(({ category }) => category === slug).length]);

  expect(products.length).toBeGreaterThanOrEqual(80);
  expect(counts).toEqual([
    ["seeds", 20],
    ["glass", 16],
    ["mushrooms", 16],
    ["apparel", 17],
    ["that-badu", 16],
  ]);
});

test("slugs, names, SKUs and reviews are each of one product only", () => {
  expect(repeated(products.map(({ slug }) => slug))).toEqual([]);
  expect(repeated(products.map(({ name }) => name))).toEqual([]);
  expect(repeated(variants.map(({ sku = "" }) => sku))).toEqual([]);
  expect(repeated(products.flatMap(({ reviews }) => reviews.map(({ body }) => body)))).toEqual([]);
  expect(products.filter(({ slug }) => !/^[a-z]+(-[a-z]+)*$/.test(slug))).toEqual([]);
});

test("no two products look alike, nor two pictures of one product", () => {
  const keys = products.flatMap(({ pictures }) => pictures.map(({ key }) => key));
  const drawn = keys.map((key) => drawProduct(parseDrawnKey(key) ?? { category: "seeds", seed: "none" }));
  const shapes = products.map(({ pictures }) => pictures[0]?.key.split("-").slice(1, 5).join());

  expect(keys.filter((key) => !parseDrawnKey(key))).toEqual([]);
  expect(repeated(keys)).toEqual([]);
  // Ids contain the key. Without ids, a repeated picture has equal bytes.
  const bare = drawn.map((svg) => svg.replace(/\bp[0-9a-z]+-[0-9a-z]+/g, ""));
  expect(new Set(bare).size).toBe(keys.length);
  expect(repeated(shapes.map(String))).toEqual([]);
});

test("every picture tells in words what it shows, and each product has a gallery", () => {
  const pictures = products.flatMap((product) => product.pictures);

  expect(pictures.filter(({ alt }) => alt.length < 12 || alt.length > 125)).toEqual([]);
  expect(repeated(pictures.map(({ alt }) => alt))).toEqual([]);
  expect(products.filter((product) => product.pictures.length < 3)).toEqual([]);
  expect(products.flatMap((product) => product.variants.filter(({ picture = 0 }) => !product.pictures[picture]))).toEqual([]);
});

test("a colour that can be chosen has a picture of its own", () => {
  const coloured = products.filter(
    (product) => product.variants.some(({ options }) => options.Color) && product.variants.length > 1,
  );

  expect(coloured.length).toBeGreaterThanOrEqual(4);
  for (const product of coloured) {
    const colours = new Set(product.variants.map(({ options }) => options.Color));
    expect(new Set(product.variants.map(({ picture }) => picture)).size).toBe(colours.size);
  }
});

test("descriptions are worth reading and promise nothing about health", () => {
  const lengths = products.map(({ slug, description }) => [slug, wordsOf(description)] as const);

  expect(lengths.filter(([, words]) => words < 60 || words > 150)).toEqual([]);
  expect(
    products.filter(({ description }) =>
      /\b(cures?|heal(s|ing)?|medic\w*|therap\w*|immun\w*|anxiety|pain|wellness)\b/i.test(description),
    ),
  ).toEqual([]);
  expect(products.filter(({ description }) => !/^(<p>[^<]+<\/p>\n?)+$/.test(description))).toEqual([]);
});

test("labels are spelled as written and all of them occur (requirement 149)", () => {
  const used = products.flatMap(({ label }) => label ?? []);

  expect(used.filter((label) => !isLabel(label))).toEqual([]);
  expect(new Set(used).size).toBe(7);
  expect(products.filter(({ label, past }) => label === "new" && past.addedDaysAgo > 30)).toEqual([]);
  expect(products.filter((one) => one.label === "sale" && !one.variants.every((v) => v.compareAt !== undefined))).toEqual([]);
});

test("an attribute value has the same name wherever it occurs, and names its place once", () => {
  const names = products.flatMap(({ attributes }) =>
    attributes.map(({ attribute, value, names }) => ({
      value: `${attribute}:${value}`,
      name: names?.value,
      place: names?.position,
    })),
  );
  const distinct = new Set(names.map(({ value }) => value));

  expect(distinct.size).toBe(75);
  expect(new Set(names.map(({ value, name }) => `${value} ${name}`)).size).toBe(distinct.size);
  expect(repeated(names.filter(({ place }) => place !== undefined).map(({ value }) => value))).toEqual([]);
});

test("prices, weights and stock are believable, with some gone and some nearly gone", () => {
  const left = products.map((product) => product.variants.reduce((sum, { stock = 0 }) => sum + stock, 0));

  expect(variants.filter(({ price }) => !Number.isInteger(price) || price < 100 || price > 50_000)).toEqual([]);
  expect(variants.filter(({ compareAt, price }) => compareAt != null && compareAt <= price)).toEqual([]);
  expect(variants.filter(({ grams = 0 }) => !Number.isInteger(grams) || grams < 5)).toEqual([]);
  expect(left.filter((units) => units === 0).length).toBeGreaterThanOrEqual(3);
  expect(left.filter((units) => units > 0 && units <= 5).length).toBeGreaterThanOrEqual(4);
  expect(left.filter((units) => units > 20).length).toBeGreaterThanOrEqual(50);
  expect(products.filter((product) => product.variants.length > 1).length).toBeGreaterThanOrEqual(30);
});

test("reviews are mixed, signed and not older than the product", () => {
  const reviews = products.flatMap((product) => product.reviews);
  const counts = products.map((product) => product.reviews.length);

  expect(Math.max(...counts)).toBeGreaterThanOrEqual(11);
  expect(Math.max(...counts)).toBeLessThanOrEqual(14);
  expect(Math.min(...counts)).toBe(0);
  expect([1, 2, 3, 4, 5].filter((stars) => !reviews.some((review) => review.stars === stars))).toEqual([]);
  expect(reviews.filter(({ author, title, body }) => !author || !title || body.length < 10)).toEqual([]);
  expect(products.filter(({ reviews: own, past }) => own.some(({ daysAgo }) => daysAgo > past.addedDaysAgo))).toEqual([]);
});

test("the promo codes are the five that the demo shop names", () => {
  const facts = promos.map(({ code, kind, amount, minimumCents, usageLimit, endsInDays }) => [
    code,
    kind,
    amount,
    minimumCents,
    usageLimit,
    endsInDays > 0,
  ]);

  expect(facts).toEqual([
    ["WELCOME10", "percent", 10, undefined, undefined, true],
    ["TAKE5", "amount", 500, 3000, undefined, true],
    ["SHIPFREE", "shipping", 0, undefined, undefined, true],
    ["EXPIRED1", "percent", 10, undefined, undefined, false],
    ["ONEUSE", "percent", 20, undefined, 1, true],
  ]);
});

test("a gift from $100 is one of two products of our own line, in stock and of one variant", () => {
  const gifts = giftRule.products.map((slug) => products.find((product) => product.slug === slug));

  expect(giftRule.thresholdCents).toBe(10_000);
  expect(gifts.map((gift) => [gift?.category, gift?.variants.length, (gift?.variants[0]?.stock ?? 0) > 100])).toEqual([
    ["that-badu", 1, true],
    ["that-badu", 1, true],
  ]);
});

test("Texas may not have some seeds, and every rule names products that exist", () => {
  const slugs = products.map(({ slug }) => slug);
  const texas = stateRules.filter(({ area }) => area === "TX");

  expect(texas.length).toBeGreaterThanOrEqual(3);
  expect(texas.every((rule) => products.find(({ slug }) => slug === rule.product)?.category === "seeds")).toBe(true);
  expect(stateRules.filter(({ product }) => product !== undefined && !slugs.includes(product))).toEqual([]);
  expect(stateRules.filter(({ category, product }) => (category === undefined) === (product === undefined))).toEqual([]);
  expect(repeated(stateRules.map((rule) => JSON.stringify(rule)))).toEqual([]);
});

test("parcels go to both countries, and tax is known by state and province", () => {
  const to = (country: "US" | "CA") => shippingMethods.filter(({ countries }) => countries.includes(country)).map(({ id }) => id);
  const rate = (country: string, area: string) => taxRates.find((one) => one.country === country && one.area === area)?.rate_ppm;

  expect(to("US")).toEqual(["standard", "expedited", "overnight"]);
  expect(to("CA")).toEqual(["standard", "expedited", "canada-tracked"]);
  expect([rate("US", "TX"), rate("US", "OR"), rate("CA", "QC")]).toEqual([62_500, undefined, 149_750]);
  expect(taxRates.filter(({ rate_ppm }) => !Number.isInteger(rate_ppm) || rate_ppm <= 0 || rate_ppm > 200_000)).toEqual([]);
});

test("every page has its banner, home two more between its products and apparel three, with every field filled (requirements 162, 164)", () => {
  const pages = banners.map(({ page }) => page);
  const texts = banners.flatMap(({ background, bannerInfo: { image, ...words } }) => [
    background.alt,
    image.alt,
    ...Object.values(words),
  ]);
  const urls = banners.flatMap(({ background, bannerInfo }) => [background.url, bannerInfo.image.url]);

  expect(["home", ...categories.map(({ slug }) => slug)].map((page) => pages.filter((one) => one === page).length)).toEqual([
    3, 1, 1, 1, 3, 1,
  ]);
  expect(texts.filter((text) => text.trim() === "")).toEqual([]);
  expect(urls.filter((url) => !demoDrawings(drawnKeyOf(url) ?? ""))).toEqual([]);
  expect(repeated(banners.map(({ background }) => background.url))).toEqual([]);
});
