import { useEffect, useRef, useState } from "react";
import { dismissToast } from "../stores/toasts.ts";
import { showFailure } from "./failure.ts";

/**
 * Runs an action. While it runs, the first value is true and a second press does nothing. A refusal
 * becomes an error toast, or leads to the sign-in.
 */
export function usePendingAction(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const isRemoved = useRef(false);
  useEffect(() => {
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
    };
  }, []);
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return;
    dismissToast();
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      // The answer may come after the island has left the page.
      if (!isRemoved.current) setBusy(false);
    }
  };
  return [busy, attempt];
}
