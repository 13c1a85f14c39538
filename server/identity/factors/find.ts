import type { Subject } from "../../customers/security-events.ts";
import type { Db } from "../../db/tables.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { listPasskeys } from "../passkeys/list.ts";
import { countRecoveryCodes } from "./queries.ts";
import { hasTotp } from "./totp.ts";

/** The ways to sign in to an account besides its password. */
export const findFactors = async (db: Db, subject: Subject, party: RelyingParty) => ({
  hasTotp: await hasTotp(db, subject),
  passkeys: await listPasskeys(db, subject, party),
  codesLeft: await countRecoveryCodes(db, subject),
});
