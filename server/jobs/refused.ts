/**
 * A job throws this if its work was refused; any other error means that the work could not be done
 * yet. A refused job is listed as failed at once.
 */
export class Refused extends Error {}

/** A job throws this if its work was refused and another try soon would be refused too. */
export class RefusedForGood extends Refused {}

/** A job throws this if its work can be done from `at` on (ms); the wait counts as no try. */
export class NotYet extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

/** The beginning of the recorded failure if a job was refused for good and is tried again later. */
export const refusedWords = "refused for good: ";

/** The beginning of the recorded failure if a job was refused. */
export const refusedOnceWords = "refused: ";

/** Whether the last try of a waiting job was refused, according to its recorded failure. */
export const wasRefused = (failure: string): boolean => failure.startsWith(refusedWords) || failure.startsWith(refusedOnceWords);
