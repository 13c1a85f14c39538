import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import Handlebars from "handlebars";
import { Window } from "happy-dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonScript } from "../../server/web/html.ts";
import { type IslandOptions, type Islands, openIslands } from "../../server/web/islands.ts";
import { buildFixtures } from "./fixture-site.ts";

let site: Awaited<ReturnType<typeof buildFixtures>>;
let islands: Islands;

beforeAll(async () => {
  site = await buildFixtures();
  islands = await openIslands(site.out, { production: false });
});
afterAll(() => site.remove());

type TriggerName = NonNullable<IslandOptions["on"]>;

const add = { label: "Add", start: 2, step: 1 };

const { document } = new Window();

/** Parses the HTML like a browser. */
function parse(html: string) {
  document.body.innerHTML = html;
  const el = document.querySelector("[data-island]");
  if (!el) throw new Error(`no island in ${html}`);
  return { el, props: JSON.parse(el.getAttribute("data-props") ?? "null") };
}

test("an island is drawn from its props, and carries what the browser needs to hydrate it", () => {
  const html = islands.render("counter", add, { on: "idle", tag: "li", class: "card", id: "first" });

  const { el, props } = parse(html);
  expect(el.localName).toBe("li");
  expect(el.innerHTML).toBe(`<p><button type="button">Add</button><output>2</output><small>0</small></p>`);
  expect(props).toEqual(add);
  expect(el.getAttribute("data-ssr")).toBe(`${site.build}.4`);
  expect([el.id, el.className, el.getAttribute("data-island-on")]).toEqual(["first", "card", "idle"]);
});

test("defaults of the schema are filled in, and props that it does not know go no further", () => {
  const { props } = parse(islands.render("counter", { label: "Add", secret: "cost price" }));
  expect(props).toEqual({ label: "Add", start: 0, step: 1 });
});

for (const [props, message] of [
  [{ start: 1 }, "Island counter: label is undefined: Invalid input: expected string, received undefined"],
  [{ label: 7 }, "Island counter: label is 7: Invalid input: expected string, received number"],
  [{ label: "a", step: 0 }, "Island counter: step is 0: Too small: expected number to be >=1"],
  [undefined, "Island counter: props is undefined: Invalid input: expected object, received undefined"],
] as const) {
  test(`wrong props ${JSON.stringify(props)} stop the page with island, path and value`, () => {
    expect(() => islands.render("counter", props)).toThrow(message);
    expect(() => islands.wrap("counter", props, {}, "fallback")).toThrow(message);
  });
}

test("production checks the props as well", async () => {
  const strict = await openIslands(site.out, { production: true });
  expect(() => strict.render("counter", { label: 7 })).toThrow("Island counter: label is 7");
});

test("a name that no island has is told with what is missing", () => {
  expect(() => islands.render("nobody", {})).toThrow("No island is called nobody");
  expect(() => islands.render("constructor", {})).toThrow("No island is called constructor");
});

for (const malicious of [
  "</script>",
  "<!--",
  `"quoted" 'single' &amp; &`,
  "line\u2028and\u2029end",
  "\u0000\r\n\t",
  "\ud800 alone",
  "😀",
]) {
  test(`the malicious prop ${JSON.stringify(malicious)} arrives as it was`, () => {
    const html = islands.render("counter", { ...add, label: malicious });
    expect(html).not.toContain("</script");
    expect(html).not.toContain("<!--");
    expect(parse(html).props.label).toBe(malicious);
  });
}

test("any text in props arrives as it was, in attribute and script", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (label) => {
      expect(parse(islands.render("counter", { ...add, label })).props.label).toBe(label);
    }),
  );
});

