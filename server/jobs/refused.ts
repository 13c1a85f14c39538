/** Thrown by a job whose work was refused, not left undone: the job is listed as failed at once. */
export class Refused extends Error {}

/** Thrown by a job whose work was refused, if a try soon would be refused as well. */
export class RefusedForGood extends Refused {}

/** Begins the failure of a job that was refused for good and is tried again later. */
export const refusedWords = "refused for good: ";

/** Begins the failure of a job that was refused. */
export const refusedOnceWords = "refused: ";

/** Whether a waiting job was refused the last time, by its failure. */
export const wasRefused = (failure: string): boolean => failure.startsWith(refusedWords) || failure.startsWith(refusedOnceWords);
