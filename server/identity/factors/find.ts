import type { Subject } from "../../customers/security-events.ts";
import type { Db } from "../../db/tables.ts";
import { countRecoveryCodes } from "./queries.ts";
import { hasTotp } from "./totp.ts";

/** How an account signs in beside its password. */
export const findFactors = async (db: Db, subject: Subject) => ({
  hasTotp: await hasTotp(db, subject),
  codesLeft: await countRecoveryCodes(db, subject),
});
