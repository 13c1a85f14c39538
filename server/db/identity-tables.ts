import type { Generated } from "kysely";
import type { Flag, Time } from "./column-types.ts";

type SessionTable = {
  token_hash: string;
  customer_id: string;
  created_at: Time;
  expires_at: Time;
  agent: Generated<string>;
  /** the id of the browser that got the session */
  visitor: string;
  /** the known device that signed in; removing the device ends the session */
  device: string | null;
  /** when the customer last proved their identity, at the sign-in or later */
  authenticated_at: Time;
};

/** A browser that has signed in to this account before. */
type KnownDeviceTable = { secret_hash: string; customer_id: string; created_at: Time; used_at: Time };

/** The events of an account; rows are only added (migrations/001-base/sign-in.ts). */
type SecurityEventTable = {
  id: string;
  subject_kind: "customer" | "staff";
  subject_id: string;
  /** one of customers/rules/security-events.ts */
  kind: string;
  actor: "customer" | "owner" | "staff" | "shop";
  /** the member of the staff who acted */
  actor_id: string | null;
  /** the wider network of the request's address, such as 203.0.113.0/24; empty once erased */
  network: Generated<string>;
  /** browser and system in the shop's words; empty once erased */
  agent: Generated<string>;
  /** the sign-in way, provider or device; empty once erased */
  detail: Generated<string>;
  /** the request's id, which is also in the lines of the log */
  request_id: string;
  at: Time;
  /** when the personal values were emptied */
  erased_at: Generated<Time | null>;
};

type SpentChallengeTable = {
  nonce: string;
  expires_at: number;
};

type CountedTryTable = { id: string; kind: string; subject: string; at: Time };

/** The account that a row belongs to. */
export type SubjectColumns = { subject_kind: "customer" | "staff"; subject_id: string };

type PasskeyTable = SubjectColumns & {
  /** the credential's id, in base64url */
  id: string;
  /** the domain at which it signs in */
  relying_party: string;
  public_key: string;
  counter: number;
  /** a JSON list */
  transports: string;
  name: string;
  created_at: Time;
  used_at: Time | null;
};

/** An authenticator app with its sealed secret. It is not used until it is confirmed. */
type TotpTable = SubjectColumns & {
  secret: string;
  /** the step of the last used code */
  last_step: Generated<number>;
  created_at: Time;
  confirmed_at: Time | null;
};

/**
 * A requested removal of an authenticator app. It becomes void if all sessions are ended after it.
 */
type TotpRemovalTable = { customer_id: string; requested_at: Time };

type RecoveryCodeTable = SubjectColumns & { hash: string; used_at: Time | null };

/** A challenge for a browser to sign. `subject` is the passkey's holder, empty at a sign-in. */
type PasskeyChallengeTable = { hash: string; visitor: string; subject: string; expires_at: Time };

/** A sign-in that waits for its second step; `at` is when it began. */
type PendingSignInTable = SubjectColumns & {
  visitor: string;
  way: string;
  /** a JSON list of ids */
  favourites: string;
  at: Time;
  expires_at: Time;
  tries: Generated<number>;
};

/** A customer's former email address, kept until the change can no longer be undone. */
type FormerEmailTable = { customer_id: string; email_norm: string; email: string; until: Time };

type OneTimeTokenTable = {
  hash: string;
  kind:
    | "verify-email"
    | "reset"
    | "keep-totp"
    | "change-email"
    | "sign-up"
    | "custom"
    | "lookup"
    | "undo-email"
    | "undo-disable"
    | "staff"
    | "phone-order";
  /**
   * the recipient: a customer's or a staff member's id, a normalised email, an order's or a
   * checkout's id
   */
  subject: string;
  /** JSON object */
  payload: Generated<string>;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
};

/** An account at a provider with which a customer signs in here. */
type SocialLinkTable = {
  /** the issuer, or the name of a demo provider */
  provider: string;
  subject: string;
  customer_id: string;
  created_at: Time;
};

/** A started social sign-in, usable once and only in the browser that started it. */
type SocialStartTable = {
  state_hash: string;
  /** the hash of the flow's own cookie, which identifies the browser */
  visitor: string;
  place: number;
  nonce: string;
  verifier: string;
  next: string | null;
  /** the channel on which a popup reports its result */
  popup: string | null;
  expires_at: Time;
  /** the customer who signs in at the provider only to prove their identity; null for a sign-in */
  confirms: Generated<string | null>;
};

/** A profile that a provider returned through this browser. */
type SocialReturnTable = {
  /** the hash of the flow's cookie, as in SocialStartTable */
  visitor: string;
  /** the value from which the page's token is derived */
  token_id: string;
  provider: string;
  label: string;
  subject: string;
  email: string;
  email_verified: Flag;
  name: string;
  gender: string;
  birthday: string;
  next: string | null;
  popup: string | null;
  /** the customer that `new_user` found or created */
  customer_id: string | null;
  expires_at: Time;
  spent_at: Time | null;
};

export type IdentityTables = {
  session: SessionTable;
  known_device: KnownDeviceTable;
  one_time_token: OneTimeTokenTable;
  former_email: FormerEmailTable;
  passkey: PasskeyTable;
  totp: TotpTable;
  totp_removal: TotpRemovalTable;
  recovery_code: RecoveryCodeTable;
  passkey_challenge: PasskeyChallengeTable;
  pending_sign_in: PendingSignInTable;
  security_event: SecurityEventTable;
  social_link: SocialLinkTable;
  social_start: SocialStartTable;
  social_return: SocialReturnTable;
  counted_try: CountedTryTable;
  spent_challenge: SpentChallengeTable;
};
