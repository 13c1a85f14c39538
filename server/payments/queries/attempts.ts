import { compiled } from "../../db/compiled.ts";
import { insertion } from "../../db/insertion.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import { type AttemptState, isLive, liveStates, mayMove } from "../rules/attempt.ts";

export type Attempt = Row<"attempt">;

const attempts = (reader: Db | Tx) => reader.selectFrom("attempt").selectAll();
const byId = compiled((reader, [id = ""]) => attempts(reader).where("id", "=", id));
const lockedById = compiled((reader, [id = ""]) => attempts(reader).where("id", "=", id).forUpdate());
const byOrder = compiled((reader, [orderId = ""]) => attempts(reader).where("order_id", "=", orderId));
const lastOf = compiled((reader, [checkoutId = ""]) =>
  attempts(reader).where("checkout_id", "=", checkoutId).orderBy("n", "desc").limit(1),
);

/** An attempt in any state. */
export const findAttempt = async (reader: Db | Tx, id: string): Promise<Attempt | undefined> => (await byId(reader, [id]))[0];

/** Locks an attempt in any state until the transaction ends. */
export const lockAttempt = async (tx: Tx, id: string): Promise<Attempt | undefined> => (await lockedById(tx, [id]))[0];

/** The attempt of an order. The attempt chose the order's id, so the order may not exist yet. */
export const findAttemptOfOrder = async (reader: Db | Tx, orderId: string): Promise<Attempt | undefined> =>
  (await byOrder(reader, [orderId]))[0];

/**
 * The most values in one statement. SQLite accepts more, but a log of the statement stays readable.
 */
const chunkLength = 500;

/** Attempts with these keys, in any state and any order. */
export const findAttemptsByKeys = (reader: Db | Tx, keys: readonly string[]): Promise<Attempt[]> =>
  findAttemptsBy(reader, "key", keys);

/**
 * Attempts whose authorizations have these references of the gateway, in any state and any order.
 */
export const findAttemptsByAuthRefs = (reader: Db | Tx, refs: readonly string[]): Promise<Attempt[]> =>
  findAttemptsBy(reader, "auth_ref", refs);

/** Attempts of several orders, in any state and any order. */
export const findAttemptsOfOrders = (reader: Db | Tx, orderIds: readonly string[]): Promise<Attempt[]> =>
  findAttemptsBy(reader, "order_id", orderIds);

async function findAttemptsBy(
  reader: Db | Tx,
  column: "key" | "auth_ref" | "order_id",
  values: readonly string[],
): Promise<Attempt[]> {
  const uniqueValues = [...new Set(values)];
  const rows: Attempt[] = [];
  for (let from = 0; from < uniqueValues.length; from += chunkLength) {
    const chunk = uniqueValues.slice(from, from + chunkLength);
    rows.push(...(await reader.selectFrom("attempt").selectAll().where(column, "in", chunk).execute()));
  }
  return rows;
}

/** The checkout's attempt with the highest number, in any state. */
export const findLastAttempt = async (tx: Tx, checkoutId: string): Promise<Attempt | undefined> =>
  (await lastOf(tx, [checkoutId]))[0];

/** The attempt that ended last, if the checkout is open and nothing was changed since. */
export const findLastEnded = (reader: Db, checkoutId: string): Promise<Attempt | undefined> =>
  reader
    .selectFrom("attempt")
    .innerJoin("checkout", "checkout.id", "attempt.checkout_id")
    .selectAll("attempt")
    .where("checkout.id", "=", checkoutId)
    .where("checkout.state", "=", "open")
    .whereRef("attempt.updated_at", ">=", "checkout.updated_at")
    .orderBy("attempt.n", "desc")
    .limit(1)
    .executeTakeFirst();

/** The checkout's undecided attempt. */
export const findLiveAttempt = (reader: Db, checkoutId: string): Promise<Attempt | undefined> =>
  reader
    .selectFrom("attempt")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .where("state", "in", liveStates)
    .executeTakeFirst();

/** The checkout's last attempt on a page of the gateway, in any state. */
export const findLastOnPage = (reader: Db, checkoutId: string): Promise<Attempt | undefined> =>
  reader
    .selectFrom("attempt")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .where("hold_until", "is not", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();

const insertAttempts = insertion("attempt", (insert) => insert.returningAll());

/** Inserts an attempt. Throws if the checkout has an undecided one. */
export async function insertAttempt(tx: Tx, attempt: NewRow<"attempt">): Promise<Attempt> {
  const [row] = await insertAttempts(tx, [attempt]);
  if (!row) throw new Error("an attempt was not written");
  return row;
}

type AttemptChanges = Partial<
  Pick<
    Attempt,
    | "auth_ref"
    | "capture_ref"
    | "void_ref"
    | "capture_amount"
    | "brand"
    | "last4"
    | "avs"
    | "cvv"
    | "code"
    | "refusal_code"
    | "sent_at"
    | "held_at"
    | "page"
    | "hold_until"
  >
>;
type Edge = { from: AttemptState; to: AttemptState; now: number; changes?: AttemptChanges };

/**
 * Moves an attempt along one transition. Guarded: false if it is no longer in `from`. Throws if the
 * transition does not exist.
 */
export async function moveAttempt(writer: Db | Tx, id: string, { from, to, now, changes = {} }: Edge): Promise<boolean> {
  if (!mayMove(from, to)) throw new Error(`an attempt does not go from ${from} to ${to}`);
  // updated_at is when the attempt was decided; later movements of its money do not change it.
  const decided = isLive(from) && to !== "elsewhere" ? { updated_at: now } : {};
  const { numUpdatedRows } = await writer
    .updateTable("attempt")
    .set({ ...changes, ...decided, ...(from === "elsewhere" && { page: null }), state: to })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the amount of the capture unless it is settled; returns the settled amount. */
export async function settleCaptureAmount(tx: Tx, id: string, amount: number): Promise<number> {
  const { capture_amount } = await tx
    .updateTable("attempt")
    .set(({ fn, val }) => ({ capture_amount: fn.coalesce("capture_amount", val(amount)) }))
    .where("id", "=", id)
    .returning("capture_amount")
    .executeTakeFirstOrThrow();
  return capture_amount ?? amount;
}
