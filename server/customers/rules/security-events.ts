/** The words for every kind of security event, shown to the account's holder. */
export const securityEvents = {
  "account-created": "Account created",
  "signed-in": "Signed in",
  "sign-in-failed": "Someone tried to sign in with a wrong password",
  "sign-in-limited": "Sign-in slowed after many wrong passwords",
  "new-device": "Signed in on a new device",
  reauthenticated: "Confirmed it’s you",
  "reauthentication-failed": "Someone entered a wrong password to confirm a change",
  "signed-out": "Signed out",
  "signed-out-everywhere": "Signed out everywhere",
  "device-signed-out": "Signed out a device",
  "sign-in-link-created": "Sign-in link created by the store",
  "password-changed": "Password changed",
  "password-reset": "Password reset by email",
  "email-confirmed": "Email address confirmed",
  "email-change-requested": "Email change requested",
  "email-changed": "Email address changed",
  "email-change-undone": "Email change undone",
  "social-linked": "Sign-in account connected",
  "social-unlinked": "Sign-in accounts disconnected",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "passkey-refused": "Passkey refused: it may be a copy",
  "totp-enabled": "Authenticator app turned on",
  "totp-disabled": "Authenticator app turned off",
  "totp-removal-requested": "Removal of the authenticator app requested",
  "totp-removal-stopped": "Removal of the authenticator app stopped",
  "totp-removed": "Authenticator app removed",
  "recovery-codes-created": "Recovery codes created",
  "recovery-code-used": "Recovery code used",
  "data-exported": "Personal data exported",
  "account-disabled": "Account disabled",
  "disabling-undone": "Account restored",
  "account-erased": "Personal data erased",
} as const satisfies Record<string, string>;

export type SecurityEventKind = keyof typeof securityEvents;

/** A later release, which knows more kinds, may have written the row. */
const eventWords = (kind: string): string =>
  Object.hasOwn(securityEvents, kind) ? securityEvents[kind as SecurityEventKind] : "Account changed";

/** The words for ways to sign in, by an event's detail; other details are names of providers. */
const ways: Readonly<Record<string, string>> = { Password: "a password", Passkey: "a passkey", "Sign-in link": "a sign-in link" };

/** An event, in a sentence. */
export function eventSentence({ kind, detail }: { kind: string; detail: string }): string {
  const words = eventWords(kind);
  if (detail === "" || kind === "sign-in-failed" || kind === "reauthentication-failed") return `${words}.`;
  return kind === "signed-in" || kind === "new-device" ? `${words} with ${ways[detail] ?? detail}.` : `${words}: ${detail}.`;
}
