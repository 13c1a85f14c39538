import { sql } from "kysely";
import { addressColumns, toAddress, toColumns } from "../../customers/address-columns.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { compiled } from "../../db/compiled.ts";
import { insertion } from "../../db/insertion.ts";
import type { AddressKind, CheckoutState, Db, Row, Tx } from "../../db/tables.ts";
import { retention } from "../../retention.ts";
import type { PriceAdjustment } from "../rules/price-adjustment.ts";
import type { TaxAnswer } from "../rules/tax-request.ts";

/** A checkout without its lines and addresses. */
export type CheckoutRow = {
  id: string;
  state: CheckoutState;
  customerId: string | undefined;
  visitor: string | undefined;
  /** as typed; empty until the contact step */
  email: string;
  sameAsShipping: boolean;
  saveForLater: boolean;
  shippingMethodId: string | undefined;
  promoId: string | undefined;
  /** the typed code, if it is of a batch of the promo */
  batchCode: string | undefined;
  quoteId: string | undefined;
  orderId: string | undefined;
  /** for an abandoned checkout, the checkout that its lines moved into */
  successorId: string | undefined;
  notice: string;
  /** the shopper's note to the shop; empty without one */
  orderNote: string;
  /** what the staff set for a phone order in place of the shop's prices */
  adjustment: PriceAdjustment | undefined;
  /** a tax service's answer, which may belong to earlier lines of this checkout */
  taxAnswer: TaxAnswer | undefined;
  createdAt: number;
  /** when it was last changed; ms */
  updatedAt: number;
  expiresAt: number;
  /** for a copy, the other visitor's checkout that was copied */
  copiedFrom: string | undefined;
  /** whether the visitor gets only its lines, since another visitor holds it */
  isLinesAlone?: boolean;
  /** for a phone order, the staff member who took it, as `staff:ID` */
  takenBy: `staff:${string}` | undefined;
  /** the id of the order that this phone order adds products to */
  supplementOf: string | undefined;
};

const toCheckout = (row: Row<"checkout">): CheckoutRow => ({
  id: row.id,
  state: row.state,
  customerId: row.customer_id ?? undefined,
  visitor: row.visitor ?? undefined,
  email: row.email,
  sameAsShipping: row.same_as_shipping === 1,
  saveForLater: row.save_for_later === 1,
  shippingMethodId: row.shipping_method_id ?? undefined,
  promoId: row.promo_id ?? undefined,
  batchCode: row.batch_code ?? undefined,
  quoteId: row.quote_id ?? undefined,
  orderId: row.order_id ?? undefined,
  successorId: row.successor_id ?? undefined,
  notice: row.notice,
  orderNote: row.order_note,
  adjustment: row.price_adjustment === null ? undefined : (JSON.parse(row.price_adjustment) as PriceAdjustment),
  taxAnswer: row.tax_answer === null ? undefined : (JSON.parse(row.tax_answer) as TaxAnswer),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  copiedFrom: row.copied_from ?? undefined,
  takenBy: row.taken_by ?? undefined,
  supplementOf: row.supplement_of ?? undefined,
});

const byId = (reader: Db | Tx, id: string) => reader.selectFrom("checkout").selectAll().where("id", "=", id);

const checkoutRows = compiled((reader, [id = ""]) => byId(reader, id));
const lockedRows = compiled((reader, [id = ""]) => byId(reader, id).forUpdate());

/** A checkout in any state and of any visitor. The caller checks who may see it. */
export async function findCheckoutRow(reader: Db | Tx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await checkoutRows(reader, [id]);
  return row && toCheckout(row);
}

/** Locks a checkout in any state and of any visitor until the transaction ends. */
export async function lockCheckoutRow(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await lockedRows(tx, [id]);
  return row && toCheckout(row);
}

type NewCheckout = {
  id: string;
  customerId: string | undefined;
  visitor: string | undefined;
  copiedFrom?: string;
  takenBy?: `staff:${string}`;
  supplementOf?: string | undefined;
};

