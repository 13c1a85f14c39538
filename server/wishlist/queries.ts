import type { Db, Tx } from "../db/tables.ts";

/** Ids of a customer's favourites, the latest first. */
export async function findFavourites(reader: Db | Tx, customerId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("favourite")
    .select("product_id")
    .where("customer_id", "=", customerId)
    .orderBy("at", "desc")
    .orderBy("product_id")
    .execute();
  return rows.map(({ product_id }) => product_id);
}

type Favourite = { customerId: string; productId: string };

/** Inserts a favourite; an existing favourite stays unchanged. */
export const insertFavourite = (tx: Tx, { customerId, productId }: Favourite, at: number) =>
  tx
    .insertInto("favourite")
    .values({ customer_id: customerId, product_id: productId, at })
    .onConflict((conflict) => conflict.columns(["customer_id", "product_id"]).doNothing())
    .execute();

/** Deletes a favourite; an unknown favourite changes nothing. */
export const deleteFavourite = (db: Db, { customerId, productId }: Favourite) =>
  db.deleteFrom("favourite").where("customer_id", "=", customerId).where("product_id", "=", productId).execute();
