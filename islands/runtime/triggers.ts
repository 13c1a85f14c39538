/** Calls `start` when it is time and returns how to call that off. */
export type Trigger = (el: Element, start: () => void, query: string) => (() => void) | undefined;

const load: Trigger = (_el, start) => {
  start();
  return undefined;
};

// Safari has no requestIdleCallback.
const idle: Trigger = (_el, start) => {
  (globalThis.requestIdleCallback ?? setTimeout)(start);
  return undefined;
};

const visible: Trigger = (el, start) => {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start());
  observer.observe(el);
  return () => observer.disconnect();
};

const media: Trigger = (_el, start, query) => {
  const list = matchMedia(query);
  const look = () => list.matches && start();
  list.addEventListener("change", look);
  look();
  return () => list.removeEventListener("change", look);
};

// An early press, focus or hover starts every island; this one waits for nothing else.
const interaction: Trigger = () => undefined;

export const triggers: Record<string, Trigger> = { load, idle, visible, media, interaction, never: interaction };
