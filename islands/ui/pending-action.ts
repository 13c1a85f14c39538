import { useState } from "react";
import { CallError } from "../call.ts";
import { dismissErrors, toast } from "../stores/toasts.ts";

/**
 * Runs an action; while it runs the first value is true, and a second press does nothing. A refusal
 * becomes an error toast.
 */
export function usePendingAction(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return;
    dismissErrors();
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      toast("error", error.message);
    } finally {
      setBusy(false);
    }
  };
  return [busy, attempt];
}
