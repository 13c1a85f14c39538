/**
 * The path of the sign-in is in customers/paths.ts, since the customers feature redirects there as
 * well.
 */
export const signUpPath = "/identity/signup/";
export const welcomePath = "/identity/welcome/";
export const resetPath = "/identity/reset/";
export const confirmPath = "/identity/confirm/";
/** Mails another link that verifies the customer's address. */
export const confirmationMailPath = "/identity/confirm/resend/";

/** Mails a link that replaces the proof of work of a sign-in. */
export const signInLinkPath = "/identity/signin-link/";
export const tokenPath = "/identity/verify_token/";
/** The second step of a sign-in. */
export const secondStepPath = "/identity/second-step/";
/** Requests the removal of a lost app, and stops a removal. */
export const totpRemovalPath = "/identity/second-step/removal/";
export const keepAuthenticatorPath = "/identity/authenticator/keep/";
/** Sets up an authenticator app, and turns it off. */
export const authenticatorPath = "/identity/authenticator/";
export const authenticatorCodePath = "/identity/authenticator/code/";
export const authenticatorOffPath = "/identity/authenticator/off/";
export const recoveryCodesPath = "/identity/recovery-codes/";

/** A customer's passkeys, and the challenge of a new one. */
export const passkeysPath = "/identity/passkeys/";
export const newPasskeyPath = "/identity/passkeys/new/";
/** The sign-in by a passkey, and the challenge that the passkey signs for it. */
export const passkeySignInPath = "/identity/passkey/";
export const passkeyChallengePath = "/identity/passkey/challenge/";
/** The proof by a passkey that the visitor is still the signed-in customer. */
export const passkeyProofPath = "/identity/passkey/proof/";

export const signOutPath = "/identity/signout/";
export const passwordPath = "/identity/password/";
export const newUserPath = "/identity/new_user/";
export const botCheckPath = "/storefront/api/bot-check";

/** Paths of sign-in by other providers are below this path. */
export const socialsPath = "/identity/social/";
/** `place` is a provider's place in the configured list, from 1. */
export const socialPath = (place: string | number): string => `${socialsPath}${place}/`;

/** The path to which the provider sends the browser back. */
export const socialCallbackPath = (place: string | number): string => `${socialsPath}${place}/callback`;
export const socialReturnPath = `${socialsPath}return/` as const;
