import { CallError, EmptyAnswer } from "../call.ts";

/** For a call's `catch`: shows the server's own message, or `words` for any other failure. */
export const withMessage =
  (words: string) =>
  (failure: unknown): never => {
    if (!(failure instanceof CallError)) throw failure;
    throw failure.hasReason || failure instanceof EmptyAnswer ? failure : new CallError(words, failure.status);
  };

/** Waits long enough to read a toast before the page is left: 1.5 s (requirements 211, 218). */
export const toastDelay = (ms = 1_500): Promise<void> => new Promise((read) => setTimeout(read, ms));
