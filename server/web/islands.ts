import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Handlebars from "handlebars";
import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import type { Manifest } from "server-islands/build";
import type { ZodType } from "zod";
import { escapeHtml, escapeJson } from "./html.ts";
import { checkProps } from "./island-props.ts";

/**
 * The islands of one page while it is rendered: what its head has to preload, and how many rendered
 * ids of their own.
 */
export type PageIslands = { names: Set<string>; onLoad: Set<string>; keys: number };

export type IslandOptions = {
  /**
   * When it is hydrated: `visible` (default), `load`, `idle`, `interaction`, `media:(…)` or
   * `never`.
   */
  on?: string;
  tag?: string;
  class?: string;
  id?: string;
  /** Id of a JSON script that the page has already: props are read from there and not repeated. */
  ref?: string;
  /**
   * It does not depend on the visitor: the same props give the same HTML, which is rendered once
   * for all.
   */
  same?: boolean;
};

type Bundle = {
  islands: Record<string, { component: ComponentType<never>; schema: ZodType }>;
  stores: Record<string, Record<string, unknown>>;
  renderIsland(component: ComponentType<never>, props: object, key: string): { html: string; keyed: boolean };
};

export type Islands = Awaited<ReturnType<typeof openIslands>>;

/** `props` as JSON; `keyed` when it rendered ids of its own. */
type RenderedIsland = { props: string; html: string; keyed: boolean };

/** In characters; the key holds the name and the props once more. */
const sizeOf = ({ props, html }: RenderedIsland, key: string): number => key.length + props.length + html.length;

const optionNames = new Set(["on", "tag", "class", "id", "ref", "same"]);

/** Throws, and says what to do, where nothing was built yet. */
async function readManifest(distDir: string): Promise<Manifest> {
  const path = join(distDir, "manifest.json");
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build first`);
  return JSON.parse(await readFile(path, "utf8"));
}

/**
 * Opens what the build wrote: islands are rendered synchronously, with checked props, and never use
 * a store.
 */
export async function openIslands(distDir: string, { production }: { production: boolean }) {
  const manifest = await readManifest(distDir);
  const bundle: Bundle = await import(`${pathToFileURL(resolve(distDir, "islands.mjs")).href}?build=${manifest.build}`);

  const cache = new LRUCache<string, RenderedIsland>({ maxSize: 500_000, sizeCalculation: sizeOf });

  const openPage = (): PageIslands => ({ names: new Set(), onLoad: new Set(), keys: 0 });

  function sourceOf(name: string) {
    const island = Object.hasOwn(bundle.islands, name) ? bundle.islands[name] : undefined;
    if (!island) throw new Error(`No island is called ${name}: islands/<feature>/${name}.tsx needs ${name}.props.ts beside it`);
    return island;
  }

  function renderIsland(name: string, props: unknown, key: string): RenderedIsland {
    const { component, schema } = sourceOf(name);
    const checked = checkProps(name, schema, props);
    const { html, keyed } = bundle.renderIsland(component, checked, key);
    if (!production) refuseInline(name, html);
    return { props: JSON.stringify(checked), html, keyed };
  }

  /**
   * An island without props renders the same on every page. Others may depend on the visitor, and
   * are cached only where the call says `same`.
   */
  function renderCached(name: string, props: unknown, key: string, same: boolean): RenderedIsland {
    const text = same || hasNoProps(props) ? `${name} ${JSON.stringify(props)}` : undefined;
    if (text === undefined) return renderIsland(name, props, key);
    const known = cache.get(text);
    if (known) return known;
    const now = renderIsland(name, props, key);
    if (!now.keyed) cache.set(text, now);
    return now;
  }

  /** Renders the component; the browser hydrates it. */
  function render(name: string, props: unknown, options: IslandOptions = {}, page: PageIslands = openPage()): string {
    const key = String(page.keys);
    const { props: checked, html, keyed } = renderCached(name, props, key, options.same === true);
    if (keyed) page.keys++;
    const extra = attribute("data-ssr", manifest.build) + attribute("data-island-key", keyed ? key : undefined);
    return element(name, checked, options, extra, html, page);
  }

  /** HTML of the template's own, which the island replaces when it is mounted. */
  function wrap(name: string, props: unknown, options: IslandOptions, fallback: string, page: PageIslands = openPage()): string {
    const checked = checkProps(name, sourceOf(name).schema, props);
    return element(name, JSON.stringify(checked), options, "", fallback, page);
  }

  /**
   * `{{island "heart-icon" heart on="idle"}}`, or as a block around a fallback. The page's islands
   * are in the template's `@islands`.
   */
  function helper(this: unknown, name: string, props: unknown, options: Handlebars.HelperOptions): Handlebars.SafeString {
    const page: PageIslands | undefined = options.data?.islands;
    const hash: Record<string, unknown> = options.hash;
    for (const option of Object.keys(hash)) {
      if (!optionNames.has(option)) throw new Error(`Island ${name}: there is no option ${option}`);
    }
    const html = options.fn ? wrap(name, props, hash, options.fn(this), page) : render(name, props, hash, page);
    return new Handlebars.SafeString(html);
  }

  /**
   * Tags for the head: the loader, and the files of islands that are hydrated at once, so that none
   * waits for another.
   */
  function moduleHead(page: PageIslands): string {
    if (page.names.size === 0) return "";
    const files = new Set([...page.onLoad].flatMap((name) => filesOf(name)));
    const preloads = [...files].map((file) => `<link rel="modulepreload" href="/static/islands/${file}.js">`);
    return [...preloads, `<script type="module" async src="/static/islands/${manifest.entry}.js"></script>`].join("\n");
  }

  function filesOf(name: string): string[] {
    const island = manifest.islands[name];
    return island ? [island.file, ...island.imports] : [];
  }

  /** The address of a picture of `static/` by its content. */
  function assetHref(path: string): string {
    const href = manifest.pictures[path];
    if (!href) throw new Error(`There is no picture ${path} in static/`);
    return href;
  }

  return {
    build: manifest.build,
    css: manifest.css,
    assetHref,
    stores: bundle.stores,
    openPage,
    render,
    wrap,
    helper,
    moduleHead,
  };
}

const hasNoProps = (props: unknown) => typeof props === "object" && props !== null && Object.keys(props).length === 0;

function element(
  name: string,
  props: string,
  { on, tag = "div", class: className, id, ref }: IslandOptions,
  extra: string,
  content: string,
  page: PageIslands,
): string {
  page.names.add(name);
  if (on === "load") page.onLoad.add(name);
  const source = ref === undefined ? ` data-props='${escapeJson(props)}'` : attribute("data-props-ref", ref);
  const own =
    attribute("id", id) + attribute("class", className) + attribute("data-island", name) + attribute("data-island-on", on);
  return `<${tag}${own}${source}${extra}>${content}</${tag}>`;
}

const attribute = (name: string, value: string | undefined) => (value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`);

/** The content security policy forbids these, so the component is wrong. */
function refuseInline(name: string, html: string): void {
  const [found] = /<(script|style)\b|<[^>]*\s(style|on\w+)=/i.exec(html.replace(/="[^"]*"/g, '=""')) ?? [];
  if (found) throw new Error(`Island ${name} draws inline script or style, which the page's policy forbids: ${found}`);
}
