import { randomUUID } from "node:crypto";
import type { Db, Tx } from "./tables.ts";

/** Counts one try of `kind` by `subject` (an address, a mail, a checkout), for limits that hold across processes and restarts. */
export async function countTry(tx: Db | Tx, kind: string, subject: string, now: number): Promise<void> {
  await tx.insertInto("counted_try").values({ id: randomUUID(), kind, subject, at: now }).execute();
}

/** How many tries of `kind` by `subject` there were since `since` (ms), and when the first of them was. */
export async function triesSince(
  reader: Db | Tx,
  kind: string,
  subject: string,
  since: number,
): Promise<{ count: number; first: number }> {
  const row = await reader
    .selectFrom("counted_try")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("at").as("first")])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: Number(row.first ?? since) };
}

/** Forgets tries from before `before` (ms). */
export async function forgetTries(tx: Db | Tx, before: number): Promise<void> {
  await tx.deleteFrom("counted_try").where("at", "<", before).execute();
}
