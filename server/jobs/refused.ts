/** What a job throws whose work was refused for good: another try soon would be refused as well. */
export class RefusedForGood extends Error {}

/** Begins the failure of a job that was refused for good and is tried again later. */
export const refusedWords = "refused for good: ";
