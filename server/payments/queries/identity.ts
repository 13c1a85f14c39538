import { compiled } from "../../db/compiled.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { newShopId } from "../../ids.ts";

const identities = compiled((reader) => reader.selectFrom("shop_identity").select("id"));

/** The shop's id; undefined until the first payment or sweep. */
export const findShopId = async (reader: Db | Tx): Promise<string | undefined> => (await identities(reader, []))[0]?.id;

/**
 * This database's own id, made on first use. An emptied database gets another id, so its earlier
 * authorizations are no longer its own.
 */
export async function shopId(tx: Tx, now: number): Promise<string> {
  const storedId = await findShopId(tx);
  if (storedId !== undefined) return storedId;
  // The second of two concurrent transactions waits here and reads the first one's id.
  await tx
    .insertInto("shop_identity")
    .values({ single: 1, id: newShopId(), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow()).id;
}
