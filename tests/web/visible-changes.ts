import { sql } from "kysely";
import type { Db } from "../../server/db/tables.ts";
import type { Draws } from "../support/draws.ts";

/** The ids of the demo shop that a random change chooses from. */
export type Subjects = {
  products: string[];
  variants: string[];
  categories: string[];
  attributes: string[];
  values: string[];
  reviews: string[];
  pages: string[];
  methods: string[];
};

export async function findSubjects(db: Db): Promise<Subjects> {
  const of = async (table: "product" | "variant" | "category" | "attribute" | "attribute_value" | "review" | "shipping_method") =>
    (await db.selectFrom(table).select("id").orderBy("id").execute()).map(({ id }) => id);
  return {
    products: await of("product"),
    variants: await of("variant"),
    categories: await of("category"),
    attributes: await of("attribute"),
    values: await of("attribute_value"),
    reviews: await of("review"),
    methods: await of("shipping_method"),
    pages: (await db.selectFrom("content_page").select("slug").orderBy("slug").execute()).map(({ slug }) => slug),
  };
}

type Change = (db: Db, draws: Draws, subjects: Subjects, now: number) => Promise<unknown>;

let made = 0;
const fresh = () => `made-${++made}`;
const day = 24 * 3_600_000;
const flag = (draws: Draws) => draws.below(2) as 0 | 1;

const onProduct =
  (set: (draws: Draws, subjects: Subjects, now: number) => Record<string, unknown>): Change =>
  (db, draws, subjects, now) =>
    db
      .updateTable("product")
      .set(set(draws, subjects, now))
      .where("id", "=", draws.one(subjects.products))
      .execute();

const onVariant =
  (set: (draws: Draws) => Record<string, unknown>): Change =>
  (db, draws, { variants }) =>
    db.updateTable("variant").set(set(draws)).where("id", "=", draws.one(variants)).execute();

