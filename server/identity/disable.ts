import { customerSubject } from "../customers/security-events.ts";
import type { Tx } from "../db/tables.ts";
import { deletePasskeys, deletePendingOf, deleteTotp } from "./factors/queries.ts";
import { deleteLinks } from "./social/queries.ts";

/**
 * Deletes a customer's links to accounts at providers, which may then be linked to another
 * customer.
 */
export const deleteSocialLinks = async (tx: Tx, customerId: string): Promise<void> => void (await deleteLinks(tx, customerId));

/** Deletes an account's factors besides the password, if they were set up since `since` (ms). */
export async function deleteFactors(tx: Tx, customerId: string, since = 0): Promise<void> {
  const subject = customerSubject(customerId);
  await deleteTotp(tx, subject, since);
  await deletePasskeys(tx, subject, since);
  await deletePendingOf(tx, subject);
}
