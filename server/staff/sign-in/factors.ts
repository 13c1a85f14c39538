import type { Db, Tx } from "../../db/tables.ts";
import { hasTotp } from "../../identity/factors/totp.ts";
import { listPasskeys } from "../../identity/passkeys/list.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { staffSubject } from "../people/people.ts";

/** The factors with which somebody signs in, in addition to a password or instead of it. */
export type StaffFactors = { hasApp: boolean; passkeys: number };

/**
 * Finds the factors. Passkeys of another host than the staff's cannot sign in, and do not count.
 */
export async function staffFactors(reader: Db | Tx, staffId: string, party: RelyingParty): Promise<StaffFactors> {
  const subject = staffSubject(staffId);
  const passkeys = await listPasskeys(reader, subject, party);
  return { hasApp: await hasTotp(reader, subject), passkeys: passkeys.length };
}

/** Whether signing in takes more than a password. */
export async function hasSecondStep(reader: Db | Tx, staffId: string, party: RelyingParty): Promise<boolean> {
  const { hasApp, passkeys } = await staffFactors(reader, staffId, party);
  return hasApp || passkeys > 0;
}
