import { z } from "zod";
import { text, textLine } from "../text-schemas.ts";
import { workField } from "../web/proof-of-work/schema.ts";
import { mostFavourites } from "../wishlist/favourites.ts";

/** Rules check both fields later, so that an empty field gets its own message. */
export const signInBody = z.object({
  email: text(300),
  password: text(500),
  /** a solved challenge of an earlier refusal, or a mailed link's token */
  work: workField.optional(),
  next: text(1000).optional(),
});

export const signInLinkBody = signInBody.pick({ email: true, next: true });

export const signUpBody = z.object({
  email: text(300),
  password: text(500),
  first_name: textLine(100),
  last_name: textLine(100).default(""),
  botToken: text(4000).optional(),
  next: text(1000).optional(),
});

/** Opens an account for the person who placed an order; the order provides the other values. */
export const signUpOrderBody = signUpBody.pick({ password: true, botToken: true, next: true }).extend({ orderId: text(64) });

export const verifyBody = z.object({
  token: text(2000),
  next: text(1000).optional(),
  /**
   * ids of this browser's guest favourites, the latest first; a malformed list must not prevent
   * signing in
   */
  favorites: z.array(textLine(64)).max(mostFavourites).catch([]),
});

/** A field is empty if the provider sent nothing (requirements 186–188). */
export const newUserBody = z.object({
  id: text(255).min(1),
  first_name: textLine(100).default(""),
  last_name: textLine(200).default(""),
  gender: textLine(40).default(""),
  birthday: z.union([z.literal(""), z.iso.date()]).default(""),
  password: text(500).optional(),
  /** the token of the page after the return, which tells several tabs apart */
  token: text(200).optional(),
  work: workField.optional(),
});

export const passwordBody = z.object({ currentPassword: text(500).default(""), newPassword: text(500).default("") });

const passkeyId = textLine(1400);
/**
 * The ids of the passkeys that stay with a new password: a form sends none, one or several ticked
 * boxes.
 */
const keptPasskeys = z
  .union([passkeyId, z.array(passkeyId).max(50)])
  .default([])
  .transform((ids) => [ids].flat());

/** A new password with a mailed link's token. */
const newPasswordBody = z.object({ token: text(100), newPassword: text(500), passkeys: keptPasskeys });

export const undoBody = newPasswordBody;

/** A code of an authenticator app, or a recovery code. */
export const codeBody = z.object({ code: textLine(100).default("") });

/** The answer of a browser's passkey: JSON of the credential (passkeys/responses.ts). */
const credential = text(24_000);
export const passkeyBody = z.object({ credential, next: text(1000).optional() });
/** An empty name stands for the browser's name. */
export const newPasskeyBody = z.object({ credential, name: textLine(60).default("") });
export const passkeyIdBody = z.object({ id: passkeyId });

/** `code` is the authenticator app's code or a recovery code, if the account has an app. */
export const proofBody = z.object({ password: text(500).default(""), code: textLine(100).default("") });

/** The body mails a link if it has an email, and sets a password if it has the mailed token. */
export const resetBody = z.union([
  newPasswordBody.extend({ next: text(1000).optional() }),
  z.object({ email: text(300), next: text(1000).optional(), work: workField.optional() }),
]);

/** A one-time link's token, posted by the page behind the link. */
export const onceBody = z.object({ token: text(100), next: text(1000).optional() });

export const keepBody = onceBody.pick({ token: true });

export const signUpLinkBody = onceBody.extend({ password: text(500).default("") });
