import { type Refusal, refuse } from "../outcome.ts";

/**
 * The error of a store of pictures that does not answer or refuses a request. Its reason is logged,
 * so it contains no part of the request. The store's own text would repeat the request's signature.
 */
export class MediaUnavailable extends Error {
  constructor(place: string, reason: string) {
    super(`pictures at ${place} could not be reached: ${reason}`);
    this.name = "MediaUnavailable";
  }
}

/**
 * The result of `work`, or a refusal with the words `error` if the store of pictures is
 * unavailable.
 */
export const orUnavailable = <Value>(work: Promise<Value>, error: string): Promise<Value | (Refusal & { retryAfter: number })> =>
  work.catch((thrown: unknown) => {
    if (!(thrown instanceof MediaUnavailable)) throw thrown;
    return { ...refuse("unavailable", error), retryAfter: 60 };
  });
