/** A command called the wrong way; the message says how it is called. */
export class UsageError extends Error {}
