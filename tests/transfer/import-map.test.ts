import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import type { Db } from "../../server/db/tables.ts";
import { engines, openOwner } from "../cli/open-owner.ts";

const file = `Title,URL handle,Type,Tags,Price,Option1 name,Option1 value,Colour,Maker's note
Shirt,shirt,Shirts,"Men, sale",20,Size,S,black; Off White,x
,shirt,,,22,,M,,
Bowl,bowl,Glass,"men, SALE",30,,,Off White,
Lamp,lamp,Lamps,new,40,,,,
`;

const mapping = {
  categories: { types: { shirts: "apparel", "*": "seeds" } },
  attributes: [
    { name: "Worn by", tags: { men: "Men" } },
    { slug: "size", name: "Size", options: ["Size"] },
    { name: "Colour", columns: ["colour"] },
  ],
};

const sortedIn = async (db: Db) => {
  const rows = await db
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .leftJoin("product_attribute as pa", "pa.product_id", "p.id")
    .leftJoin("attribute_value as v", "v.id", "pa.value_id")
    .leftJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["p.slug", "c.slug as category", "a.slug as attribute", "v.slug as value"])
    .orderBy("p.slug")
    .orderBy("a.slug")
    .orderBy("v.slug")
    .execute();
  return rows.map(({ slug, category, attribute, value }) => `${slug} ${category} ${attribute ?? "-"} ${value ?? "-"}`);
};

describe.each(engines)("the owner sorts a file by a mapping on %s", (engine) => {
  test("its products get their categories and what a listing is narrowed by; a second import changes nothing", async () => {
    const { db, path, run } = await openOwner(engine);
    await writeFile(path("products.csv"), file);
    await writeFile(path("map.json"), JSON.stringify(mapping));
    const args = [path("products.csv"), "--map", path("map.json"), "--no-pictures"];

    const { status, out } = await run(importCommand, ...args);

    expect(await sortedIn(db)).toEqual([
      "bowl glass colour off-white",
      "bowl glass worn-by men",
      "lamp seeds - -",
      "shirt apparel colour black",
      "shirt apparel colour off-white",
      "shirt apparel size m",
      "shirt apparel size s",
      "shirt apparel worn-by men",
    ]);
    expect(out.slice(2)).toEqual([
      "Columns with values that were not imported: Maker's note",
      "Size, 2 values from options and columns: M (1), S (1)",
      "Colour, 2 values from options and columns: Off White (2), black (1)",
      "Tags skipped,  2: sale (2), new (1)",
    ]);
    expect(status).toBe(0);
    expect((await run(importCommand, ...args)).out[1]).toBe("0 created, 0 changed, 3 unchanged; 0 rows refused");
  });
});

test("without a mapping, types and tags that the shop has no place for are told", async () => {
  const { path, run } = await openOwner("sqlite");
  await writeFile(path("products.csv"), file);
  const { out } = await run(importCommand, path("products.csv"), "--category", "apparel", "--no-pictures");
  expect(out.slice(-2)).toEqual([
    "Types that name no category, so “apparel” was used,  2: Lamps (1), Shirts (1)",
    "Tags skipped,  3: Men (2), sale (2), new (1)",
  ]);
});

test("a mapping that cannot be followed is refused with the place in it, and nothing goes in", async () => {
  const { db, path, run } = await openOwner("sqlite");
  await writeFile(path("products.csv"), file);
  await writeFile(path("map.json"), '{"categories": {"types": {"Shirts": "cars"}}}');
  const { status, err } = await run(importCommand, path("products.csv"), "--map", path("map.json"));
  expect([status, err[0]]).toEqual([
    2,
    `${path("map.json")}: categories.types.Shirts: there is no category “cars”: use one of seeds, glass, mushrooms, apparel, that-badu`,
  ]);
  expect(await sortedIn(db)).toEqual([]);
});
