import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { type Contender, document, type Files, script } from "./contender.ts";
import { components, html, page, pairHtml, sizes } from "./widgets.ts";

const packages = join(import.meta.dirname, "../../../node_modules");
const versionOf = (name: string): string => JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")).version;

/** Lets esbuild read modules from texts, by name. */
const fromTexts = (texts: Record<string, string>): Plugin => ({
  name: "texts",
  setup(plugin) {
    plugin.onResolve({ filter: /^text:/ }, ({ path }) => ({ path: path.slice(5), namespace: "text" }));
    plugin.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({
      contents: texts[path] ?? "",
      loader: "jsx",
      resolveDir: packages,
    }));
  },
});

async function bundle(texts: Record<string, string>, entries: readonly string[], at: string): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: entries.map((name) => ({ in: `text:${name}`, out: name })),
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    write: false,
    outdir: "/",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [fromTexts(texts)],
  });
  return new Map(outputFiles.map(({ path, text }) => [`${at}/${basename(path)}`, script(text)]));
}

type Widget = keyof typeof html;
type Markup = (widget: Widget, trigger: string) => string;

/** The pages of a contender whose server writes the widgets' HTML directly. */
function pagesOf(name: string, head: string, markup: Markup, triggers: readonly string[]): Files {
  const add = (path: string, alive: number, widgets: readonly Widget[], trigger: string) =>
    [`/${name}/${path}`, document(page(alive, widgets.map((one) => markup(one, trigger)).join(""), head))] as const;
  const counters = (count: number) => Array.from({ length: count }, () => "counter" as const);
  return new Map([
    ...triggers.flatMap((trigger) => sizes.map((count) => add(`${trigger}-${count}`, count, counters(count), trigger))),
    add("early", 2, ["counter", "fields"], "load"),
    add("altered", 1, ["pair"], "load"),
    add("broken", 3, ["broken", ...counters(3)], "load"),
  ]);
}

/** Builds is-land with Preact components. */
export async function buildIsLand(): Promise<Contender> {
  const widgets = Object.keys(html) as Widget[];
  const mounting = (name: string) => [
    name,
    `import { hydrate } from "preact"; import Widget from "text:${name}.jsx";
     export const mount = (el) => hydrate(<Widget />, el);`,
  ];
  const texts = {
    ...Object.fromEntries(widgets.map(mounting)),
    ...Object.fromEntries(Object.entries(components("preact/hooks")).map(([name, text]) => [`${name}.jsx`, text])),
    "is-land": `import { Island } from "@11ty/is-land/is-land.js";
      Island.addInitType("preact", async (el) => (await import(el.getAttribute("import"))).mount(el));`,
  };
  const files = await bundle(texts, ["is-land", ...widgets], "/is-land/js");
  const markup: Markup = (widget, trigger) =>
    `<is-land ${trigger === "load" ? "" : `on:${trigger}`} type="preact" import="/is-land/js/${widget}.js">${html[widget]}</is-land>`;
  const triggers = ["load", "visible", "idle"];
  const pages = pagesOf("is-land", `<script type="module" src="/is-land/js/is-land.js"></script>`, markup, triggers);
  const isLoader = (path: string) => path.endsWith("/is-land.js");
  return { name: "is-land", version: versionOf("@11ty/is-land"), files: new Map([...files, ...pages]), triggers, isLoader };
}

/** Builds Stimulus, with all widgets in one script. */
export async function buildStimulus(): Promise<Contender> {
  const app = `
    import { Application, Controller } from "@hotwired/stimulus";
    const application = Application.start();
    application.register("counter", class extends Controller {
      static targets = ["output"];
      connect() { globalThis.alive(); }
      add() { this.outputTarget.textContent = Number(this.outputTarget.textContent) + 1; }
    });
    application.register("fields", class extends Controller {
      static targets = ["field", "output"];
      connect() { this.show(); globalThis.alive(); }
      show() { this.outputTarget.textContent = this.fieldTargets.map(({ value }) => value).join(); }
    });
    application.register("pair", class extends Controller {
      static targets = ["output"];
      connect() { globalThis.alive(); }
      add({ params: { at } }) { this.outputTargets[at].textContent = Number(this.outputTargets[at].textContent) + 1; }
    });
    application.register("broken", class extends Controller {
      connect() { throw new Error("broken"); }
    });`;
  const parts: Record<Widget, string> = {
    counter: html.counter
      .replace("<button", `<button data-action="counter#add"`)
      .replace("<output", `<output data-counter-target="output"`),
    fields: html.fields
      .replaceAll("<input", `<input data-fields-target="field" data-action="fields#show"`)
      .replace("<output", `<output data-fields-target="output"`),
    pair: pairHtml((at) => `data-action="pair#add" data-pair-at-param="${at}"`, `data-pair-target="output"`),
    broken: html.broken,
  };
  const markup: Markup = (widget) => `<div data-controller="${widget}">${parts[widget]}</div>`;
  const files = await bundle({ app }, ["app"], "/stimulus/js");
  const pages = pagesOf("stimulus", `<script type="module" src="/stimulus/js/app.js"></script>`, markup, ["load"]);
  const all = new Map([...files, ...pages]);
  return { name: "stimulus", version: versionOf("@hotwired/stimulus"), files: all, triggers: ["load"], isLoader: () => false };
}

/** Builds the pages for htmx. Its counter gets each count from the server. */
export function buildHtmx(): Contender {
  const parts: Record<Widget, string> = {
    counter: htmxCounter(0),
    fields: html.fields.replace(/<output>.*<\/output>/, ""),
    pair: htmxPair(0, 0),
    broken: `<div hx-get="/htmx/missing" hx-trigger="load">${html.broken}</div>`,
  };
  const listens = `<script>document.addEventListener("htmx:after:init", ({ target }) => { if (target.matches("button")) globalThis.alive(); });</script>`;
  const head = `${listens}<script defer src="/htmx/js/htmx.js"></script>`;
  const pages = pagesOf("htmx", head, (widget) => parts[widget], ["load"]);
  // htmx does not start the fields, since they need only the browser.
  const { body } = pages.get("/htmx/early") ?? { body: "" };
  pages.set("/htmx/early", document(`${body}`.replace("let left = 2", "let left = 1")));
  const counts = Array.from({ length: 9 }, (_, count) => [`/htmx/count-${count}`, document(htmxCounter(count))] as const);
  const pairs = counts.flatMap((_, first) =>
    counts.map((_, second) => [`/htmx/pair-${first}-${second}`, document(htmxPair(first, second))] as const),
  );
  const library = script(readFileSync(join(packages, "htmx.org/dist/htmx.min.js")));
  const files: Files = new Map([...pages, ...counts, ...pairs, ["/htmx/js/htmx.js", library]]);
  return { name: "htmx", version: versionOf("htmx.org"), files, triggers: ["load"], isLoader: () => false };
}

const htmxCounter = (count: number) =>
  html.counter
    .replace("<button", `<button hx-get="/htmx/count-${count + 1}" hx-target="closest p" hx-swap="outerHTML"`)
    .replace(">0<", `>${count}<`);

const htmxPair = (...counts: number[]) =>
  pairHtml(
    (at) => `hx-get="/htmx/pair-${counts.with(at, (counts[at] ?? 0) + 1).join("-")}" hx-target="closest p" hx-swap="outerHTML"`,
    "",
    counts,
  );
