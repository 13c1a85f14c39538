import { randomUUID } from "node:crypto";
import { done, type Outcome, type Refusal } from "../outcome.ts";
import type { Db, Tx } from "./tables.ts";

/** Counts one try of `kind` by `subject` (an address, a mail, a checkout), for limits that hold across processes and restarts. Gives its id. */
export async function countTry(tx: Db | Tx, kind: string, subject: string, now: number): Promise<string> {
  const id = randomUUID();
  await tx.insertInto("counted_try").values({ id, kind, subject, at: now }).execute();
  return id;
}

/** Takes tries back that turned out not to count; `ids` are those that `countTry` gave. */
export async function uncountTries(tx: Db | Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("counted_try").where("id", "in", ids).execute();
}

/** Takes back all tries of `kind` by `subject`. */
export async function forgiveTries(tx: Tx, kind: string, subject: string): Promise<void> {
  await tx.deleteFrom("counted_try").where("kind", "=", kind).where("subject", "=", subject).execute();
}

/** How many tries of `kind` by `subject` there were since `since` (ms), and when the first of them was. */
export async function triesSince(
  reader: Db | Tx,
  kind: string,
  subject: string,
  since: number,
): Promise<{ count: number; first: number }> {
  const row = await reader
    .selectFrom("counted_try")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("at").as("first")])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: Number(row.first ?? since) };
}

/** Forgets tries from before `before` (ms). */
export async function forgetTries(tx: Db | Tx, before: number): Promise<void> {
  await tx.deleteFrom("counted_try").where("at", "<", before).execute();
}

const minutes = (seconds: number) => (seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`);

/** Says when to try again: once the `first` of the tries that count is older than `within` (ms). */
export function tooManyTries(first: number, within: number, now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((first + within - now) / 1000));
  return { ok: false, status: 429, error: `too many tries, please try again in ${minutes(retryAfter)}`, retryAfter };
}

/** What counts: tries of `kind` by `subject`, up to `most`. */
export type Counted = { kind: string; subject: string; most: number };

/**
 * Counts one try more of each before it begins, so that tries sent at once cannot slip through, and gives their ids. When there were too many
 * within so many ms, it is taken back and refused.
 */
export async function countTries(db: Db, counted: readonly Counted[], within: number, now: number): Promise<Outcome<string[]>> {
  const ids: string[] = [];
  for (const { kind, subject } of counted) ids.push(await countTry(db, kind, subject, now));
  for (const { kind, subject, most } of counted) {
    const { count, first } = await triesSince(db, kind, subject, now - within);
    if (count <= most) continue;
    await uncountTries(db, ids);
    return tooManyTries(first, within, now);
  }
  return done(ids);
}

/** Mails that somebody asked for without being signed in: three an hour for one mail (decisions §4). */
const letters = { within: 60 * 60_000, most: 3 };

/** The refusal of another letter of this kind to a mail, if there were too many; else it is counted. It is the same for a mail that nobody has. */
export async function letterLimit(db: Db, kind: string, mail: string, now: number): Promise<Refusal | undefined> {
  const { within, most } = letters;
  const counted = await countTries(db, [{ kind: `letter-${kind}`, subject: mail, most }], within, now);
  return counted.ok ? undefined : counted;
}
