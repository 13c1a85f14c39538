import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import type { ZodType } from "zod";
import type { Manifest } from "../build/build.ts";
import { renderIsland } from "../server.ts";
import { checkProps, refusePromise } from "./check-props.ts";
import { type IslandOptions, islandElement, refuseInline, refuseUnknownOptions } from "./element.ts";
import type { IslandName, IslandProps } from "./island-types.ts";
import { moduleHead, openPage, type PageIslands } from "./page.ts";
import { placeSlots, readBlock, type SlotContent, type SlotOptions, type Slots, slotElement, takeSlot } from "./slots.ts";

export type IslandSources = Record<string, { component: ComponentType<never>; schema: ZodType }>;

/** HTML that Handlebars does not escape. */
type SafeString = { toHTML(): string; toString(): string };

type RenderOptions = IslandOptions & {
  /**
   * The HTML of slots, by name; it is written unescaped where the component has its `Slot`, in a
   * `div`, or in the element that `{ html, tag, class }` names.
   */
  slots?: Readonly<Record<string, SlotContent>>;
};

/** The used part of a Handlebars helper's options. */
type HelperOptions<Options = IslandOptions> = {
  hash: Options;
  data?: { islands?: PageIslands };
  fn?: (context: unknown) => string;
};

/** The islands of a build. */
export type Islands = {
  /** Renders the component; the browser hydrates it. */
  render: <Name extends IslandName>(name: Name, props: IslandProps<Name>, options?: RenderOptions, page?: PageIslands) => string;
  /** Wraps the template's own HTML as a fallback, which the island replaces when it is mounted. */
  wrap: <Name extends IslandName>(
    name: Name,
    props: IslandProps<Name>,
    options: IslandOptions,
    fallback: string,
    page?: PageIslands,
  ) => string;
  /**
   * A Handlebars helper: `{{island "heart-icon" heart on="idle"}}`, or as a block around a
   * fallback, or around slots, which the rendered component places. The page's islands are in the
   * template's `@islands`.
   */
  helper: <Name extends IslandName>(this: unknown, name: Name, props: IslandProps<Name>, options?: HelperOptions) => SafeString;
  /** A Handlebars helper for a slot of the island around it: `{{#slot "one" tag="section"}}`. */
  slotHelper: (this: unknown, name: string, options: HelperOptions<SlotOptions>) => string;
  openPage: () => PageIslands;
  moduleHead: (page: PageIslands) => string;
};

/**
 * The number of elements in rendered HTML, such as `.12`: by it a browser sees that other scripts
 * have added elements. Empty if a browser counts differently, or if the content of another island
 * inside may change.
 */
const elementCount = (html: string): string =>
  /<(noscript|template)\b|\sdata-island=/.test(html) ? "" : `.${html.match(/<[a-z]/gi)?.length ?? 0}`;

/** `props` are JSON; `keyed` means that the component rendered ids that depend on the key. */
type RenderedIsland = { props: string; html: string; keyed: boolean };

/** The size in characters. The key counts too: it contains the name and the props again. */
const sizeOf = ({ props, html }: RenderedIsland, key: string): number => key.length + props.length + html.length;

/**
 * Renders the islands of a build: synchronously, with checked props, and without writing a store.
 * Outside of production, inline scripts and styles are refused.
 */
export function createIslands(manifest: Manifest, islands: IslandSources, { production }: { production: boolean }): Islands {
  const cache = new LRUCache<string, RenderedIsland>({ maxSize: 500_000, sizeCalculation: sizeOf });

  function sourceOf(name: string) {
    const island = Object.hasOwn(islands, name) ? islands[name] : undefined;
    if (!island) throw new Error(`No island is called ${name}: islands/<feature>/${name}.tsx needs ${name}.props.ts beside it`);
    return island;
  }

  function renderChecked(name: string, props: unknown, key: string): RenderedIsland {
    const { component, schema } = sourceOf(name);
    const checked = checkProps(name, schema, props);
    const { html, keyed } = renderIsland(name, component, checked, key);
    if (!production) refuseInline(name, html);
    return { props: JSON.stringify(checked), html, keyed };
  }

  /**
   * Renders an island, or takes it from the cache. An island without props renders the same HTML on
   * every page. Other islands may depend on the visitor, and are cached only if the call says
   * `same`.
   */
  function renderCached(name: string, props: unknown, key: string, same: boolean): RenderedIsland {
    refusePromise(name, props, []);
    const text = same || hasNoProps(props) ? `${name} ${JSON.stringify(props)}` : undefined;
    if (text === undefined) return renderChecked(name, props, key);
    const cachedHtml = cache.get(text);
    if (cachedHtml) return cachedHtml;
    const now = renderChecked(name, props, key);
    if (!now.keyed) cache.set(text, now);
    return now;
  }

  function render(name: string, props: unknown, { slots = {}, ...options }: RenderOptions = {}, page?: PageIslands): string {
    const elements = Object.entries(slots).map(([slot, content]) => {
      const { html, ...element } = typeof content === "string" ? { html: content } : content;
      return [slot, slotElement(slot, html, element)];
    });
    return renderAround(name, props, options, Object.fromEntries(elements), page);
  }

  /** Renders an island around the elements of its slots. */
  function renderAround(name: string, props: unknown, options: IslandOptions, slots: Slots, page = openPage()): string {
    refuseUnknownOptions(name, options);
    const key = String(page.keys);
    const { props: checked, html, keyed } = renderCached(name, props, key, options.same === true);
    if (keyed) page.keys++;
    const whole = placeSlots(name, html, slots);
    const origin = manifest.build + (whole === html ? elementCount(html) : "");
    return islandElement(
      name,
      options,
      { props: checked, html: whole, rendered: { origin, key: keyed ? key : undefined } },
      page,
    );
  }

  function wrap(name: string, props: unknown, options: IslandOptions, fallback: string, page: PageIslands = openPage()): string {
    refuseUnknownOptions(name, options);
    const checked = checkProps(name, sourceOf(name).schema, props);
    return islandElement(name, options, { props: JSON.stringify(checked), html: fallback }, page);
  }

  function helper(this: unknown, name: string, props: unknown, options?: HelperOptions): SafeString {
    if (options === undefined) throw new Error(`Island ${name}: it is called without props: {{island "${name}" props}}`);
    if (props === undefined)
      throw new Error(`Island ${name}: its props are undefined: the template has no value of that name here`);
    const { hash, fn, data: { islands: page } = {} } = options;
    const { html: fallback, slots } = fn ? readBlock(name, () => fn(this)) : { html: undefined, slots: {} };
    const html = fallback === undefined ? renderAround(name, props, hash, slots, page) : wrap(name, props, hash, fallback, page);
    return { toHTML: () => html, toString: () => html };
  }

  return { render, wrap, helper, slotHelper, openPage, moduleHead: (page: PageIslands) => moduleHead(manifest, page) };
}

function slotHelper(this: unknown, name: string, { hash, fn }: HelperOptions<SlotOptions>): string {
  takeSlot(name, fn && (() => fn(this)), hash);
  return "";
}

const hasNoProps = (props: unknown) => typeof props === "object" && props !== null && Object.keys(props).length === 0;
