import type { Load } from "./contract.ts";
import { type Island, openIsland, type PrepareMount } from "./island.ts";
import { triggers as browserTriggers, type Triggers } from "./triggers.ts";

type LoaderOptions = {
  build: string;
  load: Load;
  /** What is watched: the whole page, unless a test watches less. */
  root?: Document | Element;
  triggers?: Triggers;
};

// What starts an island, and what a component may listen to.
const events = ["click", "submit", "input", "change", "keydown", "focusin", "pointerover"];

/**
 * Watches the page for islands and brings each to life when its trigger fires. Returns the
 * registry.
 */
export function startIslands({ build, load, root = document, triggers = browserTriggers }: LoaderOptions): Map<unknown, Island> {
  const islands = new Map<unknown, Island>();
  let count = 0;
  let latest: Event | undefined;

  const prepareMount: PrepareMount = async (el) => {
    const { island = "", islandKey = `c${count++}` } = el.dataset;
    const [{ mount, check }, module] = await load(island);
    // A half parsed island must not be hydrated, and its props may stand at the end of the page.
    if (document.readyState === "loading") await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    check?.(el, module, build);
    return (fail) => mount(el, module, build, islandKey, fail);
  };

  function syncIslands(): void {
    for (const [el, island] of islands) {
      if ((el as Element).isConnected) continue;
      islands.delete(el);
      // What one of them throws while it ends must not keep the others from ending or starting.
      try {
        island.close();
      } catch (error) {
        island.report(error);
      }
    }
    for (const el of root.querySelectorAll<HTMLElement>("[data-island]")) {
      if (islands.has(el)) continue;
      const [kind = "", query = ""] = (el.dataset.islandOn || "visible").split(/:(.*)/);
      islands.set(
        el,
        openIsland(el, /never|media/.test(kind), (start) => triggers[kind]?.(el, start, query), prepareMount),
      );
    }
  }

  const islandOf = ({ target }: Event) => islands.get((target as Element).closest?.("[data-island]"));
  const notice = (event: Event) => {
    latest = event;
    islandOf(event)?.notice(event);
  };
  for (const type of events) root.addEventListener(type, notice, true);
  // An error while an event is still on its way came from a listener of the island that it goes to.
  addEventListener("error", ({ error }) => {
    if (latest?.eventPhase) islandOf(latest)?.report(error);
  });
  // Back from the back-forward cache: what may have changed meanwhile is asked for again by whoever
  // shows it.
  addEventListener("pageshow", ({ persisted }) => persisted && document.dispatchEvent(new Event("island:resume")));
  // Looking through the whole page again takes some microseconds; sorting the changes would take
  // more code.
  new MutationObserver(syncIslands).observe(root, { childList: true, subtree: true });
  syncIslands();
  return islands;
}
