import { type Refusal, refuse } from "../outcome.ts";

/**
 * The store of pictures does not answer, or refuses what it is asked. Has a reason for the log, and
 * nothing of the request: a refusal repeats what it was signed by.
 */
export class MediaUnavailable extends Error {
  constructor(place: string, reason: string) {
    super(`pictures at ${place} could not be reached: ${reason}`);
    this.name = "MediaUnavailable";
  }
}

/** `work`, or this refusal where the store of pictures is away. */
export const orUnavailable = <Value>(work: Promise<Value>, error: string): Promise<Value | (Refusal & { retryAfter: number })> =>
  work.catch((thrown: unknown) => {
    if (!(thrown instanceof MediaUnavailable)) throw thrown;
    return { ...refuse("unavailable", error), retryAfter: 60 };
  });
