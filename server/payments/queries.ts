import type { Units } from "../catalog/rules/units.ts";
import type { CheckoutState, Db, NewRow, Row, Tx } from "../db/tables.ts";
import { type AttemptState, isLive, liveStates, mayMove } from "./rules/attempt.ts";

export type Attempt = Row<"attempt">;

export const findAttempt = (reader: Db | Tx, id: string): Promise<Attempt | undefined> =>
  reader.selectFrom("attempt").selectAll().where("id", "=", id).executeTakeFirst();

export const lockAttempt = (tx: Tx, id: string): Promise<Attempt | undefined> =>
  tx.selectFrom("attempt").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The attempt that an order came from: its id was chosen when the attempt was made. */
export const findAttemptOfOrder = (reader: Db | Tx, orderId: string): Promise<Attempt | undefined> =>
  reader.selectFrom("attempt").selectAll().where("order_id", "=", orderId).executeTakeFirst();

export const findLastAttempt = (tx: Tx, checkoutId: string): Promise<Attempt | undefined> =>
  tx.selectFrom("attempt").selectAll().where("checkout_id", "=", checkoutId).orderBy("n", "desc").limit(1).executeTakeFirst();

export const findAttemptByKey = (tx: Tx, checkoutId: string, key: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom("idempotency_key")
    .innerJoin("attempt", "attempt.id", "idempotency_key.attempt_id")
    .selectAll("attempt")
    .where("idempotency_key.checkout_id", "=", checkoutId)
    .where("idempotency_key.key", "=", key)
    .executeTakeFirst();

/** Nobody works on these any more, and nobody has decided them. */
export const findDeadAttempts = (db: Db, now: number): Promise<Attempt[]> =>
  db
    .selectFrom("attempt")
    .selectAll()
    .where("state", "in", liveStates)
    .where("lease_until", "<=", now)
    .orderBy("lease_until")
    .execute();

export const insertAttempt = (tx: Tx, attempt: NewRow<"attempt">) => tx.insertInto("attempt").values(attempt).execute();

export const insertReservations = (tx: Tx, attemptId: string, units: readonly Units[]) =>
  tx
    .insertInto("attempt_reservation")
    .values(units.map(({ variantId, quantity }) => ({ attempt_id: attemptId, variant_id: variantId, quantity })))
    .execute();

/** Insert-first: true for the one request whose effect this key names. */
export async function claimKey(tx: Tx, row: NewRow<"idempotency_key">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency_key")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findReservations(tx: Tx, attemptId: string): Promise<Units[]> {
  const rows = await tx.selectFrom("attempt_reservation").selectAll().where("attempt_id", "=", attemptId).execute();
  return rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity }));
}

type Learnt = Partial<
  Pick<Attempt, "auth_ref" | "capture_ref" | "brand" | "last4" | "avs" | "cvv" | "code" | "refusal" | "sent_at">
>;
type Edge = { from: AttemptState; to: AttemptState; now: number; learnt?: Learnt };

/** Takes one edge of the state machine, guarded: false when the attempt is not in `from` any more, for then somebody else took another. */
export async function moveAttempt(writer: Db | Tx, id: string, { from, to, now, learnt = {} }: Edge): Promise<boolean> {
  if (!mayMove(from, to)) throw new Error(`an attempt does not go from ${from} to ${to}`);
  // updated_at tells when the attempt was decided: what its money does later leaves it alone.
  const decided = isLive(from) ? { updated_at: now } : {};
  const { numUpdatedRows } = await writer
    .updateTable("attempt")
    .set({ ...learnt, ...decided, state: to })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The owner says that it is still at work; nothing happens when the attempt has been decided. */
export const setLease = (db: Db, id: string, until: number) =>
  db.updateTable("attempt").set({ lease_until: until }).where("id", "=", id).where("state", "in", liveStates).execute();

/** Takes a dead attempt over: true for one caller. */
export async function claimLease(db: Db, { id, state, lease_until }: Attempt, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("attempt")
    .set({ lease_until: until })
    .where("id", "=", id)
    .where("state", "=", state)
    .where("lease_until", "=", lease_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type CheckoutEdge = { from: CheckoutState; to: CheckoutState; now: number; agreed?: { quote_id: string; order_id?: string } };

/** One guarded edge of the checkout, whose row the caller has locked. */
export async function moveCheckout(
  tx: Tx,
  id: string,
  { from, to, now, agreed = { quote_id: "" } }: CheckoutEdge,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("checkout")
    .set({ ...(agreed.quote_id && agreed), state: to, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`a checkout did not go from ${from} to ${to}`);
}

/** The total that was last shown before `at`: a press on Pay agrees to what stood on the page, not to what was shown since. */
export const findShownQuote = (tx: Tx, checkoutId: string, at: number) =>
  tx
    .selectFrom("quote")
    .select(["id", "total"])
    .where("checkout_id", "=", checkoutId)
    .where("at", "<=", at)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Attempts in some states, or all. */
export const findAttempts = (db: Db, states?: readonly AttemptState[]): Promise<Attempt[]> =>
  db
    .selectFrom("attempt")
    .selectAll()
    .$if(states !== undefined, (query) => query.where("state", "in", states ?? []))
    .orderBy("created_at")
    .execute();

type Text = { table: string; id: string; text: string };

/** Every text that a payment or its shopper leaves behind, by table: where a card number would be, had one slipped in. */
export async function findTexts(db: Db): Promise<Text[]> {
  const rows = {
    attempt: await db.selectFrom("attempt").selectAll().execute(),
    orders: await db.selectFrom("orders").selectAll().execute(),
    order_address: await db.selectFrom("order_address").selectAll().execute(),
    order_event: await db.selectFrom("order_event").selectAll().execute(),
    checkout: await db.selectFrom("checkout").selectAll().execute(),
    checkout_address: await db.selectFrom("checkout_address").selectAll().execute(),
    saved_address: await db.selectFrom("saved_address").selectAll().execute(),
    idempotency_key: await db.selectFrom("idempotency_key").selectAll().execute(),
    job: await db.selectFrom("job").selectAll().execute(),
  };
  return Object.entries(rows).flatMap(([table, found]) => found.map((row: Record<string, unknown>) => textOf(table, row)));
}

function textOf(table: string, row: Record<string, unknown>): Text {
  const texts = Object.values(row).filter((value) => typeof value === "string");
  return { table, id: String(row.id ?? row.order_id ?? row.checkout_id ?? row.visitor), text: texts.join("\n") };
}
