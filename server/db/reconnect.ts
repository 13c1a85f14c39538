import { isConnectionLost } from "./failure.ts";

/**
 * Runs `work`, and again after each of these pauses (ms) if the database connection was lost. A
 * lost commit may still have succeeded, so `work` must be safe to run twice.
 */
export async function withReconnect<Value>(pauses: readonly number[], work: () => Promise<Value>): Promise<Value> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return await work();
}
