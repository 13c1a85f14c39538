import type { Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { findPasskeysOf } from "./queries.ts";

/** An account's passkeys, for its holder. */
export async function listPasskeys(reader: Db | Tx, subject: Subject, party: RelyingParty) {
  const rows = await findPasskeysOf(reader, subject, party.id);
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }));
}