test("any JSON in a script arrives as it was, and cannot end the script", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const html = jsonScript("products", value);
      expect(html.indexOf("</")).toBe(html.length - "</script>".length);
      expect(html).not.toMatch(/<!--|\u2028|\u2029/);
      document.body.innerHTML = html;
      expect(JSON.parse(document.getElementById("products")?.textContent ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

for (const [title, value, path] of [
  ["a date", new Date(0), "anything.when"],
  ["a number that is none", Number.NaN, "anything.when"],
  ["an infinite number", Number.POSITIVE_INFINITY, "anything.when"],
  ["a big integer", 5n, "anything.when"],
  ["a function", () => 1, "anything.when"],
  ["a map", new Map(), "anything.when"],
  ["a gap in a list", [1, undefined], "anything.when"],
  ["something deep in a list", [{ at: [new Set()] }], "anything.when.0.at.0"],
] as const) {
  test(`${title}, which JSON cannot carry, is refused by its path`, () => {
    const render = () => islands.render("free", { anything: { when: value } });
    expect(render).toThrow(`Island free: ${path} `);
    expect(render).toThrow("JSON cannot carry");
  });
}

test("with a ref the props stay in their script and are not repeated", () => {
  const html = islands.render("counter", add, { ref: "products" });
  const { el } = parse(html);
  expect(el.getAttribute("data-props-ref")).toBe("products");
  expect(el.hasAttribute("data-props")).toBe(false);
  expect(el.querySelector("output")?.textContent).toBe("2");
});

test("ids that components make differ on a page and are the same on every request", () => {
  const draw = () => {
    const page = islands.openPage();
    return islands.render("labelled", {}, {}, page) + islands.render("labelled", {}, {}, page);
  };
  const html = draw();
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(2);
  expect(new Set(ids).size).toBe(2);
  expect([...html.matchAll(/data-island-key="(\d)"/g)].map(([, key]) => key)).toEqual(["0", "1"]);
  expect(draw()).toBe(html);
});

test("a text that looks like such an id, as a random token may, is none", () => {
  const html = islands.render("counter", { ...add, label: "P0-P0-0" });
  expect(html).toContain(">P0-P0-0<");
  expect(html).not.toContain("data-island-key");
});

test("after 100 interleaved renders every store still holds its initial value, and equal props give equal bytes", async () => {
  const before = JSON.stringify(storeValues());
  const drawn = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      if (at % 3 === 0) await null;
      const first = islands.render("counter", { ...add, start: at % 5 });
      if (at % 2 === 0) await null;
      return { at, html: first + islands.render("presses-shown", {}) };
    }),
  );

  expect(JSON.stringify(storeValues())).toBe(before);
  expect(Object.keys(storeValues())).toEqual(["presses"]);
  for (const { at, html } of drawn) expect(html).toBe(drawn[at % 5]?.html);
});

const storeValues = () =>
  Object.fromEntries(
    Object.entries(islands.stores).map(([file, stores]) => [
      file,
      Object.entries(stores).map(([name, store]) => [name, (store as { get(): unknown }).get()]),
    ]),
  );

test("a component that draws inline style or script is refused in development", () => {
  expect(() => islands.render("styled", {})).toThrow("Island styled draws inline script or style");
});

function template(text: string, context: object, page = islands.openPage()): string {
  const hbs = Handlebars.create();
  hbs.registerHelper("island", islands.helper);
  hbs.registerHelper("slot", islands.slotHelper);
  return hbs.compile(text)(context, { data: { islands: page } });
}

test("a template writes an island in one line, also inside loops and with dashed names", () => {
  const html = template(`{{#each products}}<li>{{island "counter" this on="visible"}}</li>{{/each}}`, {
    products: [add, { ...add, start: 3 }],
  });
  expect([...html.matchAll(/<output>(\d)<\/output>/g)].map(([, count]) => count)).toEqual(["2", "3"]);
});

test("a template wraps a fallback of its own, with its context and escaping", () => {
  const html = template(`{{#island "counter" buy tag="section"}}<b>{{name}}</b>{{/island}}`, {
    buy: add,
    name: "<Salt & pepper>",
  });
  const { el, props } = parse(html);
  expect(el.outerHTML).toMatch(/^<section /);
  expect(el.innerHTML).toBe("<b>&lt;Salt &amp; pepper&gt;</b>");
  expect(el.getAttribute("data-ssr")).toBe("fallback");
  expect(props).toEqual(add);
});

test("a mistyped option in a template is told", () => {
  expect(() => template(`{{island "counter" buy onn="idle"}}`, { buy: add })).toThrow("Island counter: there is no option onn");
});

test("a mistyped option in a program is told", () => {
  const options: object = { onn: "idle" };
  const message = "Island counter: there is no option onn; did you mean on?";
  expect(() => islands.render("counter", add, options)).toThrow(message);
  expect(() => islands.wrap("counter", add, options, "fallback")).toThrow(message);
});

