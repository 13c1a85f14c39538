import { type Refusal, refuse } from "../outcome.ts";

/**
 * The store of pictures does not answer, or refuses a request. Has a reason for the log without any
 * part of the request, since a refusal repeats the signature.
 */
export class MediaUnavailable extends Error {
  constructor(place: string, reason: string) {
    super(`pictures at ${place} could not be reached: ${reason}`);
    this.name = "MediaUnavailable";
  }
}

/** The result of `work`, or this refusal if the store of pictures is unavailable. */
export const orUnavailable = <Value>(work: Promise<Value>, error: string): Promise<Value | (Refusal & { retryAfter: number })> =>
  work.catch((thrown: unknown) => {
    if (!(thrown instanceof MediaUnavailable)) throw thrown;
    return { ...refuse("unavailable", error), retryAfter: 60 };
  });
