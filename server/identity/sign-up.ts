import { tidyEmail } from "../customers/rules/email.ts";
import { isSignInEmail, wrongEmail } from "../customers/rules/sign-in-email.ts";
import { customerSubject, recordSecurityEvent } from "../customers/security-events.ts";
import { transact } from "../db/transaction.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { plainText } from "../plain-text.ts";
import { notAPerson } from "./bot-check/bot-check.ts";
import { isGuessable } from "./guessable.ts";
import { limitedSignUp } from "./limits.ts";
import { mailVerification } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";
import { badPassword, isGoodPassword, tooWeak } from "./rules/password.ts";
import { passwordWay, signToken } from "./signed.ts";

export type Registration = { email: string; password: string; firstName: string; lastName: string };

/** Errors of tidied values; empty if all are valid. A last name is not required. */
export const registrationErrors = async (registration: Registration): Promise<FieldError[]> => [
  ...(registration.firstName === "" ? [{ field: "first_name", message: "Enter your first name." }] : []),
  ...(isSignInEmail(registration.email) ? [] : [{ field: "email", message: wrongEmail }]),
  ...(await passwordErrors(registration)),
];

async function passwordErrors({ password, ...person }: Registration): Promise<FieldError[]> {
  if (!isGoodPassword(password)) return [{ field: "password", message: badPassword }];
  return (await isGuessable(password, person)) ? [{ field: "password", message: tooWeak.error }] : [];
}

/** Names and email without invisible characters; the password is unchanged. */
export const tidied = ({ email, password, firstName, lastName }: Registration): Registration => ({
  email: tidyEmail(email),
  password,
  firstName: plainText(firstName),
  lastName: plainText(lastName),
});

/** Opens an account after the bot check, mails the link that verifies its address, and signs in. */
export async function signUp(
  identity: Identity,
  asker: Requester,
  { botToken, ...typed }: Registration & { botToken: string | undefined },
): Promise<Outcome<{ token: string }>> {
  const registration = tidied(typed);
  const errors = await registrationErrors(registration);
  if (errors.length > 0) return invalidFields(errors);
  if (!botToken) return notAPerson;
  const { address } = asker;
  return await limitedSignUp(identity.db, { address, now: identity.now() }, async () => {
    const person = await identity.bots.check(botToken, address);
    return person.ok ? await open(identity, asker, registration) : person;
  });
}

async function open(
  { db, now, provider, secret, notifyWorker }: Identity,
  { visitor, source }: Requester,
  { email, password, firstName, lastName }: Registration,
): Promise<Outcome<{ token: string }>> {
  const sealed = await provider.seal(password);
  const created = await provider.create({ email, firstName, lastName, sealed, verified: false });
  if (!created.ok) return created;
  const { customerId } = created.value;
  await transact(db, async (tx) => {
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "account-created", source }, now());
    await mailVerification(tx, { customerId, email, visitor: visitor.id }, now());
  });
  notifyWorker();
  return ok({ token: signToken(secret, { customerId, visitor: visitor.id, way: passwordWay }, now()) });
}
