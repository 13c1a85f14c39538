import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { cardsOf } from "../../server/catalog/cards.ts";
import { findDetails } from "../../server/catalog/details.ts";
import { productPage } from "../../server/catalog/pages/product.ts";
import { productCards } from "../../server/catalog/product-cards.ts";
import { addReviews } from "../../server/catalog/reviews.ts";
import { cardForAll } from "../../server/catalog/rules/card.ts";
import { shipToOf } from "../../server/catalog/rules/ship-to.ts";
import { forbid } from "../../server/catalog/states.ts";
import { findVariants } from "../../server/catalog/variants.ts";
import { openDates } from "../../server/dates.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, now, openCatalog, productId, saveAll, variant, variantId } from "./open-catalog.ts";

const pictures = [
  { kind: "drawn" as const, key: "front", alt: "Front" },
  { kind: "drawn" as const, key: "back", alt: "Back" },
];

const tee = newProduct("tee", {
  name: "Tee",
  brand: "Fern",
  category: "apparel",
  label: "sale",
  pictures,
  variants: [
    variant("t-s", { sku: "T-S", name: "S", options: { Size: "S" }, price: 1250, compareAt: 2000, stock: 0 }),
    variant("t-m", { sku: "T-M", name: "M", options: { Size: "M" }, price: 1500, compareAt: 2000, stock: 40, picture: 1 }),
  ],
});

async function ids(db: Db, ...slugs: string[]) {
  return await Promise.all(slugs.map((slug) => productId(db, slug)));
}

/** Counts the statements that a reader runs. */
function counting(db: Db): { reader: Db; count: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++;
      return result;
    },
  };
  return { reader: db.withPlugin(plugin), count: () => statements };
}

const wanted = { reviews: { order: "newest" as const, page: 1 }, shipTo: undefined, variantId: undefined };

