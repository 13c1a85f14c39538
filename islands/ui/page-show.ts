import { useEffect } from "react";

/**
 * Calls `look` whenever the page comes back from the back-forward cache (`island:resume`). It must
 * be one and the same function.
 */
export const usePageShow = (look: () => void): void =>
  useEffect(() => {
    document.addEventListener("island:resume", look);
    return () => document.removeEventListener("island:resume", look);
  }, [look]);
