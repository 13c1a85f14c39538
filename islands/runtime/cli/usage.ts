/** A wrong call of a command; the message says what is right. */
export class UsageError extends Error {}

/** Whether an error comes from wrong arguments: a command's own error, or that of `parseArgs`. */
export const isWrongCall = (error: unknown): error is Error =>
  error instanceof UsageError || (error instanceof Error && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code)));
