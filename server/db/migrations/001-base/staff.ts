import { type Part, writtenOnceUntilErased } from "./part.ts";

/** The staff, and the audit of their changes. */
export const staff: Part = {
  tables: `
-- A removed person keeps the row, which histories name.
CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL,
  password_hash TEXT,
  created_at INT8 NOT NULL,
  signed_out_at INT8 NOT NULL DEFAULT 0,
  removed_at INT8
);
CREATE UNIQUE INDEX staff_by_email ON staff (email) WHERE removed_at IS NULL;

CREATE TABLE staff_role (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  created_at INT8 NOT NULL
);

CREATE TABLE staff_session (
  token_hash TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff(id),
  created_at INT8 NOT NULL,
  used_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  authenticated_at INT8 NOT NULL,
  network TEXT NOT NULL,
  agent TEXT NOT NULL
);
CREATE INDEX staff_session_by_end ON staff_session (expires_at);
CREATE INDEX staff_session_by_staff ON staff_session (staff_id);

-- What staff changed.
CREATE TABLE audit_entry (
  id TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  record_kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  action TEXT NOT NULL,
  before TEXT,
  after TEXT,
  request_id TEXT NOT NULL,
  at INT8 NOT NULL,
  erased_at INT8
);
CREATE INDEX audit_entry_by_record ON audit_entry (record_kind, record_id, at, id);
CREATE INDEX audit_entry_by_request ON audit_entry (request_id, id);
CREATE INDEX audit_entry_by_time ON audit_entry (at, id);
CREATE INDEX audit_entry_to_erase ON audit_entry (record_id) WHERE erased_at IS NULL;

-- A list's filters and sort, saved under a name.
CREATE TABLE staff_view (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff(id),
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  created_at INT8 NOT NULL
);
CREATE UNIQUE INDEX staff_view_by_name ON staff_view (staff_id, list, name);

-- What staff did to many records at once.
CREATE TABLE staff_bulk_run (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff(id),
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  selection TEXT NOT NULL,
  position INT8,
  done INT8 NOT NULL DEFAULT 0,
  refused INT8 NOT NULL DEFAULT 0,
  refusals TEXT NOT NULL DEFAULT '[]',
  created_at INT8 NOT NULL,
  finished_at INT8,
  mark TEXT
);
`,
  own: writtenOnceUntilErased({
    table: "audit_entry",
    words: "an audit entry is written once",
    refuse: "refuse_audit_change",
    erased: ["NEW.before IS NULL", "NEW.after IS NULL"],
    kept: ["id", "actor", "record_kind", "record_id", "action", "request_id", "at"],
  }),
};
