import type { Load } from "./contract.ts";
import { type Island, openIsland, type PrepareMount } from "./island.ts";
import { triggers as browserTriggers, type Triggers } from "./triggers.ts";

/** The options of `startIslands`. */
export type LoaderOptions = {
  /** `loadIsland` of `server-islands/registry`. */
  load: Load;
  /** The watched root: the whole page, unless a test passes a part. */
  root?: Document | Element;
  triggers?: Triggers;
};

type Root = Document | Element | ShadowRoot;

// Events that start an island, or that a component may listen to.
const events = "click submit input change keydown keyup focusin pointerover".split(" ");

/** A node and all descendants that are marked as islands. */
const candidates = (node: Node) => [node, ...((node as Element).querySelectorAll?.("[data-island]") ?? [])] as HTMLElement[];

/**
 * Watches the page for islands and mounts each when its trigger fires. Returns the registry. A
 * second loader, from another address or build, does nothing.
 */
export function startIslands({ load, root = document, triggers = browserTriggers }: LoaderOptions): Map<unknown, Island> {
  const marked = root as { "island:loader"?: Map<unknown, Island> };
  const existing = marked["island:loader"];
  if (existing) return existing;
  const islands = new Map<unknown, Island>();
  marked["island:loader"] = islands;
  const noTrigger = () => undefined;
  const known: Triggers = { interaction: noTrigger, never: noTrigger, ...triggers };
  let count = 0;
  let latest: Event | undefined;

  const prepareMount: PrepareMount = async (el) => {
    const { island, islandKey = `c${count++}` } = el.dataset;
    const [core, module] = await load(island as string, el);
    return (fail, report) => core.mount(el, module, islandKey, fail, report, core);
  };

  /**
   * Opens an island whose element is new or has another name, and closes the element's former
   * island.
   */
  function sync(el: HTMLElement): void {
    const dataset = el.dataset ?? {};
    if (dataset.island === "" && el.shadowRoot) watch(el.shadowRoot);
    const wasAlive = dataset.islandAlive;
    const name = el.isConnected && dataset.island;
    const island = islands.get(el);
    if (island?.name === name) return;
    islands.delete(el);
    // An error of one island must not keep the others from stopping or starting.
    try {
      island?.close();
    } catch (error) {
      island?.report(error);
    }
    if (!name) return;
    // The element is a copy of a live island, or has a new name, so its content is not the
    // server's.
    if (wasAlive === "") {
      delete dataset.islandAlive;
      delete dataset.ssr;
    }
    const [kind, query] = (dataset.islandOn || "visible").split(/:(.*)/) as [string, string];
    // An unknown trigger is reported once; its islands start when they are touched.
    if (!known[kind]) console.error(`no island trigger ${kind}`);
    known[kind] ||= noTrigger;
    // Changed props may make the island work. All attributes are observed, since single props are
    // attributes of any name.
    observer.observe(el, { attributes: true });
    islands.set(
      el,
      openIsland(el, /never|media/.test(kind), (start) => (known[kind] as Triggers[string])(el, start, query), prepareMount),
    );
  }

  // Elements in a slot belong to the page, not to the island around them.
  const islandOf = (target: unknown) => islands.get((target as Element | null)?.closest?.("[data-island],[data-island-slot]"));
  const capture = (event: Event) => {
    latest = event;
    islandOf(event.target)?.capture(event);
  };
  // An error during the dispatch of an event comes from a listener of its `currentTarget`.
  addEventListener("error", ({ error }) => islandOf(latest?.currentTarget)?.report(error));
  // After the back-forward cache has restored the page, components load data again that may have
  // changed.
  addEventListener("pageshow", ({ persisted }) => persisted && document.dispatchEvent(new Event("island:resume")));

  const observer = new MutationObserver((records) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes].flatMap(candidates));
    for (const { target, addedNodes, attributeName } of records) {
      if (/-prop|d$/.test(attributeName as string)) sync(target as HTMLElement);
      [...addedNodes].flatMap(candidates).forEach(sync);
    }
    // An element that is moved, such as one of Turbo's permanent elements, may be outside of the
    // page until the end of the task. So removed elements are looked at after the task.
    if (removed[0]) setTimeout(() => removed.forEach(sync));
  });
  function watch(root: Root): void {
    for (const type of events) root.addEventListener(type, capture, true);
    observer.observe(root, { attributeFilter: ["data-island"], childList: true, subtree: true });
    candidates(root).forEach(sync);
  }
  watch(root);
  return islands;
}
