import { toColumns } from "../../customers/address-columns.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { newId } from "../../ids.ts";
import { laneKinds } from "../../jobs/lanes.ts";
import { isOpenJob } from "../../jobs/open-job.ts";
import { emptiedAddress } from "../../orders/rules/emptied-address.ts";
import type { SubjectRecords } from "./subject.ts";

const { country: _, country_area: __, ...emptiedColumns } = toColumns({ ...emptiedAddress, country: "", countryArea: "" });

/**
 * Empties the personal values of orders, and deletes the links to these orders. Numbers, dates,
 * products, amounts, the taxed state, and the history stay for the accounting.
 */
export async function emptyOrders(tx: Tx, orderIds: readonly string[], now: number): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable("orders")
    .set({
      email: "",
      email_norm: "",
      visitor: null,
      brand: null,
      last4: null,
      tracking: null,
      cancel_reason: null,
      order_note: "",
      hold_reason: null,
      discount_reason: null,
      erased_at: now,
    })
    .where("id", "in", orderIds)
    .execute();
  await tx.updateTable("order_address").set(emptiedColumns).where("order_id", "in", orderIds).execute();
  await tx
    .updateTable("address_request")
    .set({ ...emptiedColumns, note: "" })
    .where("order_id", "in", orderIds)
    .execute();
  // A note may be a reason, words about a return, or the id of an email. The event's kind, actor
  // and time stay.
  await tx.updateTable("order_event").set({ note: "" }).where("order_id", "in", orderIds).execute();
  await tx.updateTable("order_shipment").set({ tracking: null }).where("order_id", "in", orderIds).execute();
  await tx.deleteFrom("order_tag").where("order_id", "in", orderIds).execute();
  await tx.deleteFrom("order_grant").where("order_id", "in", orderIds).execute();
  await tx.deleteFrom("order_token").where("order_id", "in", orderIds).execute();
}

export async function emailsOfOrders(reader: Db | Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await reader.selectFrom("orders").select("email_norm").distinct().where("id", "in", orderIds).execute();
  return rows.map(({ email_norm }) => email_norm);
}

/** Removes the person from uses of promo codes, which still count. */
export async function emptyRedemptions(tx: Tx, { checkoutIds, email }: SubjectRecords): Promise<void> {
  if (email) await tx.deleteFrom("first_order_claim").where("email_norm", "=", email).execute();
  const rows = await tx
    .selectFrom("promo_redemption")
    .select("id")
    .where(({ eb, or }) =>
      or([
        ...(checkoutIds.length > 0 ? [eb("checkout_id", "in", checkoutIds)] : []),
        ...(email ? [eb("email_norm", "=", email)] : []),
      ]),
    )
    .execute();
  for (const { id } of rows)
    await tx
      .updateTable("promo_redemption")
      .set({ email_norm: `erased:${newId()}`, once_email: null })
      .where("id", "=", id)
      .execute();
}

/**
 * Deletes the stored data of the person's browsers: addresses, typed forms, unfinished sign-ins.
 */
export async function deleteOfVisitors(tx: Tx, visitors: readonly string[]): Promise<void> {
  if (visitors.length === 0) return;
  for (const table of [
    "saved_address",
    "form_draft",
    "social_start",
    "social_return",
    "order_grant",
    "pending_sign_in",
    "passkey_challenge",
    "phone_order_opening",
  ] as const)
    await tx.deleteFrom(table).where("visitor", "in", visitors).execute();
}

/** Deletes tries that count for limits, and one-time tokens, of these subjects. */
export async function deleteBySubject(tx: Tx, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.deleteFrom("counted_try").where("subject", "in", subjects).execute();
  await tx.deleteFrom("one_time_token").where("subject", "in", subjects).execute();
}

type ReviewsOf = { customerId: string | undefined; orderIds: readonly string[]; now: number };

/**
 * Removes the author of each published review, which stays with its product. Deletes other reviews,
 * and empties the audit's entries about all of them.
 */
export async function anonymizeReviews(tx: Tx, { customerId, orderIds, now }: ReviewsOf): Promise<void> {
  const rows = await tx
    .selectFrom("review")
    .select(["id", "published"])
    .where(({ eb, or }) =>
      or([
        ...(customerId === undefined ? [] : [eb("customer_id", "=", customerId)]),
        ...(orderIds.length > 0 ? [eb("order_id", "in", orderIds)] : []),
      ]),
    )
    .execute();
  const [published, unseen] = [1, 0].map((state) => rows.filter(({ published }) => published === state).map(({ id }) => id));
  if (unseen?.length) await tx.deleteFrom("review").where("id", "in", unseen).execute();
  if (published?.length)
    await tx.updateTable("review").set({ customer_id: null, author: "Anonymous" }).where("id", "in", published).execute();
  const ids = rows.map(({ id }) => id);
  await emptyAudit(tx, ids, now);
}

/** Empties the old and new values in the audit of these records; the actor and the time stay. */
export async function emptyAudit(tx: Tx, recordIds: readonly string[], now: number): Promise<void> {
  if (recordIds.length === 0) return;
  await tx
    .updateTable("audit_entry")
    .set({ before: null, after: null, erased_at: now })
    .where("record_id", "in", recordIds)
    .where("erased_at", "is", null)
    .execute();
}

/**
 * Deletes jobs that wait or were given up and that contain one of these texts as a value. Jobs that
 * move money contain only ids, so they stay.
 */
export async function deleteJobsWith(tx: Tx, texts: readonly string[]): Promise<void> {
  const jobs = await tx
    .selectFrom("job")
    .select(["id", "payload"])
    .where(isOpenJob)
    .where("kind", "not in", laneKinds.money)
    .execute();
  const lowerCaseTexts = new Set(texts.map((text) => text.toLowerCase()));
  const holds = (payload: string) =>
    Object.values(JSON.parse(payload) as object).some(
      (value) => typeof value === "string" && lowerCaseTexts.has(value.toLowerCase()),
    );
  const ids = jobs.filter(({ payload }) => holds(payload)).map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("job").where("id", "in", ids).execute();
}
