import type { Load } from "./contract.ts";
import { type Island, openIsland, type PrepareMount } from "./island.ts";
import { triggers as browserTriggers, type Triggers } from "./triggers.ts";

type LoaderOptions = {
  load: Load;
  /** The watched root: the whole page, unless a test passes a part. */
  root?: Document | Element;
  triggers?: Triggers;
};

// Events that start an island, or that a component may listen to.
const events = ["click", "submit", "input", "change", "keydown", "focusin", "pointerover"];

/** Watches the page for islands and mounts each when its trigger fires. Returns the registry. */
export function startIslands({ load, root = document, triggers = browserTriggers }: LoaderOptions): Map<unknown, Island> {
  const islands = new Map<unknown, Island>();
  let count = 0;
  let latest: Event | undefined;

  const prepareMount: PrepareMount = async (el) => {
    const { island = "", islandKey = `c${count++}` } = el.dataset;
    const [{ mount, check }, module, build] = await load(island);
    // An island must be parsed completely before hydration, and its props may be at the end of the
    // page.
    if (document.readyState === "loading") await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    check?.(el, module, build);
    return (fail) => mount(el, module, build, islandKey, fail);
  };

  function syncIslands(): void {
    for (const [el, island] of islands) {
      if ((el as Element).isConnected) continue;
      islands.delete(el);
      // An error of one must not keep the others from stopping or starting.
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
  // An error during the dispatch of an event is from a listener of its target's island.
  addEventListener("error", ({ error }) => {
    if (latest?.eventPhase) islandOf(latest)?.report(error);
  });
  // Restored from the back-forward cache: components load again what may have changed.
  addEventListener("pageshow", ({ persisted }) => persisted && document.dispatchEvent(new Event("island:resume")));
  // Searching the whole page takes microseconds; processing the mutations would need more code.
  new MutationObserver(syncIslands).observe(root, { childList: true, subtree: true });
  syncIslands();
  return islands;
}