/** Changes as the shop's own code makes them, and as somebody makes them by hand in SQL. */
export const visibleChanges: Readonly<Record<string, Change>> = {
  price: onVariant((draws) => ({ price: 100 + draws.below(9000) })),
  "former price": onVariant((draws) => ({ compare_at: draws.one([null, 10_000]) })),
  "lowest price": onProduct((draws) => ({ price_start: draws.below(900), price_stop: 9000 })),
  name: onProduct(() => ({ name: `Name ${fresh()}` })),
  brand: onProduct((draws) => ({ brand: draws.one(["", "Acme", "Zenith"]) })),
  description: onProduct(() => ({ description: `<p>About ${fresh()}</p>` })),
  label: onProduct((draws) => ({ label: draws.one([null, "sale", "staff-pick"]) })),
  published: onProduct((draws) => ({ published: flag(draws) })),
  premium: onProduct((draws) => ({ premium: flag(draws) })),
  popularity: onProduct((draws) => ({ popularity: draws.below(500) })),
  sales: onProduct((draws) => ({ units_90: draws.below(90) })),
  views: onProduct((draws) => ({ views_30: draws.below(900) })),
  category: onProduct((draws, { categories }) => ({ category_id: draws.one(categories) })),
  // Half an hour is added, so that the age never equals the whole hours by which the clock moves.
  age: onProduct((draws, _, now) => ({ created_at: now - 30 * day + (draws.below(6) - 2) * 3_600_000 + 1_800_000 })),
  stock: onVariant((draws) => ({ on_hand: draws.below(9), reserved: 0 })),
  "much stock": onVariant((draws) => ({ on_hand: 20 + draws.below(9), reserved: 0 })),
  active: onVariant((draws) => ({ active: flag(draws) })),
  "variant's name": onVariant(() => ({ name: `Variant ${fresh()}` })),
  value: (db, draws, { products, values }) =>
    db
      .insertInto("product_attribute")
      .values({ product_id: draws.one(products), value_id: draws.one(values) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  "no value": (db, draws, { products }) =>
    db.deleteFrom("product_attribute").where("product_id", "=", draws.one(products)).execute(),
  picture: (db, draws, { products }) =>
    db
      .updateTable("product_media")
      .set({ alt: `Picture ${fresh()}` })
      .where("product_id", "=", draws.one(products))
      .execute(),
  "picture of shared links": (db, draws, { products }) =>
    db
      .updateTable("product_media")
      .set({ sharing: draws.one(["no", "chosen", "only"]) })
      .where("product_id", "=", draws.one(products))
      .execute(),
  review: (db, draws, { products, reviews }) => {
    const id = fresh();
    reviews.push(id);
    const words = { author: "Robin", stars: 1 + draws.below(5), title: "", body: id };
    return db
      .insertInto("review")
      .values({ id, product_id: draws.one(products), ...words, published: flag(draws), at: draws.below(1e9) })
      .execute();
  },
  "review approved": (db, draws, { reviews }) =>
    db
      .updateTable("review")
      .set({ published: flag(draws) })
      .where("id", "=", draws.one(reviews))
      .execute(),
  banner: (db, draws) =>
    db
      .insertInto("banner")
      .values({
        id: fresh(),
        page: draws.one(["home", "seeds", "apparel"]),
        position: draws.below(3),
        background_url: "",
        title: `Banner ${fresh()}`,
        active: flag(draws),
      })
      .execute(),
  "banner switched": (db, draws) =>
    db
      .updateTable("banner")
      .set({ active: flag(draws) })
      .where("page", "=", draws.one(["home", "seeds", "apparel"]))
      .execute(),
  "rule of sale": (db, draws, { products, categories }) => {
    const ofCategory = draws.below(3) === 0;
    return db
      .insertInto("state_rule")
      .values({
        id: fresh(),
        country: "US",
        area: draws.one(["TX", "ID"]),
        since: 0,
        category_id: ofCategory ? draws.one(categories) : null,
        product_id: ofCategory ? null : draws.one(products),
      })
      .execute();
  },
  "no rules of sale": (db, draws) =>
    db
      .deleteFrom("state_rule")
      .where("area", "=", draws.one(["TX", "ID"]))
      .execute(),
  "category's name": (db, draws, { categories }) =>
    db
      .updateTable("category")
      .set({ name: `Category ${fresh()}`, position: draws.below(9) })
      .where("id", "=", draws.one(categories))
      .execute(),
  "attribute's name": (db, draws, { attributes }) =>
    db
      .updateTable("attribute")
      .set({ name: `Attribute ${fresh()}` })
      .where("id", "=", draws.one(attributes))
      .execute(),
  "value's name": (db, draws, { values }) =>
    db
      .updateTable("attribute_value")
      .set({ name: `Value ${fresh()}` })
      .where("id", "=", draws.one(values))
      .execute(),
  "new value": (db, draws, { attributes, values }) => {
    const id = fresh();
    values.push(id);
    return db
      .insertInto("attribute_value")
      .values({ id, attribute_id: draws.one(attributes), slug: id, name: id, position: 99 })
      .execute();
  },
  "page of text": (db, draws, { pages }) =>
    db
      .updateTable("content_page")
      .set(draws.below(2) ? { markdown: `Words ${fresh()}` } : { title: `Title ${fresh()}` })
      .where("slug", "=", draws.one(pages))
      .execute(),
  "new page of text": (db, _, { pages }) => {
    const slug = fresh();
    pages.push(slug);
    return db.insertInto("content_page").values({ slug, title: slug, description: "", markdown: slug, updated_at: 1 }).execute();
  },
  "page of text taken away": (db, _, { pages }) =>
    db
      .deleteFrom("content_page")
      .where("slug", "=", pages.findLast((slug) => slug.startsWith("made-")) ?? "")
      .execute(),
  delivery: (db, draws, { methods }) =>
    db
      .updateTable("shipping_method")
      .set({ days_from: 1 + draws.below(3), days_to: 4 + draws.below(5) })
      .where("id", "=", draws.one(methods))
      .execute(),
  "new product": async (db, draws, { products, variants, categories }, now) => {
    const [id, variantId] = [fresh(), fresh()];
    const price = 100 + draws.below(900);
    const row = { id, slug: id, name: `New ${id}`, category_id: draws.one(categories), label: null };
    const prices = { price_start: price, price_stop: price, popularity: draws.below(500) };
    await db
      .insertInto("product")
      .values({ ...row, ...prices, created_at: now - day, updated_at: now })
      .execute();
    await db
      .insertInto("variant")
      .values({ id: variantId, product_id: id, key: variantId, name: "", price, compare_at: null, on_hand: draws.below(9) })
      .execute();
    products.push(id);
    variants.push(variantId);
  },
  "nothing that shows": (db, draws, { products }) =>
    sql`UPDATE product SET updated_at = updated_at + ${draws.below(9)} WHERE id = ${draws.one(products)}`.execute(db),
};
