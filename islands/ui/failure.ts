import { CallError, isSignedOut } from "../call.ts";
import { place } from "../stores/place.ts";
import { toast } from "../stores/toasts.ts";

/**
 * Shows a failed call in a toast. If the session is over, leads to the sign-in and then back to
 * this page. Rethrows an error that is no CallError.
 */
export function showFailure(failure: unknown): void {
  if (!(failure instanceof CallError)) throw failure;
  if (isSignedOut(failure)) place("session-over");
  else toast("error", failure.message);
}