for (const [trigger, message] of [
  ["visble", 'there is no trigger "visble"; did you mean visible?'],
  ["Idle", 'there is no trigger "Idle"; did you mean idle?'],
  ["hover", 'there is no trigger "hover"; there are visible, load, idle, interaction, never, visible:200px, and media:(…)'],
  ["media", 'the trigger "media" has no query: write media:(min-width: 48rem)'],
  ...["visible:", "visible:200", "visible:1rem", "visible:10px10px", "visible:1px 2px 3px 4px 5px", "visible:200px,0px"].map(
    (trigger) => [
      trigger,
      `the trigger "${trigger}" has a wrong margin: write one to four lengths in px or %, such as visible:200px`,
    ],
  ),
] as [TriggerName, string][]) {
  test(`the trigger ${trigger} is refused with what is meant, in a template and in a program`, () => {
    const refused = `Island counter: ${message}`;
    expect(() => template(`{{island "counter" buy on="${trigger}"}}`, { buy: add })).toThrow(refused);
    expect(() => islands.render("counter", add, { on: trigger })).toThrow(refused);
    expect(() => islands.wrap("counter", add, { on: trigger }, "fallback")).toThrow(refused);
  });
}

for (const trigger of ["visible:200px", "visible:-10%", "visible: 200px 0px", "visible:1px 2px .5% 4.5px"] as const) {
  test(`the trigger ${trigger} has a right margin`, () => {
    expect(parse(islands.render("counter", add, { on: trigger })).el.getAttribute("data-island-on")).toBe(trigger);
  });
}

test("an island whose value the template lacks, or that is called without any, is told", () => {
  expect(() => template(`{{island "counter" buy}}`, {})).toThrow("Island counter: its props are undefined");
  expect(() => template(`{{#island "counter" buy}}fallback{{/island}}`, {})).toThrow("Island counter: its props are undefined");
  expect(() => template(`{{island "counter"}}`, {})).toThrow(
    `Island counter: it is called without props: {{island "counter" props}}`,
  );
});

test("islands on load are preloaded with their imports, each file once, and the loader is linked", () => {
  const page = islands.openPage();
  template(
    `{{island "counter" buy on="load"}}{{island "counter-twin" buy on="load"}}{{island "busy" none}}`,
    { buy: add, none: {} },
    page,
  );
  const manifest = JSON.parse(readFileSync(join(site.out, "manifest.json"), "utf8"));
  const { counter, "counter-twin": second } = manifest.islands;

  const lines = islands.moduleHead(page).split("\n");

  const files = new Set([counter.file, ...counter.imports, second.file, ...second.imports]);
  expect(lines.slice(0, -1).sort()).toEqual(
    [...files].map((file) => `<link rel="modulepreload" href="/static/islands/${file}.js">`).sort(),
  );
  expect(manifest.entry).toMatch(/^entry-[A-F0-9]{8}$/);
  expect(lines.at(-1)).toBe(`<script type="module" async src="/static/islands/${manifest.entry}.js"></script>`);
});

test("a page without islands links no script", () => {
  expect(islands.moduleHead(islands.openPage())).toBe("");
});

test("a shop that was not built says how to build it", async () => {
  await expect(openIslands("/nowhere", { production: false })).rejects.toThrow(
    "/nowhere/manifest.json is missing: run npm run build",
  );
});

const slotsOf = (html: string) => [...html.matchAll(/<(\w+) data-island-slot="(\w*)"/g)].map(([, tag, name]) => `${tag} ${name}`);

test("a template writes slots, which the rendered component places, escaped once", () => {
  const page = islands.openPage();
  const html = template(
    `{{#island "wrapping" wrap on="idle"}}
      {{#slot "one" tag="aside" class="wide"}}<b>{{name}}</b>{{island "counter" buy on="load"}}{{/slot}}
      {{#slot "two"}}{{#each names}}<i>{{this}}</i>{{/each}}{{/slot}}
    {{/island}}`,
    { wrap: {}, buy: add, name: "<Salt & pepper>", names: ["a", "b"] },
    page,
  );

  const { el, props } = parse(html);
  const [one, two] = ["article > slot > aside.wide", "section > footer > div"].map((path) => el.querySelector(path));
  expect(one?.querySelector("b")?.innerHTML).toBe("&lt;Salt &amp; pepper&gt;");
  expect(one?.querySelector("[data-island=counter] output")?.textContent).toBe("2");
  expect(two?.innerHTML).toBe("<i>a</i><i>b</i>");
  expect(slotsOf(html)).toEqual(["aside one", "div two"]);
  expect(props).toEqual({ label: "Details", open: true, twice: false, throws: "never" });
  expect(el.getAttribute("data-ssr")).toBe(site.build);
  expect([...page.names].sort()).toEqual(["counter", "wrapping"]);
  expect(islands.moduleHead(page)).toContain('rel="modulepreload"');
});

