import type { Db, NewRow, Row } from "../../db/tables.ts";

export type GatewayCallRow = Row<"gateway_call">;

/**
 * Stores a call before it is sent. Undefined for the first call with its key; otherwise the earlier
 * call.
 */
export async function beginCall(db: Db, call: NewRow<"gateway_call">): Promise<GatewayCallRow | undefined> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("gateway_call")
    .values(call)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? undefined : await findCallByKey(db, call.key);
}

/** Forgets the answer of a call that is sent again. */
export const beginCallAgain = (db: Db, reference: string, now: number) =>
  storeAnswer(db, reference, { status: null, ref: null, answer_amount: null, code: null, answered_at: null, sent_at: now });

export const storeAnswer = (db: Db, reference: string, answer: Partial<GatewayCallRow>) =>
  db.updateTable("gateway_call").set(answer).where("reference", "=", reference).execute();

export const findCallByKey = (db: Db, key: string): Promise<GatewayCallRow | undefined> =>
  db.selectFrom("gateway_call").selectAll().where("key", "=", key).executeTakeFirst();

/** The keys of these references, as `[reference, key]`; `references` may be empty. */
export async function findKeys(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db.selectFrom("gateway_call").select(["reference", "key"]).where("reference", "in", references).execute();
  return new Map(rows.map(({ reference, key }) => [reference, key]));
}
