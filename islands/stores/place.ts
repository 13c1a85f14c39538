/** Finds an island that `place` or a layout has inserted, but none inside a page's content. */
export const findPlaced = (island: string): Element | null => document.querySelector(`body>[data-island=${island}]`);

/**
 * Inserts an island into the page on first use, so that other pages do not load it. If the island
 * cannot be hydrated, `instead` does what the press does without scripts, and the next press tries
 * again.
 */
export function place(island: string, instead?: () => void): void {
  if (findPlaced(island)) return;
  const host = document.createElement("div");
  host.dataset.island = island;
  host.dataset.islandOn = "load";
  // With this value the loader checks no props: it is the value of elements that a helper wrote.
  host.dataset.ssr = "fallback";
  host.addEventListener("island:error", () => {
    if (host.dataset.islandAlive !== undefined) return;
    host.remove();
    instead?.();
  });
  document.body.append(host);
}
