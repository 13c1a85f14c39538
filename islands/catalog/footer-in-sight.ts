import { useEffect, useState } from "react";

/** True while the page's footer is visible. */
export function useFooterVisible(): boolean {
  const [inSight, see] = useState(false);
  useEffect(() => {
    // The last of several entries is the current one.
    const observer = new IntersectionObserver((entries) => see((entries.pop() as IntersectionObserverEntry).isIntersecting));
    const footer = document.getElementById("site-footer");
    // The footer is missing if loading of the page was stopped.
    if (footer) observer.observe(footer);
    return () => observer.disconnect();
  }, []);
  return inSight;
}
