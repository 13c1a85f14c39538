import { insertion } from "../../db/insertion.ts";
import type { Db, NewRow, Tx } from "../../db/tables.ts";

const insertTokens = insertion("order_token");

/** Stores the hash of a mail's token; an order may have several. */
export const insertOrderToken = (writer: Db | Tx, row: NewRow<"order_token">) => insertTokens(writer, [row]);

/** The id of the order that has a token with this hash. */
export async function findOrderOfToken(reader: Db | Tx, hash: string): Promise<string | undefined> {
  const row = await reader.selectFrom("order_token").select("order_id").where("hash", "=", hash).executeTakeFirst();
  return row?.order_id;
}

/** Ends all mailed links to an order, and the permissions of browsers that followed one. */
export async function endLinksOf(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom("order_token").where("order_id", "=", orderId).execute();
  await tx.deleteFrom("order_grant").where("order_id", "=", orderId).execute();
}
