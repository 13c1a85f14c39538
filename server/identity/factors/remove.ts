import type { Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { countRecoveryCodes, deletePasskeys, deleteTotp } from "./queries.ts";

/** Removes an account's app, recovery codes and passkeys: signing in to it is one step again. */
export async function removeFactors(tx: Tx, subject: Subject): Promise<void> {
  await deleteTotp(tx, subject);
  await deletePasskeys(tx, subject);
}

/** How many recovery codes are left. */
export const recoveryCodesLeft = (reader: Db | Tx, subject: Subject): Promise<number> => countRecoveryCodes(reader, subject);
