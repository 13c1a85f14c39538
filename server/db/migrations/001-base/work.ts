import type { Part } from "./part.ts";

/** Jobs, timers, and data of the server itself. */
export const work: Part = {
  tables: `
-- Work that is done after an answer was sent. request_id is of the request that enqueued it.
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting','done','failed')),
  tries INT8 NOT NULL DEFAULT 0,
  run_at INT8 NOT NULL,
  lease_until INT8 NOT NULL DEFAULT 0,
  failure TEXT NOT NULL DEFAULT '',
  created_at INT8 NOT NULL,
  done_at INT8,
  first_try_at INT8,
  told_at INT8,
  request_id TEXT,
  UNIQUE (kind, subject)
);
CREATE INDEX job_done ON job (done_at) WHERE state = 'done';
CREATE INDEX job_failed ON job (run_at) WHERE state = 'failed';
CREATE INDEX job_open ON job (created_at, id) WHERE state <> 'done';
CREATE INDEX job_waiting ON job (run_at) WHERE state = 'waiting';
CREATE INDEX job_waiting_of_kind ON job (kind, run_at) WHERE state = 'waiting';

-- When each timer last began, in whichever process.
CREATE TABLE timer (
  name TEXT NOT NULL PRIMARY KEY,
  begun_at INT8 NOT NULL
);

-- What a visitor typed into a form that was refused.
CREATE TABLE form_draft (
  visitor TEXT NOT NULL,
  path TEXT NOT NULL,
  form TEXT NOT NULL,
  typed TEXT NOT NULL,
  expires_at INT8 NOT NULL,
  PRIMARY KEY (visitor, path)
);
CREATE INDEX form_draft_by_end ON form_draft (expires_at);

-- Counts of what broke the content security policy.
CREATE TABLE csp_report (
  directive TEXT NOT NULL,
  blocked TEXT NOT NULL,
  screen TEXT NOT NULL,
  count INT8 NOT NULL,
  first_at INT8 NOT NULL,
  last_at INT8 NOT NULL,
  PRIMARY KEY (directive, blocked, screen)
);

-- Files of the last builds, for a shop of several machines: packed has a file's compressed
-- forms.
CREATE TABLE asset (
  path TEXT NOT NULL PRIMARY KEY,
  packed BLOB NOT NULL
);

CREATE TABLE asset_build (
  build TEXT NOT NULL PRIMARY KEY,
  served_at INT8 NOT NULL
);

CREATE TABLE asset_build_file (
  build TEXT NOT NULL REFERENCES asset_build(build),
  path TEXT NOT NULL REFERENCES asset(path),
  PRIMARY KEY (build, path)
);
CREATE INDEX asset_build_file_by_path ON asset_build_file (path);

-- What a program must know to run on this schema (schema-requirements.ts).
CREATE TABLE schema_requirement (
  migration TEXT NOT NULL PRIMARY KEY,
  needs TEXT NOT NULL
);
`,
};
