/** Calls `start` when the trigger fires; may return a function that cancels this. */
type Trigger = (el: Element, start: () => void, query: string) => (() => void) | undefined;
/** Triggers by name, for a loader of your own. */
export type Triggers = Record<string, Trigger>;

/**
 * The triggers by name. `never` and `interaction` need none: a press, focus or hover starts every
 * island except dormant ones.
 */
export const triggers: Triggers = {
  visible(el, start, rootMargin) {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start(), {
      rootMargin,
    });
    // An element with `display: contents` has no box of its own.
    for (const each of [el, ...el.children]) observer.observe(each);
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
  // If the browser is never idle, the island starts after a second. Safari has no
  // requestIdleCallback, so a timer replaces it and ignores the options.
  idle(_el, start) {
    const whenIdle = (self.requestIdleCallback || setTimeout) as typeof requestIdleCallback;
    whenIdle(start, { timeout: 1_000 });
    return undefined;
  },
};
