import { type Counted, countTries, letterLimit } from "../customers/rate-limits.ts";
import type { Db, Tx } from "../db/tables.ts";
import { forgiveTries, uncountTries } from "../db/tries.ts";
import type { Outcome, Refusal } from "../outcome.ts";
import { networkOf } from "../web/network.ts";

/** Failed passwords in a quarter of an hour, by mail and by address (decisions §4). */
const quarter = 15 * 60_000;
const hour = 60 * 60_000;
const failures = { kind: "password", perMail: 10, perAddress: 50 };
/** An hour's sign-ups of one address that came to nothing, as of who asks for one mail after the other; and its letters. */
const signUps = { kind: "sign-up-address", perAddress: 20 };
const signUpLetters = { kind: "sign-up-letter-address", perAddress: 20 };

export type Trying = { mail: string; address: string; now: number };

/**
 * Runs a check of something, unless there were too many. It is taken back when it succeeds: only failures count. Refuses with the time to wait.
 */
async function counted<Value>(
  db: Db,
  subjects: readonly Counted[],
  { within, now }: { within: number; now: number },
  check: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const ids = await countTries(db, subjects, within, now);
  if (!ids.ok) return ids;
  const outcome = await check();
  if (outcome.ok) await uncountTries(db, ids.value);
  return outcome;
}

/** Runs a check of a password. */
export const limited = <Value>(db: Db, { mail, address, now }: Trying, check: () => Promise<Outcome<Value>>) =>
  counted(
    db,
    [
      { kind: `${failures.kind}-mail`, subject: mail, most: failures.perMail },
      { kind: `${failures.kind}-address`, subject: networkOf(address), most: failures.perAddress },
    ],
    { within: quarter, now },
    check,
  );

/** Who proved by a letter that the mail is theirs is no longer shut out by wrong passwords of before, their own or somebody else's. */
export const forgiveFailures = (tx: Tx, mail: string) => forgiveTries(tx, `${failures.kind}-mail`, mail);

/** Opens an account, which may tell that a mail has one already. */
export const limitedSignUp = <Value>(
  db: Db,
  { address, now }: Pick<Trying, "address" | "now">,
  open: () => Promise<Outcome<Value>>,
) => counted(db, [{ kind: signUps.kind, subject: networkOf(address), most: signUps.perAddress }], { within: hour, now }, open);

/** The refusal of another letter for a sign-up, if there were too many to this mail or from this address; else it is counted. */
export async function signUpLetterLimit(db: Db, { mail, address, now }: Trying): Promise<Refusal | undefined> {
  const { kind, perAddress } = signUpLetters;
  const counted = await countTries(db, [{ kind, subject: networkOf(address), most: perAddress }], hour, now);
  return counted.ok ? await letterLimit(db, "sign-up", mail, now) : counted;
}