const insertCheckouts = insertion("checkout", (insert) => insert.returningAll());

/** Inserts an empty, open checkout. It expires a day after `now` unless it is changed. */
export async function insertCheckout(
  tx: Tx,
  { id, customerId, visitor, copiedFrom, takenBy, supplementOf }: NewCheckout,
  now: number,
): Promise<CheckoutRow> {
  const [row] = await insertCheckouts(tx, [
    {
      id,
      customer_id: customerId ?? null,
      visitor: visitor ?? null,
      shipping_method_id: null,
      promo_id: null,
      quote_id: null,
      order_id: null,
      created_at: now,
      updated_at: now,
      expires_at: now + retention.openCheckout,
      copied_from: copiedFrom ?? null,
      taken_by: takenBy ?? null,
      supplement_of: supplementOf ?? null,
    },
  ]);
  if (!row) throw new Error("a checkout was not written");
  return toCheckout(row);
}

/** A shopper's changes of a checkout, except lines and addresses. */
export type CheckoutChange = Partial<
  Pick<
    CheckoutRow,
    | "email"
    | "sameAsShipping"
    | "saveForLater"
    | "shippingMethodId"
    | "promoId"
    | "batchCode"
    | "notice"
    | "orderNote"
    | "adjustment"
  >
>;

const stored = compiled(
  (writer, [email, sameAsShipping, saveForLater, methodId, promoId, batchCode, notice, orderNote, adjustment, now, expiry, id]) =>
    writer
      .updateTable("checkout")
      .set({
        email: text(email),
        same_as_shipping: integer(sameAsShipping),
        save_for_later: integer(saveForLater),
        shipping_method_id: text(methodId),
        promo_id: text(promoId),
        batch_code: text(batchCode),
        notice: text(notice),
        order_note: text(orderNote),
        price_adjustment: text(adjustment),
        updated_at: integer(now),
        expires_at: integer(expiry),
      })
      .where("id", "=", text(id)),
);

const text = (place = "") => sql<string>`${place}`;
const integer = (place = "") => sql<number>`${place}`;

/** The new expiry; a phone order stays as long as its link works. */
const expiryOf = ({ takenBy, expiresAt }: CheckoutRow, now: number): number =>
  Math.max(takenBy === undefined ? 0 : expiresAt, now + retention.openCheckout);

/**
 * Writes the changeable columns of a locked checkout. Every change by the shopper postpones its
 * expiry.
 */
export async function storeCheckout(tx: Tx, checkout: CheckoutRow, now: number): Promise<void> {
  const { id, email, sameAsShipping, saveForLater, shippingMethodId = null, promoId = null, notice, orderNote } = checkout;
  const flags = [sameAsShipping ? 1 : 0, saveForLater ? 1 : 0];
  const adjustment = checkout.adjustment ? JSON.stringify(checkout.adjustment) : null;
  const batchCode = promoId === null ? null : (checkout.batchCode ?? null);
  const texts = [shippingMethodId, promoId, batchCode, notice, orderNote, adjustment];
  await stored(tx, [email, ...flags, ...texts, now, expiryOf(checkout, now), id]);
}

/** Moves a guest's checkout to another holder; it no longer counts as a copy. */
export const takeOver = (tx: Tx, id: string, visitor: string) =>
  tx.updateTable("checkout").set({ visitor, copied_from: null }).where("id", "=", id).execute();

type NewVisitor = { from: string; to: string; customerId: string };

/**
 * Moves a browser's guest checkouts, and this customer's, to the browser's new id. Completed
 * checkouts never change.
 */
export const moveHeld = (tx: Tx, { from, to, customerId }: NewVisitor) =>
  tx
    .updateTable("checkout")
    .set({ visitor: to })
    .where("visitor", "=", from)
    .where("state", "<>", "completed")
    .where(({ eb, or }) => or([eb("customer_id", "is", null), eb("customer_id", "=", customerId)]))
    .execute();

