import { type JobName, type JobStatus, jobStatus } from "../jobs/follow.ts";
import { orderOfNumber } from "../orders/list.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { readArguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";

export type OrderKey = { id: string; number: number };

/**
 * The order with the number in a command's arguments. Otherwise returns the exit status: 2 for
 * wrong use, 1 if there is no such order.
 */
export async function namedOrder(
  name: string,
  args: readonly string[],
  { db, complain }: CommandContext,
): Promise<OrderKey | number> {
  const number = numberOf(name, args);
  if (!number.ok) {
    complain(`${number.error}\nSee npm run store -- ${name} --help`);
    return 2;
  }
  const id = await orderOfNumber(db, number.value);
  if (id !== undefined) return { id, number: number.value };
  complain(`There is no order ${number.value}.`);
  return 1;
}

function numberOf(name: string, args: readonly string[]): Outcome<number> {
  const parsed = readArguments(args, {});
  if (!parsed.ok) return parsed;
  const [word, ...others] = parsed.value.words;
  if (word === undefined || others.length > 0) return refuse("invalid", `give one order number: ${name} 1001`);
  return /^#?\d{1,15}$/.test(word)
    ? { ok: true, value: Number(word.replace("#", "")) }
    : refuse("invalid", `${word} is not an order number`);
}

/**
 * A command checks this many times whether a running shop has done the work, with this pause (ms)
 * between two checks. A running shop looks for jobs every second.
 */
const maxLooks = 15;
const betweenMs = 200;

type Look = () => Promise<JobStatus | undefined>;

/** Waits a short time for a running shop to do the work whose status `look` returns. */
export async function followStatus({ pause }: Pick<CommandContext, "pause">, look: Look): Promise<JobStatus | undefined> {
  for (let looks = 0; looks < maxLooks; looks++) {
    const status = await look();
    if (status !== "waiting") return status;
    await pause(betweenMs);
  }
  return await look();
}

/** Waits a short time for a running shop to do a job. */
export const followJob = (context: CommandContext, job: JobName): Promise<JobStatus | undefined> =>
  followStatus(context, () => jobStatus(context.db, job));

/** The words for a job that is not done. */
export const words: Record<Exclude<JobStatus, "done">, string> = {
  waiting: "waiting for the shop to start",
  trying: "the first try failed; the shop will try again",
  failed: "the shop stopped trying; see its log",
};
