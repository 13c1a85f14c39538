import { isConnectionLost } from "./failure.ts";

/**
 * Runs `work` again after these pauses, in ms, if the database connection was lost. It may have
 * been committed although no answer came: `work` must be safe to run twice.
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
