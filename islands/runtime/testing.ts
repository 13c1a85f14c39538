import { type ComponentType, createElement } from "react";
import { onTestFinished, vi } from "vitest";
import { act } from "./act.ts";
import { isAsRendered } from "./as-rendered.ts";
import { compileSchema } from "./build/compile-schema.ts";
import { checkAndMount } from "./check.ts";
import { completeProps } from "./checked-props.ts";
import type { IslandModule, Load } from "./contract.ts";
import { recordPlaces } from "./counterpart.ts";
import { captureContents } from "./editable.ts";
import { watchLeaks } from "./leaks.ts";
import { startIslands } from "./loader.ts";
import { readProps } from "./props.ts";
import { placeSlots } from "./render/slots.ts";
import { unknownTrigger } from "./render/trigger-names.ts";
import { renderToHtml } from "./render-to-html.ts";
import * as keywords from "./schema-keywords.ts";
import { settle } from "./settle.ts";
import { openSlots } from "./slots.ts";
import * as texts from "./texts.ts";
import type { Triggers } from "./triggers.ts";
import { parseHtml } from "./trusted-html.ts";

export { islandHtml } from "./render/island-html.ts";
export { act };

/** The options of `mountIsland`. */
export type MountOptions = {
  /**
   * The modules of the islands in the HTML, by the islands' names, as from `import * as counter
   * from "…/counter.tsx"`. A module with `schema` also checks the props.
   */
  islands: Record<string, IslandModule>;
  /**
   * Renders each island that is empty, or contains only slots, as the server would, with the
   * schema's defaults and single props, so that it is hydrated.
   */
  ssr?: boolean;
  /** Nothing is mounted until `trigger` is called. */
  wait?: boolean;
  /** Replaces the test's own triggers, which fire at once or when `trigger` is called. */
  triggers?: Triggers;
  /** Fetches an island, for tests of slow and broken files. */
  load?: (name: string) => Promise<IslandModule>;
  /** Stores that must have no listener at the end. */
  stores?: readonly { lc: number }[];
};

/** The islands of a test, in the document. */
export type MountedIsland = {
  /** The first island's element. */
  el: HTMLElement;
  /** Resolves when every triggered island is mounted or has failed. */
  ready: Promise<void>;
  /** Fires the triggers and waits until each island is mounted or has failed. */
  trigger(): Promise<void>;
  /**
   * Removes the islands; throws if they left listeners or timers behind. The end of the test calls
   * it if the test did not.
   */
  unmount(): Promise<void>;
  /** Every `island:error` and `island:mismatch` event. */
  errors: { name: string; error?: unknown; path?: string; server?: string | null; browser?: string | null }[];
};

const build = "test";
const example = `mountIsland takes HTML such as <div data-island="stock-bell" data-props='{"label":"Presses"}'></div>`;

/**
 * Puts HTML with islands into the document and mounts them with the real loader and the real mount
 * runtime.
 */
export function mountIsland(html: string, options: MountOptions): MountedIsland {
  const stage = document.createElement("div");
  const host = stage.appendChild(document.createElement("div"));
  host.innerHTML = html;
  const el = host.querySelector<HTMLElement>("[data-island]");
  if (!el) throw new Error(`There is no data-island in this HTML: ${html.slice(0, 200) || "it is empty"}\n${example}`);
  if (!options.triggers) for (const island of host.querySelectorAll<HTMLElement>("[data-island]")) refuseUnknownTrigger(island);
  // Islands in slots are rendered before those around them.
  if (options.ssr)
    for (const island of [...host.querySelectorAll<HTMLElement>("[data-island]")].reverse()) renderAsServer(island, options);
  document.body.append(stage);

  const errors: MountedIsland["errors"] = [];
  for (const type of ["island:error", "island:mismatch"])
    host.addEventListener(type, (event) => errors.push((event as CustomEvent).detail));
  const waiting = new Set<() => void>();
  const loads = new Set<Promise<unknown>>();
  const load: Load = (name, el) => {
    const loaded = fetchModule(name, options).then(async (island) => {
      // Waiting for a task would hang in tests with fake timers.
      if (el.matches(":active")) await settle(el);
      return island;
    });
    loads.add(loaded.catch(() => {}));
    return loaded.then((island) => {
      const parts = {
        ...(isAsRendered(el, build) ? {} : { recordPlaces }),
        ...(el.querySelector("[type=file],[contenteditable]") ? { captureContents } : {}),
        ...(el.querySelector("[data-island-slot]") ? { openSlots } : {}),
        ...(el.dataset.ssr ? {} : { completeProps: readerOf(island) }),
      };
      return [{ mount: checkAndMount, settle, loadTexts: async () => texts, ...parts }, island] as const;
    });
  };
  const manualTrigger = (_el: Element, start: () => void) => {
    waiting.add(start);
    return () => void waiting.delete(start);
  };
  const triggers = options.triggers ?? {
    visible: manualTrigger,
    load: manualTrigger,
    idle: manualTrigger,
    interaction: manualTrigger,
    media: manualTrigger,
  };
  const islands = startIslands({ load, root: stage, triggers });
  const leaks = watchLeaks();

  const trigger = async () => {
    await act(async () => {
      for (const start of waiting) start();
      waiting.clear();
      await Promise.all(loads);
      await flushMicrotasks();
    });
    await act(() => {});
  };
  let unmounted: Promise<void> | undefined;
  const unmount = () => {
    unmounted ??= unmountAndCheck(stage, islands, leaks, options.stores ?? []);
    return unmounted;
  };
  onTestFinished(() => (unmounted ? undefined : unmount()));
  return { el, ready: options.wait ? act(() => {}) : trigger(), trigger, unmount, errors };
}

