import type { Generated } from "kysely";
import type { Time } from "./column-types.ts";

/** The staff members. The row of a removed member stays, since histories name the member. */
export type StaffTable = {
  id: string;
  /** normalised */
  email: string;
  name: Generated<string>;
  /**
   * the name of a role that every shop has (`staff/people/rules/permissions.ts`), or the id of a
   * `staff_role`
   */
  role: string;
  /** null until the mailed or printed link was followed */
  password_hash: string | null;
  created_at: Time;
  /** sessions that began before this time are invalid */
  signed_out_at: Generated<Time>;
  removed_at: Generated<Time | null>;
};

export type StaffSessionTable = {
  token_hash: string;
  staff_id: string;
  created_at: Time;
  /** at most a minute behind */
  used_at: Time;
  expires_at: Time;
  /** the time of the last proof of identity */
  authenticated_at: Time;
  /** the wider network of the address that signed in */
  network: string;
  /** browser and system in the shop's words */
  agent: string;
};

/** An entry of the audit. Rows are only added, and only an erasure empties them. */
export type AuditEntryTable = {
  id: string;
  /** `staff:ID`, `owner` for a command, `schedule`, `shop` */
  actor: string;
  record_kind: string;
  record_id: string;
  action: string;
  /** JSON of the record's changed fields; null if there was no record, or once erased */
  before: string | null;
  after: string | null;
  request_id: string;
  at: Time;
  erased_at: Generated<Time | null>;
};

/** A role that the owner has made. */
export type StaffRoleTable = {
  id: string;
  name: string;
  /** JSON: a list of permissions */
  permissions: string;
  created_at: Time;
};

export type StaffTables = {
  staff: StaffTable;
  staff_role: StaffRoleTable;
  staff_session: StaffSessionTable;
  audit_entry: AuditEntryTable;
};