/** The id of a visitor's copy of another's checkout. */
export const findCopy = async (reader: Db | Tx, id: string, visitor: string): Promise<string | undefined> =>
  (
    await reader
      .selectFrom("checkout")
      .select("id")
      .where("visitor", "=", visitor)
      .where("copied_from", "=", id)
      .executeTakeFirst()
  )?.id;

/** Sets the promo. The caller checks whether the code is valid. */
export const setPromo = (tx: Tx, id: string, { promoId, batchCode }: Pick<CheckoutRow, "promoId" | "batchCode">) =>
  tx
    .updateTable("checkout")
    .set({ promo_id: promoId ?? null, batch_code: batchCode ?? null })
    .where("id", "=", id)
    .execute();

/** Sets the note of an open checkout. */
export const setOrderNote = (tx: Tx, id: string, orderNote: string) =>
  tx.updateTable("checkout").set({ order_note: orderNote }).where("id", "=", id).execute();

/**
 * Stores a tax service's answer for an open checkout; a checkout that is being paid does not
 * change.
 */
export const storeTaxAnswer = (db: Db, id: string, answer: TaxAnswer) =>
  db
    .updateTable("checkout")
    .set({ tax_answer: JSON.stringify(answer) })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();

/** Clears a shown notice. A checkout that was completed meanwhile keeps its notice. */
export const clearNotice = (db: Db, id: string) =>
  db.updateTable("checkout").set({ notice: "" }).where("id", "=", id).where("state", "=", "open").execute();

/** Abandons open checkouts whose lines moved into another, and names it as their successor. */
export const abandonFor = (tx: Tx, ids: readonly string[], successorId: string, now: number) =>
  tx
    .updateTable("checkout")
    .set({ state: "abandoned", successor_id: successorId, updated_at: now })
    .where("id", "in", ids)
    .where("state", "=", "open")
    .execute();

/**
 * Abandons a customer's open checkouts and removes their personal data. A checkout being paid
 * stays.
 */
export async function abandonAllOf(tx: Tx, customerId: string, now: number): Promise<void> {
  await tx
    .updateTable("checkout")
    .set({ state: "abandoned", email: "", order_note: "", price_adjustment: null, updated_at: now })
    .where("customer_id", "=", customerId)
    .where("state", "in", ["open", "abandoned"])
    .execute();
  const abandoned = tx.selectFrom("checkout").select("id").where("customer_id", "=", customerId).where("state", "=", "abandoned");
  await tx.deleteFrom("checkout_address").where("checkout_id", "in", abandoned).execute();
  await tx.updateTable("quote").set({ terms: null }).where("checkout_id", "in", abandoned).execute();
}

/** A customer's open checkouts, the latest changed first. */
export async function findOpenOf(reader: Db | Tx, customerId: string, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("checkout")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("state", "=", "open")
    .where("expires_at", ">", now)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

const addressRows = compiled((reader, [checkoutId = "", kind = ""]) =>
  reader
    .selectFrom("checkout_address")
    .select(addressColumns)
    .where("checkout_id", "=", checkoutId)
    .where("kind", "=", sql<AddressKind>`${kind}`),
);

/** An address of the checkout; undefined until its step has stored one. */
export async function findAddress(reader: Db | Tx, checkoutId: string, kind: AddressKind): Promise<Address | undefined> {
  const [row] = await addressRows(reader, [checkoutId, kind]);
  return row && toAddress(row);
}

const putAddresses = insertion("checkout_address", (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(["checkout_id", "kind"])
      .doUpdateSet(({ ref }) => Object.fromEntries(addressColumns.map((column) => [column, ref(`excluded.${column}`)]))),
  ),
);

/** Stores an address, in place of an earlier address of this kind. */
export async function putAddress(tx: Tx, checkoutId: string, kind: AddressKind, address: Address): Promise<void> {
  await putAddresses(tx, [{ checkout_id: checkoutId, kind, ...toColumns(address) }]);
}
