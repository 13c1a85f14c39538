/** A wrong call of a command; the message shows the right call. */
export class UsageError extends Error {}
