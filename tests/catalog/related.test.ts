import { describe, expect, test } from "vitest";
import { areStillFirst, findRelatives } from "../../server/catalog/queries/related.ts";
import { drawsOf, seedOfRun } from "../support/draws.ts";
import { often } from "../support/long-form.ts";
import { engines, newProduct, openCatalog, saveAll, variant } from "./open-catalog.ts";

const limit = 5;
const slugs = Array.from({ length: 14 }, (_, at) => `jar-${at}`);

describe.each(engines)("the most popular of a category on %s", (engine) => {
  test("are the same where it is said so, whatever has changed of other products", async () => {
    const draws = drawsOf(seedOfRun());
    const db = await openCatalog(engine);
    await saveAll(
      db,
      slugs.map((slug) => newProduct(slug, { variants: [variant(slug)] })),
    );
    const products = await db.selectFrom("product").select(["id", "category_id"]).orderBy("id").execute();
    const [{ category_id: categoryId } = { category_id: "" }] = products;
    const ids = products.map(({ id }) => id);
    const other = await db.selectFrom("category").select("id").where("id", "!=", categoryId).executeTakeFirstOrThrow();
    const changes = [
      () => ({ popularity: draws.below(4) }),
      () => ({ popularity: draws.below(4), published: draws.below(2) as 0 | 1 }),
      () => ({ category_id: draws.one([categoryId, categoryId, other.id]) }),
      () => ({ published: 1 as const, category_id: categoryId }),
    ];
    const said = { same: 0, another: 0 };
    for (let step = 0; step < often(60, 2000); step++) {
      const relatives = await findRelatives(db, categoryId, limit);
      const changed = [...new Set([draws.one(ids), draws.one(ids)])];
      for (const id of changed) await db.updateTable("product").set(draws.one(changes)()).where("id", "=", id).execute();
      const now = await findRelatives(db, categoryId, limit);

      const isSame = await areStillFirst(db, { categoryId, relatives, limit, ids: changed });

      said[isSame ? "same" : "another"] += 1;
      if (isSame) expect([draws.seed, step, now]).toEqual([draws.seed, step, relatives]);
      const isListed = changed.some((id) => [...relatives, ...now].some((relative) => relative.id === id));
      if (!isListed && relatives.length === limit) expect([draws.seed, step, isSame]).toEqual([draws.seed, step, true]);
    }
    expect(Math.min(said.same, said.another)).toBeGreaterThan(0);
  });
});
