import { recordTries, type TryLimit } from "../customers/rate-limits.ts";
import type { Db, Tx } from "../db/tables.ts";
import { clearTries, removeTries } from "../db/tries.ts";
import type { Outcome } from "../outcome.ts";
import { networkOf } from "../web/network.ts";

/** Failed passwords in a quarter of an hour, by email and by address (decisions §4). */
const quarter = 15 * 60_000;
const hour = 60 * 60_000;
const failures = { kind: "password", perMail: 10, perAddress: 50 };
/** Failed sign-ups of one address in an hour, such as those that test one email after the other. */
const signUps = { kind: "sign-up-address", perAddress: 20 };

export type TryInput = { mail: string; address: string; now: number };

/**
 * Runs a check of a secret, unless there were too many. A success is uncounted: only failures
 * count. A refusal says how long to wait.
 */
async function counted<Value>(
  db: Db,
  subjects: readonly TryLimit[],
  { within, now }: { within: number; now: number },
  check: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const ids = await recordTries(db, subjects, within, now);
  if (!ids.ok) return ids;
  const outcome = await check();
  if (outcome.ok) await removeTries(db, ids.value);
  return outcome;
}

/** Runs a check of a password. */
export const limited = <Value>(db: Db, { mail, address, now }: TryInput, check: () => Promise<Outcome<Value>>) =>
  counted(
    db,
    [
      { kind: `${failures.kind}-mail`, subject: mail, most: failures.perMail },
      { kind: `${failures.kind}-address`, subject: networkOf(address), most: failures.perAddress },
    ],
    { within: quarter, now },
    check,
  );

/** A mailed link proves whose email it is: earlier wrong passwords no longer count for it. */
export const clearFailuresOfEmail = (tx: Tx, mail: string) => clearTries(tx, `${failures.kind}-mail`, mail);

/** Opens an account, which may reveal that an email has one already. */
export const limitedSignUp = <Value>(
  db: Db,
  { address, now }: Pick<TryInput, "address" | "now">,
  open: () => Promise<Outcome<Value>>,
) => counted(db, [{ kind: signUps.kind, subject: networkOf(address), most: signUps.perAddress }], { within: hour, now }, open);
