import { createHash } from "node:crypto";
import type { Db } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { findOrderOfToken, insertOrderToken } from "./queries/tokens.ts";

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
const shape = /^[a-f0-9]{32}$/;

/**
 * A token for one mail about an order, valid as long as the order exists. Only its hash is stored,
 * so each mail has its own.
 */
export async function createOrderToken(db: Db, orderId: string, now: number): Promise<string> {
  const token = newId();
  await insertOrderToken(db, { hash: hashOf(token), order_id: orderId, created_at: now });
  return token;
}

/** The id of the order that a mail's link names. */
export const orderIdOfToken = async (db: Db, token: unknown): Promise<string | undefined> =>
  typeof token === "string" && shape.test(token) ? await findOrderOfToken(db, hashOf(token)) : undefined;
