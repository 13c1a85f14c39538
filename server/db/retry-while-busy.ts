import { isBusyFile } from "./failure.ts";

/**
 * How long a transaction waits while another process writes, in ms. The time counts from the
 * transaction's request; otherwise several waiting transactions would each wait that long, one
 * after the other. The wait polls for the lock, since busy_timeout would block the event loop.
 */
const timeoutMs = 5000;
/**
 * The least wait (ms) for another process, even if the transaction has waited long within this one.
 */
const leastTimeoutMs = 50;

/**
 * The longest pause between two tries for the lock, in ms, before a random factor of up to 2.
 * SQLite has no queue for its lock, so with rare polls another process often takes it first. A try
 * takes microseconds. An import leaves a longer gap than this (transfer/writing/run.ts).
 */
const maxPauseMs = 3;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs `attempt` until no other connection holds the lock; throws if it has waited too long since
 * `requestedAt`.
 */
export async function retryWhileBusy<Result>(attempt: () => Result, requestedAt = performance.now()): Promise<Result> {
  const until = Math.max(requestedAt + timeoutMs, performance.now() + leastTimeoutMs);
  for (let wait = 1; ; wait = Math.min(wait * 2, maxPauseMs)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusyFile(error) || performance.now() > until) throw error;
    }
    await pause(wait * (1 + Math.random()));
  }
}
