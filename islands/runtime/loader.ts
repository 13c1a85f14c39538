import type { Load } from "./contract.ts";
import { canWait, pressAgain, submitAgain } from "./early.ts";
import { triggers as browserTriggers, type Trigger } from "./triggers.ts";

const asleep = 0; // not to be brought to life by a press: `never`, or a media query that does not hold
const waiting = 1;
const loading = 2;
const alive = 3;
const native = 4; // gave up: the server's HTML acts by itself

type Island = { el: HTMLElement; phase: number; early: Event[]; stop?: (() => void) | undefined; unmount?: () => void };

export type LoaderOptions = {
  build: string;
  load: Load;
  triggers?: Record<string, Trigger>;
  /** Ends the runtime, for tests. */
  signal?: AbortSignal;
};

// A held form that nobody brings to life is posted by the browser after this time.
const patience = 4_000;

/** Watches the page for islands and brings each to life when its trigger fires. Returns the registry. */
export function startIslands({ build, load, triggers = browserTriggers, signal }: LoaderOptions): Map<Element, Island> {
  const islands = new Map<Element, Island>();
  const parsed = new Promise<unknown>((resolve) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve);
    else resolve(0);
  });
  let count = 0;
  let latest: Event | undefined;

  const islandOf = (event: Event) => islands.get((event.target as Element).closest?.("[data-island]") as Element);

  function find(node: Element): void {
    if (node.matches("[data-island]")) watch(node as HTMLElement);
    for (const el of node.querySelectorAll<HTMLElement>("[data-island]")) watch(el);
  }

  function watch(el: HTMLElement): void {
    if (islands.has(el)) return;
    const [, kind = "", query = ""] = /^(\w*):?(.*)/.exec(el.dataset.islandOn ?? "") ?? [];
    const phase = /never|media/.test(kind) ? asleep : waiting;
    const island: Island = { el, phase, early: [] };
    islands.set(el, island);
    island.stop = (triggers[kind] ?? triggers.visible)?.(el, () => start(island), query);
    if (island.phase > waiting) island.stop?.();
  }

  async function start(island: Island): Promise<void> {
    if (island.phase > waiting) return;
    island.phase = loading;
    island.stop?.();
    const { el } = island;
    try {
      const [{ mount, check }, module] = await load(el.dataset.island ?? "");
      await parsed;
      if (island.phase !== loading) return;
      const key = el.dataset.islandKey ?? `c${count++}`;
      island.unmount = mount(el, module, { build, key, check, ready: () => wake(island), fail: (error) => fail(island, error) });
    } catch (error) {
      fail(island, error);
    }
  }

  function wake(island: Island): void {
    if (island.phase !== loading) return;
    island.phase = alive;
    island.el.dataset.islandAlive = "";
    replay(island);
  }

  // One event per task, so that the state of the first press has been drawn when the second one comes.
  function replay(island: Island): void {
    setTimeout(() => {
      const event = island.early.shift();
      if (!event) return;
      if (event.type === "click") pressAgain(event);
      else submitAgain(island.el, event as SubmitEvent);
      replay(island);
    });
  }

  function report({ el }: Island, error: unknown): void {
    console.error(error);
    el.dispatchEvent(new CustomEvent("island:error", { bubbles: true, detail: { name: el.dataset.island, error } }));
  }

  function fail(island: Island, error: unknown): void {
    if (island.phase === native) return;
    giveUp(island);
    report(island, error);
  }

  function giveUp(island: Island): void {
    island.phase = native;
    delete island.el.dataset.islandAlive;
    replay(island);
  }

  function notice(event: Event): void {
    const island = islandOf(event);
    latest = event;
    if (!island || (island.phase !== waiting && island.phase !== loading)) return;
    start(island);
    if (canWait(event)) hold(island, event);
  }

  function hold(island: Island, event: Event): void {
    event.stopImmediatePropagation();
    if (event.type === "submit") {
      event.preventDefault();
      if (island.early.some(({ type }) => type === "submit")) return;
      setTimeout(() => island.phase === loading && giveUp(island), patience);
    }
    island.early.push(event);
  }

  function sweep(): void {
    for (const [el, island] of islands) {
      if (el.isConnected) continue;
      islands.delete(el);
      island.early = [];
      giveUp(island);
      island.stop?.();
      island.unmount?.();
    }
  }

  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) find(node);
    if (changes.some(({ removedNodes }) => removedNodes.length)) sweep();
  });

  for (const type of ["click", "submit", "input", "change", "keydown", "focusin", "pointerover"]) {
    addEventListener(type, notice, { capture: true, signal: signal as AbortSignal });
  }
  // An error while an event of ours is still on its way came from that island's listener.
  const blame = ({ error }: ErrorEvent) => {
    const island = latest?.eventPhase && islandOf(latest);
    if (island && island.phase === alive) report(island, error);
  };
  addEventListener("error", blame, { signal: signal as AbortSignal });
  observer.observe(document, { childList: true, subtree: true });
  signal?.addEventListener("abort", () => observer.disconnect());
  find(document.documentElement);
  return islands;
}
