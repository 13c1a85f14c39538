import type { Db, Tx } from "../../db/tables.ts";
import { triesOfEach } from "../../db/tries.ts";
import { type Refusal, refuse } from "../../outcome.ts";
import { proofOfWork } from "./challenges.ts";
import { isEnoughWork } from "./factor.ts";
import type { WorkLink } from "./links.ts";
import { consumeChallenge } from "./queries.ts";

/** Tries of one subject within `within` ms, of which `free` cost no work. */
export type WorkLimit = { kind: string; subject: string; within: number; free: number };

/** A limit with its number of tries and the time of the first of them (ms). */
export type CountedLimit = WorkLimit & { count: number; first: number };

/** Counts the tries of limits of different kinds, in their order. */
export async function countTriesOf(reader: Db | Tx, limits: readonly WorkLimit[], now: number): Promise<CountedLimit[]> {
  const subjects = limits.map(({ kind, subject, within }) => ({ kind, subject, since: now - within }));
  const tries = await triesOfEach(reader, subjects);
  return limits.map((limit, at) => ({ ...limit, count: 0, first: now, ...tries[at] }));
}

/** Data of a `work_required` refusal for the routes, which make the challenge. */
export type NeededWork = { action: string; subject: string; factor: number };

/** Refuses a try until its work is done; `words` are shown to the shopper. */
export const workRequired = (words: string, needed: NeededWork): Refusal => ({
  ...refuse("work_required", words),
  data: needed,
});

/** Adds the challenge to a `work_required` refusal; any other refusal is returned unchanged. */
export async function withChallenge(parts: { now: () => number; secret: string }, refusal: Refusal): Promise<Refusal> {
  if (refusal.code !== "work_required") return refusal;
  return { ...refusal, data: { challenge: await proofOfWork(parts).offer(refusal.data as NeededWork) } };
}

/** Uses up the work for this try; true if it was enough and not used before. */
export async function spendWork(db: Db | Tx, work: WorkLink | undefined, refusal: Refusal): Promise<boolean> {
  if (refusal.code !== "work_required" || !work) return false;
  const { factor } = refusal.data as NeededWork;
  return isEnoughWork(work.factor, factor) && (await consumeChallenge(db, work.nonce, work.expiresAt));
}
