/** Calls `start` when the trigger fires; may return a function that cancels this. */
type Trigger = (el: Element, start: () => void, query: string) => (() => void) | undefined;
export type Triggers = Record<string, Trigger>;

/**
 * The triggers by name. `never` and `interaction` need none: a press, focus or hover starts every
 * island except dormant ones.
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
    list.onchange = look;
    look();
    return () => {
      list.onchange = null;
    };
  },
  load(_el, start) {
    start();
    return undefined;
  },
  // A browser that is never idle waits at most a second. Safari has no requestIdleCallback; a timer
  // ignores the options.
  idle(_el, start) {
    const whenIdle = (self.requestIdleCallback || setTimeout) as typeof requestIdleCallback;
    whenIdle(start, { timeout: 1_000 });
    return undefined;
  },
};
