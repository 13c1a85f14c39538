import { useEffect } from "react";

/**
 * Calls `look` whenever the page is restored from the back-forward cache (`island:resume`). It must
 * be a stable function.
 */
export const usePageShow = (look: () => void): void =>
  useEffect(() => {
    document.addEventListener("island:resume", look);
    return () => document.removeEventListener("island:resume", look);
  }, [look]);