describe.each(engines)("cards on %s", (engine) => {
  test("a card carries its fields (requirements 147, 148)", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [tee]);
    const [id = ""] = await ids(db, "tee");
    await transact(db, (tx) => addReviews(tx, id, [{ author: "Ana", stars: 4, title: "Good", body: "Soft.", at: now }]));

    const [card] = await cardsOf(db, [id], undefined, now);

    const [small, medium] = [await variantId(db, "t-s"), await variantId(db, "t-m")];
    expect(card).toEqual({
      id,
      name: "Tee",
      slug: "tee",
      price: 12.5,
      category: { name: "APPAREL", slug: "apparel" },
      brand: "Fern",
      thumbnail: { url: expect.stringContaining("front"), alt: "Front" },
      media: [expect.stringContaining("front"), expect.stringContaining("back")],
      label: "sale",
      discountPercent: 25,
      shippable: true,
      isAvailable: true,
      defaultVariant: { id: medium, quantityAvailable: 40 },
      variants: [
        { id: small, name: "S", sku: "T-S", options: { Size: "S" }, price: 12.5, discountPercent: 37, quantityAvailable: 0 },
        { id: medium, name: "M", sku: "T-M", options: { Size: "M" }, price: 15, discountPercent: 25, quantityAvailable: 40 },
      ],
      pricing: {
        priceRange: { start: { net: { amount: 12.5, currency: "USD" } }, stop: { net: { amount: 15, currency: "USD" } } },
      },
      review_aggregate: {
        ratingAndReviewCount: 1,
        stars_percentajes: expect.arrayContaining([{ stars: 4, count: 1, percentage: 100 }]),
      },
    });
    if (card) expect(cardForAll(card).defaultVariant?.quantityAvailable).toBe(6);
  });

  test("cards come in the order of their ids, unknown ones left out, in four queries however many", async () => {
    const db = await openCatalog(engine);
    await saveAll(
      db,
      Array.from({ length: 24 }, (_, at) => newProduct(`p-${at}`)),
    );
    const all = await ids(db, ...Array.from({ length: 24 }, (_, at) => `p-${23 - at}`));
    const { reader, count } = counting(db);

    const cards = await cardsOf(reader, ["nobody", ...all], undefined, now);

    expect(cards.map(({ id }) => id)).toEqual(all);
    expect(count()).toBe(4);
  });

  test("a card says what stands on the page: range, save, backdrop, and the button only where it can be bought", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [
      tee,
      newProduct("only", { variants: [variant("o-m")] }),
      newProduct("gone", { variants: [variant("g-1", { stock: 0 }), variant("g-2", { stock: 0 })] }),
      newProduct("hidden", { published: false }),
    ]);

    const [shirt, gone, hidden] = await productCards(db, await ids(db, "tee", "gone", "hidden"), undefined, now);

    expect(shirt).toMatchObject({
      price: "$12.50 - $15.00",
      save: 25,
      was: undefined,
      backdropColour: "white",
      label: "sale",
      unavailable: "",
    });
    const [only] = await productCards(db, await ids(db, "only"), shipToOf("TX"), now);
    expect([shirt?.buy, shirt?.choose]).toEqual([undefined, { name: "Tee", href: "/storefront/products/tee/" }]);
    expect(only).toMatchObject({ buy: { variantId: await variantId(db, "o-m"), price: 10 }, choose: undefined });
    expect(gone).toMatchObject({
      price: "$10.00",
      unavailable: "out of stock",
      buy: undefined,
      choose: undefined,
      backdropColour: "black",
    });
    expect(hidden).toMatchObject({ unavailable: "NOT AVAILABLE IN YOUR STATE", buy: undefined });
  });

  test("a card shows its rating, and its colours where all of them are known and distinct", async () => {
    const db = await openCatalog(engine);
    const inColour = (sku: string, colour: string) => variant(sku, { sku, name: colour, options: { Color: colour } });
    await saveAll(db, [
      newProduct("many", { variants: [inColour("c-1", "Sage"), inColour("c-2", "Forest green"), inColour("c-3", "Sage")] }),
      newProduct("one", { variants: [inColour("o-1", "Sage")] }),
      newProduct("odd", { variants: [inColour("u-1", "Sage"), inColour("u-2", "Navy"), inColour("u-3", "Constructor")] }),
      newProduct("alike", { variants: [inColour("a-1", "Sea green"), inColour("a-2", "Forest green"), inColour("a-3", "Navy")] }),
    ]);
    const [many = "", one = "", ...others] = await ids(db, "many", "one", "odd", "alike");
    await transact(db, (tx) => addReviews(tx, many, [{ author: "Ana", stars: 4, title: "Good", body: "Soft.", at: now }]));

    const cards = await productCards(db, [many, one, ...others], undefined, now);

    expect(cards[0]).toMatchObject({ rating: { halves: "4", mean: "4.0", count: 1 }, colours: ["#9db08c", "#3f7a4a"] });
    expect(cards[1]).toMatchObject({ rating: undefined, colours: [] });
    expect(cards.slice(2).map(({ colours }) => colours)).toEqual([[], []]);
  });

  test("variants know their product, their picture and whether they are for sale", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [tee, newProduct("hidden", { published: false })]);
    const [medium, hidden] = [await variantId(db, "t-m"), await variantId(db, "hidden-1")];

    const found = await findVariants(db, [medium, hidden, medium, "nobody"]);

    expect(found).toHaveLength(2);
    expect(found.find(({ id }) => id === medium)).toMatchObject({
      slug: "tee",
      productName: "Tee",
      variantName: "M",
      categorySlug: "apparel",
      price: 1500,
      compareAt: 2000,
      left: 40,
      active: true,
      backdropColour: "white",
      picture: { url: expect.stringContaining("back"), alt: "Back" },
    });
    expect(found.find(({ id }) => id === hidden)?.active).toBe(false);
  });

  test("a product's page names the states where it may not go, and follows a given one", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [tee]);
    const [id = ""] = await ids(db, "tee");
    await transact(db, (tx) => forbid(tx, { country: "US", area: "ID", categoryId: undefined, productId: id }));

    const details = await findDetails(db, "tee", wanted, now);
    const inIdaho = await findDetails(db, "tee", { ...wanted, shipTo: shipToOf("ID") }, now);
    if (!details || !inIdaho) throw new Error("no product");
    const input = { publicUrl: "https://shop.test", now, dates: openDates("America/New_York"), notes: {} };
    const [page, marked] = [productPage(details, input), productPage(inIdaho, input)];

    expect(page).toMatchObject({
      productJson: { isAvailable: true, restrictedStates: ["US-ID"] },
      canonical: "https://shop.test/storefront/products/tee/",
    });
    expect(page.buy).not.toHaveProperty("unavailable");
    expect(marked).toMatchObject({ productJson: { isAvailable: false }, buy: { unavailable: "NOT AVAILABLE IN YOUR STATE" } });
    expect(marked.canonical).toBe(page.canonical);
  });

  test("reviews come five at a time in the order asked for, and only published ones count (requirements 158, 159)", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [tee]);
    const [id = ""] = await ids(db, "tee");
    const review = (at: number) => ({ author: `A${at}`, stars: (at % 5) + 1, title: "", body: "Words.", at });
    await transact(db, (tx) => addReviews(tx, id, [0, 1, 2, 3, 4, 5, 6].map(review)));
    await db.updateTable("review").set({ published: 0 }).where("at", "=", 6).execute();
    const authors = async (order: "newest" | "oldest" | "highest" | "lowest", page: number) =>
      (await findDetails(db, "tee", { ...wanted, reviews: { order, page } }, now))?.reviewList.map(({ author }) => author);

    expect(await authors("newest", 1)).toEqual(["A5", "A4", "A3", "A2", "A1"]);
    expect(await authors("newest", 2)).toEqual(["A0"]);
    expect(await authors("newest", 9)).toEqual(["A0"]);
    expect((await authors("oldest", 1))?.[0]).toBe("A0");
    expect((await authors("highest", 1))?.[0]).toBe("A4");
    expect((await authors("lowest", 1))?.slice(0, 2)).toEqual(["A5", "A0"]);
    expect((await findDetails(db, "tee", wanted, now))?.rating.count).toBe(6);
  });
});

test("a slug that names nothing, or something unpublished, has no page", async () => {
  const db = await openCatalog("sqlite");
  await saveAll(db, [newProduct("hidden", { published: false })]);
  expect(await findDetails(db, "nothing", wanted, now)).toBeUndefined();
  expect(await findDetails(db, "hidden", wanted, now)).toBeUndefined();
});
