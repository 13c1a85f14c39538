import { CallError, EmptyAnswer } from "../call.ts";

/**
 * For a call's `catch`: rethrows the server's own reason, or throws `words` for any other failed
 * call.
 */
export const withMessage =
  (words: string) =>
  (failure: unknown): never => {
    if (!(failure instanceof CallError)) throw failure;
    throw failure.hasReason || failure instanceof EmptyAnswer ? failure : new CallError(words, failure.status);
  };

/** Waits long enough to read a toast before the page is left: 1.5 s (requirements 211, 218). */
export const toastDelay = (ms = 1_500): Promise<void> => new Promise((read) => setTimeout(read, ms));
