import type { Tx } from "../../db/tables.ts";

/** The cost of each variant on sale of a product, in cents, by the variant's id, in order. */
export async function findCosts(tx: Tx, productId: string): Promise<Map<string, number | null>> {
  const rows = await tx
    .selectFrom("variant")
    .select(["id", "cost"])
    .where("product_id", "=", productId)
    .where("active", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}

/** Changes the cost of a product's variant. */
export async function updateCost(tx: Tx, productId: string, id: string, cost: number | null): Promise<void> {
  await tx.updateTable("variant").set({ cost }).where("id", "=", id).where("product_id", "=", productId).execute();
}
