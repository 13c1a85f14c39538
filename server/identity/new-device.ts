import { countEventsSince, customerSubject, type NewSecurityEvent, recordSecurityEvent } from "../customers/security-events.ts";
import type { Tx } from "../db/tables.ts";
import { mailSecurityChange } from "./mails.ts";
import type { AccountRow } from "./queries.ts";

/**
 * Records a sign-in in a browser that the account does not know, and mails its holder. An account's
 * first sign-in does not count.
 */
export async function tellOfNewDevice(
  tx: Tx,
  { id, email }: Pick<AccountRow, "id" | "email">,
  event: Omit<NewSecurityEvent, "kind">,
  now: number,
): Promise<void> {
  const subject = customerSubject(id);
  if ((await countEventsSince(tx, subject, "signed-in", 0)) === 0) return;
  await recordSecurityEvent(tx, subject, { ...event, kind: "new-device" }, now);
  await mailSecurityChange(tx, { customerId: id, email }, { kind: "new-device", source: event.source }, now);
}
