/** Calls `start` when it is time, and may return how to call that off. */
type Trigger = (el: Element, start: () => void, query: string) => (() => void) | undefined;
export type Triggers = Record<string, Trigger>;

/**
 * `never` and `interaction` have none: a press, focus or hover starts every island but dormant
 * ones.
 */
export const triggers: Triggers = {
  visible(el, start) {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start());
    observer.observe(el);
    return () => observer.disconnect();
  },
  media(_el, start, query) {
    const list = matchMedia(query);
    const look = () => list.matches && start();
    list.addEventListener("change", look);
    look();
    return () => list.removeEventListener("change", look);
  },
  load(_el, start) {
    start();
    return undefined;
  },
  // A browser that is never idle waits a second at most. Safari has no requestIdleCallback; a timer
  // makes nothing of the options.
  idle(_el, start) {
    const whenIdle = (self.requestIdleCallback || setTimeout) as typeof requestIdleCallback;
    whenIdle(start, { timeout: 1_000 });
    return undefined;
  },
};
