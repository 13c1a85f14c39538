import { type Part, writtenOnceUntilErased } from "./part.ts";

const event = writtenOnceUntilErased({
  table: "security_event",
  words: "a security event is written once",
  refuse: "refuse_event_change",
  erased: ["network", "agent", "detail"].map((column) => `NEW.${column} = ''`),
  kept: ["id", "subject_kind", "subject_id", "kind", "actor", "actor_id", "request_id", "at"],
});

/** A browser's access to orders, as payer or by a mailed link, ends with its session. */
const endings = [
  "UPDATE orders SET visitor = NULL WHERE visitor = OLD.visitor;",
  "DELETE FROM order_grant WHERE visitor = OLD.visitor;",
].join(" ");

const own: Part["own"] = {
  sqlite: [...event.sqlite, `CREATE TRIGGER session_ended AFTER DELETE ON session BEGIN ${endings} END`],
  postgres: [
    ...event.postgres,
    `CREATE FUNCTION end_visitor() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${endings} RETURN NULL; END $$`,
    `CREATE TRIGGER session_ended AFTER DELETE ON session
     FOR EACH ROW EXECUTE FUNCTION end_visitor()`,
  ],
};

/** Sessions, and every way to prove an identity. */
export const signIn: Part = {
  tables: `
-- visitor is the browser that it was issued to; authenticated_at the last proof of who it is.
CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  agent TEXT NOT NULL DEFAULT '',
  visitor TEXT NOT NULL,
  device TEXT,
  authenticated_at INT8 NOT NULL
);
CREATE INDEX session_by_customer ON session (customer_id);
CREATE INDEX session_by_end ON session (expires_at);

-- Mailed links and sign-in tokens, as hashes.
CREATE TABLE one_time_token (
  hash TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  created_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  used_at INT8,
  kind TEXT NOT NULL
);
CREATE INDEX one_time_token_by_end ON one_time_token (expires_at);
CREATE INDEX one_time_token_by_subject ON one_time_token (kind, subject);

CREATE TABLE social_link (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX social_link_by_customer ON social_link (customer_id);

-- A sign-in at a provider that was begun.
CREATE TABLE social_start (
  state_hash TEXT PRIMARY KEY,
  visitor TEXT NOT NULL,
  place INT8 NOT NULL CHECK (place IN (1, 2)),
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  next TEXT,
  popup TEXT,
  expires_at INT8 NOT NULL,
  confirms TEXT
);
CREATE INDEX social_start_by_end ON social_start (expires_at);

-- A sign-in that came back from a provider.
CREATE TABLE social_return (
  visitor TEXT PRIMARY KEY,
  token_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  label TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  email_verified INT8 NOT NULL CHECK (email_verified IN (0, 1)),
  name TEXT NOT NULL,
  gender TEXT NOT NULL,
  birthday TEXT NOT NULL,
  next TEXT,
  popup TEXT,
  customer_id TEXT REFERENCES customer(id),
  expires_at INT8 NOT NULL,
  spent_at INT8
);
CREATE INDEX social_return_by_end ON social_return (expires_at);

-- A browser that has signed in before, by the hash of its cookie.
CREATE TABLE known_device (
  secret_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  used_at INT8 NOT NULL
);
CREATE INDEX known_device_by_customer ON known_device (customer_id);
CREATE INDEX known_device_by_use ON known_device (used_at);

-- Passkeys, apps and codes are of customers and of staff.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  relying_party TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INT8 NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INT8 NOT NULL,
  used_at INT8
);
CREATE INDEX passkey_by_subject ON passkey (subject_kind, subject_id);

-- An authenticator app; its secret is sealed.
CREATE TABLE totp (
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  secret TEXT NOT NULL,
  last_step INT8 NOT NULL DEFAULT 0,
  created_at INT8 NOT NULL,
  confirmed_at INT8,
  PRIMARY KEY (subject_kind, subject_id)
);

-- A customer's request to remove the app, which takes effect after a delay.
CREATE TABLE totp_removal (
  customer_id TEXT PRIMARY KEY REFERENCES customer(id),
  requested_at INT8 NOT NULL
);

CREATE TABLE recovery_code (
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  used_at INT8,
  PRIMARY KEY (subject_kind, subject_id, hash)
);

-- A challenge that a browser has yet to answer.
CREATE TABLE passkey_challenge (
  hash TEXT PRIMARY KEY,
  visitor TEXT NOT NULL,
  subject TEXT NOT NULL,
  expires_at INT8 NOT NULL
);
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);

-- A sign-in that waits for its second step.
CREATE TABLE pending_sign_in (
  visitor TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  way TEXT NOT NULL,
  favourites TEXT NOT NULL,
  at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  tries INT8 NOT NULL DEFAULT 0
);
CREATE INDEX pending_sign_in_by_end ON pending_sign_in (expires_at);

-- What happened to an account.
CREATE TABLE security_event (
  id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('customer','staff')),
  subject_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('customer','owner','staff','shop')),
  actor_id TEXT,
  network TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '',
  request_id TEXT NOT NULL,
  at INT8 NOT NULL,
  erased_at INT8
);
CREATE INDEX security_event_by_age ON security_event (at) WHERE erased_at IS NULL;
CREATE INDEX security_event_by_subject ON security_event (subject_kind, subject_id, at, id);

-- Tries that a limit counts.
CREATE TABLE counted_try (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  at INT8 NOT NULL
);
CREATE INDEX counted_try_by_age ON counted_try (at);
CREATE INDEX counted_try_by_subject ON counted_try (kind, subject, at);

-- Solved bot checks: each is accepted once.
CREATE TABLE spent_challenge (
  nonce TEXT PRIMARY KEY,
  expires_at INT8 NOT NULL
);
CREATE INDEX spent_challenge_by_end ON spent_challenge (expires_at);
`,
  own,
};
