import { useEffect, useState } from "react";

/** True while the page's footer is seen. */
export function useFooterVisible(): boolean {
  const [inSight, see] = useState(false);
  useEffect(() => {
    // Of several changes the last one holds.
    const observer = new IntersectionObserver((seen) => see((seen.pop() as IntersectionObserverEntry).isIntersecting));
    const footer = document.getElementById("site-footer");
    // A page whose loading was stopped may have none.
    if (footer) observer.observe(footer);
    return () => observer.disconnect();
  }, []);
  return inSight;
}
