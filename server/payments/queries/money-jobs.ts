import type { Tx } from "../../db/tables.ts";

/** Whether a job is about to return money of an order, and to book it. Ids hold no wildcards. */
export async function hasMovingJob(tx: Tx, orderId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("job")
    .select("id")
    .where("kind", "in", ["void", "refund"])
    .where("state", "=", "waiting")
    .where("payload", "like", `%"orderId":"${orderId}"%`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
