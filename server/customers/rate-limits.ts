import type { Db } from "../db/tables.ts";
import { recordTry, removeTries, triesSince } from "../db/tries.ts";
import { type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import { networkOf, widerNetworkOf } from "../web/network.ts";

const minutes = (seconds: number) => (seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`);

/**
 * The refusal of a try above a limit. The caller may try again once the `first` counted try is
 * older than `within` (ms).
 */
export function tooManyTries(first: number, within: number, now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((first + within - now) / 1000));
  return { ...refuse("too_many_tries", `Too many tries. Please try again in ${minutes(retryAfter)}.`), retryAfter };
}

/** A limit: at most `most` tries of `kind` by `subject`. */
export type TryLimit = { kind: string; subject: string; most: number };

/**
 * Counts one try for each limit before the try begins, so that parallel tries count too, and
 * returns the ids of the counted tries. If a limit is exceeded within `windowMs`, removes the
 * counted tries and refuses.
 */
export async function recordTries(
  db: Db,
  limits: readonly TryLimit[],
  windowMs: number,
  now: number,
): Promise<Outcome<string[]>> {
  const ids: string[] = [];
  for (const { kind, subject } of limits) ids.push(await recordTry(db, kind, subject, now));
  for (const { kind, subject, most } of limits) {
    const { count, first } = await triesSince(db, kind, subject, now - windowMs);
    if (count <= most) continue;
    await removeTries(db, ids);
    return tooManyTries(first, windowMs, now);
  }
  return ok(ids);
}

const hour = 60 * 60_000;
/** The most emails that strangers may request in an hour: to one address, and from one network. */
const mostMails = { perMail: 3, perNetwork: 20 };
/** The most emails that one mailbox gets in an hour if the requesting browsers do proof of work. */
export const mostWorkedMails = 10;

/**
 * Counts a request for an email of this kind, or refuses it if there were too many. The result does
 * not depend on whether the email address has an account.
 */
export async function mailLimit(
  db: Db,
  kind: string,
  mail: string,
  now: number,
  most = mostMails.perMail,
): Promise<Refusal | undefined> {
  const tries = await recordTries(db, [{ kind: `letter-${kind}`, subject: mail, most }], hour, now);
  return tries.ok ? undefined : tries;
}

/**
 * The limits of first emails in an hour. A first email goes to a recipient for whom nobody
 * requested an email in the last hour; up to these limits, it is sent even if other limits are used
 * up. One network has a low limit, so that a person who names many recipients blocks few other
 * people. The wider network has a higher limit.
 */
const mostFirstMails = { perNetwork: 30, perWiderNetwork: 300 };

/** The limits of first emails that a stranger at `address` requests. */
export const firstMailLimits = (kind: string, address: string): TryLimit[] => [
  { kind: `${kind}-letter-first-address`, subject: networkOf(address), most: mostFirstMails.perNetwork },
  { kind: `${kind}-letter-first`, subject: widerNetworkOf(address), most: mostFirstMails.perWiderNetwork },
];

/**
 * Counts an email that a stranger at `address` requests, or refuses it. The first email to a
 * recipient is sent even if other people in the network have requested many.
 */
export async function strangersMailLimit(
  db: Db,
  kind: string,
  { mail, address }: { mail: string; address: string },
  now: number,
): Promise<Refusal | undefined> {
  const recipient = { kind: `letter-${kind}`, subject: mail, most: mostMails.perMail };
  const network = { kind: `${kind}-letter-address`, subject: networkOf(address), most: mostMails.perNetwork };
  const tries = await recordTries(db, [recipient, network], hour, now);
  if (tries.ok) return undefined;
  const firsts = firstMailLimits(kind, address);
  return (await recordTries(db, [{ ...recipient, most: 1 }, ...firsts], hour, now)).ok ? undefined : tries;
}
