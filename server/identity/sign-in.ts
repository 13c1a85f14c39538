import { normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { isSignInEmail, wrongEmail } from "../customers/rules/sign-in-email.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { reportFailedSignIn } from "./failed-sign-in.ts";
import { limited } from "./limits.ts";
import type { Identity, Requester } from "./parts.ts";
import { passwordWay, signToken } from "./signed.ts";

type Credentials = { email: string; password: string; work?: string | undefined };

const credentialErrors = ({ email, password }: Credentials): FieldError[] => [
  ...(isSignInEmail(email) ? [] : [{ field: "email", message: wrongEmail }]),
  ...(password === "" ? [{ field: "password", message: "Enter your password." }] : []),
];

/** Checks an email and its password, and returns a short-lived token for `verify`. */
export async function signIn(
  identity: Identity,
  { visitor, address, deviceSecrets, source }: Requester,
  credentials: Credentials,
): Promise<Outcome<{ token: string }>> {
  const { db, now, provider, secret } = identity;
  const email = tidyEmail(credentials.email);
  const errors = credentialErrors({ ...credentials, email });
  if (errors.length > 0) return invalidFields(errors);
  const began = now();
  const trying = { mail: normaliseEmail(email), address, deviceSecrets, work: credentials.work };
  const checked = await limited(identity, trying, () => provider.check(email, credentials.password));
  if (!checked.ok) {
    if (checked.code === "wrong_credentials") await reportFailedSignIn(db, { email: trying.mail, source }, began);
    return checked;
  }
  return ok({ token: signToken(secret, { customerId: checked.value.customerId, visitor: visitor.id, way: passwordWay }, began) });
}
