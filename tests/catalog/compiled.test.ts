import { expect, test } from "vitest";
import { findProducts } from "../../server/catalog/queries/products.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines, newProduct, openCatalog, productId, saveAll } from "./open-catalog.ts";

test.each(engines)(
  "products are read as often as asked, however many, and never past an open transaction, on %s",
  async (engine) => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("ash"), newProduct("birch"), newProduct("cedar")]);
    const [ash, birch, cedar] = await Promise.all(["ash", "birch", "cedar"].map((slug) => productId(db, slug)));
    const slugs = async (...ids: (string | undefined)[]) =>
      (
        await findProducts(
          db,
          ids.map((id) => id ?? ""),
        )
      ).map(({ slug }) => slug);

    expect(await slugs(cedar, ash)).toEqual(["cedar", "ash"]);
    expect(await slugs(birch, "none")).toEqual(["birch"]);
    expect(await slugs(ash, birch, cedar)).toEqual(["ash", "birch", "cedar"]);
    expect(await slugs()).toEqual([]);

    await expect(transact(db, () => slugs(ash, birch))).rejects.toThrow("inside a database transaction");
    const inside = await transact(db, async (tx) => {
      await tx.updateTable("product").set({ name: "Rowan" }).where("slug", "=", "ash").execute();
      return await findProducts(tx, [ash ?? ""]);
    });
    expect(inside.map(({ name }) => name)).toEqual(["Rowan"]);
  },
);
