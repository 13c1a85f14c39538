import { consumeOneTimeToken, findOneTimeToken } from "../../customers/one-time-tokens.ts";
import { recordSecurityEvent } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { isGuessable } from "../../identity/guessable.ts";
import { hashPassword } from "../../identity/password.ts";
import { badPassword, isGoodPassword } from "../../identity/rules/password.ts";
import { type FieldError, invalidFields, type Outcome, ok, refuse } from "../../outcome.ts";
import { plainText } from "../../plain-text.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { findPerson, type Person, staffSubject } from "../people/people.ts";
import { putPassword } from "../people/queries/people.ts";
import { hasSecondStep } from "./factors.ts";
import { deleteSessionsOfStaff } from "./queries/sessions.ts";
import { startStaffSession } from "./sessions.ts";

const linkExpired = refuse("link_expired", "This link was used before, or is more than an hour old. Ask an owner for a new one.");

/**
 * Finds the person to whom a link belongs. The link stays valid, since mail programs open links
 * too.
 */
export async function findInvited(reader: Db | Tx, token: string, now: number): Promise<Person | undefined> {
  const invitation = await findOneTimeToken(reader, "staff", token, now);
  return invitation && (await findPerson(reader, invitation.subject));
}

const shortened = (name: string): string => plainText(name).slice(0, 100);

async function errorsOf(person: Person, { name, password }: { name: string; password: string }): Promise<FieldError[]> {
  const [firstName = "", ...others] = plainText(name).split(" ");
  const holder = { email: person.email, firstName, lastName: others.join(" ") };
  const isWeak = !isGoodPassword(password) || (await isGuessable(password, holder));
  return [
    ...(plainText(name) === "" ? [{ field: "name", message: "Enter your name." }] : []),
    ...(isWeak ? [{ field: "password", message: badWords(password) }] : []),
  ];
}

const badWords = (password: string): string =>
  isGoodPassword(password) ? "This password is too easy to guess. Please choose another one." : badPassword;

/**
 * Sets the name and password of a person who followed a link. Earlier sessions end. Returns the
 * token of a new session, but none if the person has an app or a passkey, since a link proves
 * neither.
 */
export async function join(
  { db, now, party }: { db: Db; now: () => number; party: RelyingParty },
  { token, name, password }: { token: string; name: string; password: string },
  source: RequestSource,
): Promise<Outcome<{ session: string | undefined }>> {
  const invited = await findInvited(db, token, now());
  if (!invited) return linkExpired;
  const errors = await errorsOf(invited, { name, password });
  if (errors.length > 0) return invalidFields(errors);
  const hash = await hashPassword(password);
  return await transactOutcome<Outcome<{ session: string | undefined }>>(db, async (tx) => {
    const used = await consumeOneTimeToken(tx, "staff", token, now());
    const person = used && (await findPerson(tx, used.subject));
    if (!person) return linkExpired;
    const { id } = person;
    await putPassword(tx, id, { hash, name: shortened(name), now: now() });
    await deleteSessionsOfStaff(tx, id);
    const event = { kind: "password-changed", source: { actor: { kind: "staff", id }, origin: source } } as const;
    await recordSecurityEvent(tx, staffSubject(id), event, now());
    if (await hasSecondStep(tx, id, party)) return ok({ session: undefined });
    return ok({ session: await startStaffSession(tx, { staffId: id, source }, now()) });
  });
}
