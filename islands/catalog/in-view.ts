import { useEffect, useState } from "react";

/**
 * True while the page's element with this id is in view; without such an element the value does not
 * change.
 */
export function useInView(id: string): boolean {
  const [inView, see] = useState(false);
  useEffect(() => {
    // The last of several entries is the current one.
    const observer = new IntersectionObserver((entries) => see((entries.pop() as IntersectionObserverEntry).isIntersecting));
    const element = document.getElementById(id);
    // The element is missing if the page did not load completely.
    if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return inView;
}
