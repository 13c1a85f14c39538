import { useEffect, useState } from "react";

/** True while the page's footer is seen. */
export function useFooterInSight(): boolean {
  const [inSight, see] = useState(false);
  useEffect(() => {
    // Of several changes the last one holds.
    const observer = new IntersectionObserver((seen) => see((seen.pop() as IntersectionObserverEntry).isIntersecting));
    observer.observe(document.getElementById("site-footer") as HTMLElement);
    return () => observer.disconnect();
  }, []);
  return inSight;
}
