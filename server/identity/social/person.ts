import { z } from "zod";
import { emailErrors, tidyEmail } from "../../customers/rules/email.ts";

/** A person's profile at a provider; a text too long for a page is empty. */
export type Person = {
  subject: string;
  email: string;
  emailVerified: boolean;
  /** full name; a page splits it */
  name: string;
  gender: string;
  /** a day like 1990-05-04 */
  birthday: string;
};

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, "").trim())
    .pipe(z.string().max(most))
    .catch("");

/**
 * The claims of a provider. Providers differ in them: a malformed claim counts as missing, except
 * the subject.
 */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: line(254),
  name: line(200),
  given_name: line(100),
  family_name: line(100),
  gender: line(40),
  birthdate: z.iso.date().catch(""),
});

type Claims = Readonly<Record<string, unknown>>;

/**
 * The person of the ID token's claims, merged with those of the user info endpoint; undefined
 * without an email. `email_verified` counts only from the source of the email itself.
 */
export function personOf(tokenClaims: Claims, further: Claims = {}): Person | undefined {
  const merged: Claims = {
    ...tokenClaims,
    ...further,
    email_verified: (further.email === undefined ? tokenClaims : further).email_verified,
  };
  const { sub, email, name, given_name, family_name, gender, birthdate } = claims.parse(merged);
  const address = tidyEmail(email);
  if (emailErrors(address).length > 0) return undefined;
  return {
    subject: sub,
    email: address,
    // Some providers send a string.
    emailVerified: merged.email_verified === true || merged.email_verified === "true",
    name: name || `${given_name} ${family_name}`.trim(),
    gender,
    birthday: birthdate.startsWith("0000") ? "" : birthdate,
  };
}
