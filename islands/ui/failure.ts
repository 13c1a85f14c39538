import { CallError, isSignedOut } from "../call.ts";
import { place } from "../stores/place.ts";
import { toast } from "../stores/toasts.ts";

/**
 * Tells of a failed call in a toast. Where its session is over, the sign-in is next instead, and
 * then this page again. Throws what is no CallError.
 */
export function showFailure(failure: unknown): void {
  if (!(failure instanceof CallError)) throw failure;
  if (isSignedOut(failure)) place("session-over");
  else toast("error", failure.message);
}
