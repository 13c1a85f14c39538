import { useEffect } from "react";

/**
 * Calls `look` whenever the page is restored from the back-forward cache (`island:resume`). `look`
 * must stay the same function in all renders.
 */
export const usePageShow = (look: () => void): void =>
  useEffect(() => {
    document.addEventListener("island:resume", look);
    return () => document.removeEventListener("island:resume", look);
  }, [look]);