// The loader awaits several promises in turn. Waiting by a timer would hang in tests with fake
// timers.
async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await null;
}

/** Waits for the end of a task, when the loader closes removed islands. */
const nextTask = async () => {
  const ended = new Promise((resolve) => setTimeout(resolve));
  // Some tests fake all timers, some only intervals.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  await ended;
};

async function fetchModule(name: string, { islands, load }: MountOptions): Promise<IslandModule> {
  const module = load ? await load(name) : islands[name];
  if (module) return module;
  const islandNames = Object.keys(islands).join(", ") || "none";
  const how = `import * as it from ".../${name}.tsx" and pass { islands: { ${JSON.stringify(name)}: it } }`;
  throw new Error(`The option islands of mountIsland lacks ${name}; it has ${islandNames}\n${how}`);
}

/** Refuses an unknown trigger, with which the island would never be mounted. */
function refuseUnknownTrigger({ dataset }: HTMLElement): void {
  const refused = unknownTrigger(dataset.islandOn);
  if (refused) throw new Error(`Island ${dataset.island} would never be mounted: ${refused}`);
}

/**
 * Reads props by a schema as production browsers do. Without a schema, nothing is checked or
 * converted.
 */
const readerOf =
  ({ schema }: IslandModule) =>
  (props: object, { dataset }: HTMLElement): object =>
    completeProps(dataset, props, schema && compileSchema(schema).compiled, keywords);

/** Renders an island around its slots and writes its complete props, which a server does too. */
function renderAsServer(el: HTMLElement, { islands }: MountOptions): void {
  const name = el.dataset.island ?? "";
  const island = islands[name];
  const content = [...el.childNodes].filter((node) => node instanceof Element || node.textContent?.trim());
  const slots = content.filter((node) => node instanceof HTMLElement && node.dataset.islandSlot) as HTMLElement[];
  if (!island || content.length > slots.length) return;
  const props = readerOf(island)(readProps(el), el);
  const html = renderToHtml(createElement(island.default as ComponentType<object>, props), "0", name);
  const given = Object.fromEntries(slots.map((slot) => [slot.dataset.islandSlot, slot.outerHTML]));
  el.replaceChildren(parseHtml(placeSlots(name, html, given)));
  const ssr = slots[0] ? build : `${build}.${el.querySelectorAll("*").length}`;
  Object.assign(el.dataset, { props: JSON.stringify(props), ssr, islandKey: "0" });
}

async function unmountAndCheck(
  stage: Element,
  islands: Map<unknown, unknown>,
  leaks: ReturnType<typeof watchLeaks>,
  stores: readonly { lc: number }[],
): Promise<void> {
  await act(async () => {
    stage.replaceChildren();
    await flushMicrotasks();
    await nextTask();
  });
  stage.remove();
  leaks.stop();
  const remaining = [
    ...leaks.remaining(),
    ...stores.filter(({ lc }) => lc > 0).map(({ lc }) => `${lc} listeners of a store`),
    ...(islands.size > 0 ? [`${islands.size} islands in the registry`] : []),
  ];
  if (remaining.length > 0)
    throw new Error(`The island left behind: ${remaining.join(", ")}\nAn effect has to return a function that removes it.`);
}
