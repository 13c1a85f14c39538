import { customerSubject, type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Tx } from "../../db/tables.ts";
import type { MailedChange } from "../email-templates.ts";
import { mailSecurityChange } from "../mails.ts";
import { findAccount } from "../queries.ts";

/** The customer whose way of signing in is changed, and the request that changes it. */
export type Holder = { customerId: string; source: EventSource };

/** Records a change of the ways to sign in to an account in its trail, and mails its holder. */
export async function tellOfChange(
  tx: Tx,
  { customerId, source }: Holder,
  { kind, detail = "" }: { kind: MailedChange; detail?: string },
  now: number,
): Promise<void> {
  const account = await findAccount(tx, customerId);
  await recordSecurityEvent(tx, customerSubject(customerId), { kind, source, detail }, now);
  if (account) await mailSecurityChange(tx, { customerId, email: account.email }, { kind, source }, now);
}
