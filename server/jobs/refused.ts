/** What a job throws whose work was refused, not left undone: it is listed among the failed ones at once. */
export class Refused extends Error {}

/** The same where another try soon would be refused as well. */
export class RefusedForGood extends Refused {}

/** Begins the failure of a job that was refused for good and is tried again later. */
export const refusedWords = "refused for good: ";

/** Begins the failure of one that was refused. */
export const refusedOnceWords = "refused: ";

/** Whether a job that is tried again was refused the last time, by its failure. */
export const wasRefused = (failure: string): boolean => failure.startsWith(refusedWords) || failure.startsWith(refusedOnceWords);
