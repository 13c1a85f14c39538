import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { findProfile, setProfileField } from "./queries.ts";
import { type ProfileField, shownValue, tidyValue, valueError } from "./rules/profile.ts";

/**
 * The values that a customer entered; empty without an entry. `birthday` is a day like 1990-05-04.
 */
export type Profile = Record<ProfileField, string> & {
  /** 1 after the mailed link was followed */
  email_verified: number;
  /** the name of the picture's file */
  avatar: string | null;
  /** the address whose confirmation is pending */
  pending_email: string | null;
};

export type SavedField = { field: ProfileField; value: string; shown: string };

/** The profile of the signed-in customer. */
export async function profileOf(reader: Db | Tx, customerId: string): Promise<Profile> {
  const profile = await findProfile(reader, customerId);
  if (!profile) throw new Error("a session has to have a customer");
  return profile;
}

/** Tidies a field's value and checks it by the field's rule. `now` is in ms. */
export function validateField(field: ProfileField, text: string, now: number): Outcome<SavedField> {
  const value = tidyValue(field, text);
  const message = valueError(field, value, new Date(now).toISOString().slice(0, 10));
  return message === undefined ? ok({ field, value, shown: shownValue(field, value) }) : invalidFields([{ field, message }]);
}

/** Saves one field. change-email.ts saves the email (requirement 195). */
export async function saveField(
  db: Db,
  customerId: string,
  { field, typed }: { field: Exclude<ProfileField, "email">; typed: string },
  now: number,
): Promise<Outcome<SavedField>> {
  const validated = validateField(field, typed, now);
  if (validated.ok) await transact(db, (tx) => setProfileField(tx, customerId, field, validated.value.value));
  return validated;
}