test("a slot without a place at first is sent in a template", () => {
  const html = islands.render("wrapping", { open: false }, { slots: { one: "<b>one</b>", two: "<b>two</b>" } });
  expect(html).toMatch(/<footer [^>]*><div data-island-slot="two"><b>two<\/b><\/div><\/footer>/);
  expect(html).toMatch(
    /<\/section><template data-island-slot=""><div data-island-slot="one"><b>one<\/b><\/div><\/template><\/div>$/,
  );
});

test("a slot of a program has the element that its place needs", () => {
  const two = { html: "<td>1</td>", tag: "tr", class: "wide & low" };
  const html = islands.render("wrapping", {}, { slots: { one: { html: "<b>one</b>" }, two } });
  expect(slotsOf(html)).toEqual(["div one", "tr two"]);
  expect(html).toContain('<tr data-island-slot="two" class="wide &amp; low"><td>1</td></tr>');
  const misspelt = { html: "", tga: "tr" };
  expect(() => islands.render("wrapping", {}, { slots: { two: misspelt } })).toThrow(
    "Slot two: there is no option tga; did you mean tag?",
  );
});

test("a block whose slots are all left out is rendered with none", () => {
  const block = `{{#island "wrapping" wrap}} {{#if shown}}{{#slot "one"}}x{{/slot}}{{/if}} {{/island}}`;
  const html = template(block, { wrap: {} });
  expect(parse(html).el.getAttribute("data-ssr")).toContain(site.build);
  expect(html).toContain("<article>");
  expect(slotsOf(html)).toEqual([]);
});

test("a block in a slot has slots of its own", () => {
  const html = template(
    `{{#island "wrapping" wrap}}{{#slot "one"}}{{#island "wrapping" wrap}}{{#slot "one"}}inner{{/slot}}{{/island}}{{/slot}}{{/island}}`,
    { wrap: {} },
  );
  const { el } = parse(html);
  const path = "section > article > slot > div";
  expect(el.querySelector(`:scope > ${path} > [data-island=wrapping] > ${path}`)?.innerHTML).toBe("inner");
});

for (const [what, text, message] of [
  ["outside of an island", `{{#slot "one"}}x{{/slot}}`, 'Slot one: write {{#slot "one"}} as a block in a block {{#island …}}'],
  [
    "in another slot",
    `{{#island "wrapping" wrap}}{{#slot "one"}}{{#slot "two"}}x{{/slot}}{{/slot}}{{/island}}`,
    'Slot two: write {{#slot "two"}} as a block in a block {{#island …}}',
  ],
  [
    "twice",
    `{{#island "wrapping" wrap}}{{#slot "one"}}x{{/slot}}{{#slot "one"}}x{{/slot}}{{/island}}`,
    "Slot one: the island has two slots of this name",
  ],
  [
    "with a misspelt option",
    `{{#island "wrapping" wrap}}{{#slot "one" tga="p"}}x{{/slot}}{{/island}}`,
    "Slot one: there is no option tga; did you mean tag?",
  ],
  [
    "with a name that no attribute has as it is",
    `{{#island "wrapping" wrap}}{{#slot "a b"}}x{{/slot}}{{/island}}`,
    'Slot "a b": its name may have letters, digits, _ and -',
  ],
  [
    "beside other content",
    `{{#island "wrapping" wrap}}<p>lost</p>{{#slot "one"}}x{{/slot}}{{/island}}`,
    'Island wrapping: beside its slots the block has "<p>lost</p>", which has no place',
  ],
  [
    "that is placed twice",
    `{{#island "wrapping" double}}{{#slot "one"}}x{{/slot}}{{/island}}`,
    "Island wrapping: slot one is placed twice",
  ],
] as const) {
  test(`a slot ${what} is told`, () => {
    expect(() => template(text, { wrap: {}, double: { twice: true } })).toThrow(message);
  });
}

test("HTML of slots comes from a program, and never from a value in a template", () => {
  const message = "Island wrapping: there is no option slots";
  expect(() => template(`{{island "wrapping" wrap slots=html}}`, { wrap: {}, html: { one: "<b>" } })).toThrow(message);
});
