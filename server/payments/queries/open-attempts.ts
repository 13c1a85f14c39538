import type { Db } from "../../db/tables.ts";
import { type AttemptState, liveStates } from "../rules/attempt.ts";
import type { Attempt } from "./attempts.ts";

/** Temporary states: the attempt is undecided, or its money is on its way back. */
const openStates = [...liveStates, "voiding", "refunding"] as const satisfies readonly AttemptState[];

/** How many attempts are in each temporary state. */
export async function countOpenAttempts(db: Db): Promise<Record<(typeof openStates)[number], number>> {
  const rows = await db
    .selectFrom("attempt")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("state", "in", openStates)
    .groupBy("state")
    .execute();
  const countByState = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  const counts = openStates.map((state) => [state, countByState.get(state) ?? 0]);
  return Object.fromEntries(counts);
}

/** Attempts in a temporary state, the oldest first. */
export const findOpenAttempts = (db: Db, limit: number): Promise<Attempt[]> => findIn(db, openStates, limit);

/** Payments that the gateway reviews, the oldest first. */
export const findHeldAttempts = (db: Db, limit: number): Promise<Attempt[]> => findIn(db, ["held"], limit);

const findIn = (db: Db, states: readonly AttemptState[], limit: number): Promise<Attempt[]> =>
  db.selectFrom("attempt").selectAll().where("state", "in", states).orderBy("created_at").orderBy("id").limit(limit).execute();
