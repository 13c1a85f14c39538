import type { Db } from "../../db/tables.ts";
import type { NamedByKey } from "../rules/keys.ts";
import type { Attempt } from "./attempts.ts";
import type { Orphan } from "./orphans.ts";

const attempts = (db: Db) => db.selectFrom("attempt").selectAll();

/** The attempt with a key, or the last attempt of the named order or checkout. Uses indexes. */
export async function findAttemptNamed(db: Db, { attemptKeys, attempt, orderId }: NamedByKey): Promise<Attempt | undefined> {
  const byKey = await attempts(db).where("key", "in", attemptKeys).limit(1).executeTakeFirst();
  if (byKey) return byKey;
  const byNumber =
    attempt && (await attempts(db).where("checkout_id", "=", attempt.checkoutId).where("n", "=", attempt.n).executeTakeFirst());
  if (byNumber) return byNumber;
  const byOrder = await attempts(db).where("order_id", "=", orderId).executeTakeFirst();
  return byOrder ?? (await attempts(db).where("checkout_id", "=", orderId).orderBy("n", "desc").limit(1).executeTakeFirst());
}

/** The attempt whose authorization, capture or release has this reference of the gateway. */
export async function findAttemptByRef(db: Db, ref: string): Promise<Attempt | undefined> {
  for (const column of ["auth_ref", "capture_ref", "void_ref"] as const) {
    const attempt = await attempts(db).where(column, "=", ref).limit(1).executeTakeFirst();
    if (attempt) return attempt;
  }
  return undefined;
}

/**
 * An authorization without an order, by the gateway's reference, its key, or the key of its return.
 */
export async function findOrphanNamed(db: Db, name: string, { orphanId }: NamedByKey): Promise<Orphan | undefined> {
  const orphans = db.selectFrom("orphan_authorization").selectAll();
  const byRef = await orphans.where("ref", "=", name).executeTakeFirst();
  if (byRef) return byRef;
  const byKey = await orphans.where("key", "=", name).orderBy("authorized_at", "desc").limit(1).executeTakeFirst();
  return byKey ?? (orphanId === undefined ? undefined : await orphans.where("id", "=", orphanId).executeTakeFirst());
}

/**
 * An authorization without an order by its reference or key, ignoring case; the key may also be in
 * the key of a call about it. Reads without an index, since there are few such authorizations.
 */
export async function findOrphanInAnyCase(db: Db, { attemptKeys }: NamedByKey): Promise<Orphan | undefined> {
  const names = attemptKeys.map((name) => name.toLowerCase());
  return await db
    .selectFrom("orphan_authorization")
    .selectAll()
    .where(({ eb, fn, or }) => or([eb(fn<string>("lower", ["key"]), "in", names), eb(fn<string>("lower", ["ref"]), "in", names)]))
    .orderBy("authorized_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The attempts of a checkout, in order. */
export const findAttemptsOfCheckout = (db: Db, checkoutId: string): Promise<Attempt[]> =>
  attempts(db).where("checkout_id", "=", checkoutId).orderBy("n").execute();
