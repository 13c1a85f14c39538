import { expect } from "vitest";
import { findMatching } from "../../server/catalog/queries/search.ts";
import { plainTerms } from "../../server/catalog/rules/search.ts";
import type { Db } from "../../server/db/tables.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import type { FiledProduct } from "./import-process.ts";

/**
 * A catalogue that differs every day. Each day has a word, and every product's name contains the
 * word of its day. No word is the beginning of another one.
 */
export const days = [
  ...["amber", "birch", "cedar", "dusk", "ember", "frost", "gorse"],
  ...["heath", "ivy", "kelp", "moor", "nettle"],
] as const;
export type Day = (typeof days)[number];

const sizes = ["S", "M", "L"] as const;
export const slugOf = (at: number) => `jar-${at}`;
export const skuOf = (at: number) => `JAR-${at}-M`;
export const altOf = (at: number, day: Day) => `Jar ${at}, ${day}`;

/**
 * Names, prices, units, pictures and the product type depend on the day, so that a mixture of two
 * days is detected.
 */
export const jar = (at: number, day: Day): FiledProduct => {
  const n = days.indexOf(day);
  return {
    slug: slugOf(at),
    title: `Jar ${at} ${day}`,
    type: n % 2 ? "Glass" : "Seeds",
    pictures: [altOf(at, day), `${altOf(at, day)}, its lid`],
    variants: sizes.map((size, place) => ({
      sku: `JAR-${at}-${size}`,
      size,
      price: `${20 + n}.${place}0`,
      stock: n + place + 1,
    })),
  };
};

/** Each day has more jars than the day before. */
export const jarsOf = (day: Day): FiledProduct[] => Array.from({ length: 48 + 16 * days.indexOf(day) }, (_, at) => jar(at, day));

/** The stored products by slug, without ids and times. */
export async function catalogueIn(db: Db) {
  const products = await db
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.id", "p.slug", "p.name", "c.name as category", "p.brand", "p.published", "p.price_start", "p.price_stop"])
    .orderBy("p.slug")
    .execute();
  const variants = await db.selectFrom("variant").selectAll().orderBy("position").execute();
  const pictures = await db.selectFrom("product_media").selectAll().orderBy("position").execute();
  const moved = new Map<string, number>();
  for (const { variant_id, units } of await db.selectFrom("stock_movement").select(["variant_id", "units"]).execute())
    moved.set(variant_id, (moved.get(variant_id) ?? 0) + units);
  const ofProduct = <Row extends { product_id: string }>(rows: readonly Row[]) => Map.groupBy(rows, (row) => row.product_id);
  const [variantsOf, picturesOf] = [ofProduct(variants), ofProduct(pictures)];
  return products.map(({ id, ...product }) => ({
    ...product,
    variants: (variantsOf.get(id) ?? []).map(
      ({ id: variant, key, name, price, position, active, picture, on_hand, reserved }) => {
        return { key, name, price, position, active, picture, on_hand, reserved, moved: moved.get(variant) };
      },
    ),
    pictures: (picturesOf.get(id) ?? []).map(({ position, kind, key, alt, wanted_url }) => ({
      position,
      kind,
      key,
      alt,
      wanted_url,
    })),
  }));
}

const cents = (price: string) => Math.round(Number(price) * 100);

/** A day's product with all values from its file. */
const wholeOf = ({ title, type, pictures = [], variants = [] }: FiledProduct) => {
  const prices = variants.map(({ price }) => cents(price));
  return {
    name: title,
    category: type,
    brand: "Fernwork",
    published: 1,
    price_start: Math.min(...prices),
    price_stop: Math.max(...prices),
    variants: variants.map(({ sku, size, stock = 0 }, position) => ({
      key: sku,
      name: size,
      price: prices[position],
      position,
      active: 1,
      picture: 0,
      on_hand: stock,
      reserved: 0,
      moved: stock,
    })),
    pictures: pictures.map((alt, position) => ({ position, kind: "drawn", alt })),
  };
};

/**
 * Expects that every product equals some day's file in all its parts and in the search, and that no
 * invariant is broken. Returns the number of products for each day.
 */
export async function expectWhole(db: Db): Promise<Map<Day, number>> {
  const [catalogue, ids] = [await catalogueIn(db), await db.selectFrom("product").select(["id", "name"]).execute()];
  const dayOf = (name: string) => name.split(" ")[2] as Day;
  for (const product of catalogue) {
    const day = dayOf(product.name);
    const at = Number(product.slug.split("-")[1]);
    expect(product, `${product.slug} of ${day}`).toMatchObject(wholeOf(jar(at, day)));
  }
  for (const day of days) {
    const found = await findMatching(db, plainTerms([day]));
    const named = ids.filter(({ name }) => dayOf(name) === day).map(({ id }) => id);
    expect([day, found.sort()]).toEqual([day, named.sort()]);
  }
  expect(await findBreaches(db)).toEqual([]);
  return new Map([...Map.groupBy(catalogue, ({ name }) => dayOf(name))].map(([day, products]) => [day, products.length]));
}
