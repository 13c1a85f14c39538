import { expect, test } from "vitest";
import { triggerFault } from "../../islands/runtime/cli/lint/check-trigger.ts";
import { lintText } from "../../islands/runtime/cli/lint/lint.ts";

const schemas = {
  counter: {
    type: "object",
    properties: { label: { type: "string" }, start: { type: "integer" }, open: { type: "boolean" }, tags: { type: "array" } },
    required: ["label"],
  },
};

const lint = (text: string) => lintText(text, "page.html", schemas).map(({ line, text }) => `${line}: ${text}`);
const island = (attributes: string, content = "fallback") => `<p>\n<div data-island="counter" ${attributes}>${content}</div>`;

for (const [what, text, findings] of [
  ["a right island", island(`data-props='{"label":"Add"}' data-island-on="media:(min-width: 48rem)"`), []],
  ["single props", island(`data-prop-label="Add" data-prop-start="2" data-prop-open="false"`), []],
  ["escaped props", island(`data-props="{&quot;label&quot;:&quot;A &#38; &#x42;&quot;}"`), []],
  ["Jinja's props", island(`data-props="{{ props|tojson|replace("a", "b") }}"`), []],
  ["PHP's props", island(`data-props="<?= htmlspecialchars(json_encode(["label" => "a>b"])) ?>"`), []],
  ["ERB's props", island(`data-props="<%= {label: "a"}.to_json %>"`), []],
  [
    "an attribute that a template may write",
    island(`{% if wide %}data-island-on="load"{% endif %} data-prop-label="{{ label }}"`),
    [],
  ],
  [
    "a comment",
    `<!-- <div data-island="nobody"></div> --> {# <div data-island="nobody"></div> #} {{!-- <div data-island="x"> --}}`,
    [],
  ],
  ["a script that mentions one", `<script>const html = '<div data-island="nobody"></div>';</script>`, []],
  ["props from elsewhere", island(`data-props-ref="other"`), []],
  ["rendered content", island(`data-ssr="A" data-props='{"label":"Add"}'`, ""), []],
  ["a content that a template writes", island(`data-prop-label="A"`, "{% include 'form.html' %}"), []],
  [
    "slots",
    island(`data-prop-label="A"`, `<p data-island-slot="one">a</p><p data-island-slot="two"><b>b</b></p>`) +
      island(`data-prop-label="A" data-island-slot="one"`, `<p data-island-slot="one">a</p>`).replace("<p>\n", ""),
    ["2: slot one is in no island"],
  ],
  [
    "slots that the server placed, and one that it did not",
    island(
      `data-ssr="A" data-prop-label="A"`,
      `<slot data-island-place="one" name="island"><div data-island-slot="one">x</div></slot><template data-island-slot=""><p data-island-slot="two">y</p></template>`,
    ),
    [],
  ],
  ["a slot in a helper's block", `{{#island "counter" buy}}<p data-island-slot="one">x</p>{{/island}}`, []],
  ["a slot in a block of slots", `{{#island "counter" buy}}{{#slot "one" tag="p"}}x{{/slot}}{{/island}}`, []],
  ["a slot in a template that another one includes", `{% if wide %}<p data-island-slot="one">x</p>{% endif %}`, []],
  ["a slot outside of islands", `<p data-island-slot="one">x</p>`, ["1: slot one is in no island"]],
  [
    "a slot beside a helper's block",
    `{{#island "counter" buy}}x{{/island}}\n<p data-island-slot="one">x</p>`,
    ["2: slot one is in no island"],
  ],
  [
    "two slots of one name",
    island(`data-prop-label="A"`, `<p data-island-slot="one">a</p>\n<p data-island-slot="one">b</p>`),
    ["3: the island has two slots one"],
  ],
  [
    "two slots of one name in two branches",
    island(
      `data-prop-label="A"`,
      `{% if a %}<p data-island-slot="one">a</p>{% else %}<p data-island-slot="one">b</p>{% endif %}`,
    ),
    [],
  ],
  [
    "a slot without a name",
    island(`data-prop-label="A"`, `<p data-island-slot>a</p>`),
    ["2: data-island-slot has no name: write the one that the component gives to Slot"],
  ],
  [
    "a slot in a slot",
    island(`data-prop-label="A"`, `<p data-island-slot="one"><b data-island-slot="two">a</b></p>`),
    ["2: slot two is in slot one, where no island can place it"],
  ],
  [
    "a misspelt slot",
    island(`data-prop-label="A"`, `<p data-island-slt="one">a</p>`),
    ["2: there is no attribute data-island-slt; did you mean data-island-slot?"],
  ],
  ["a misspelt name", `<div data-island="countr">x</div>`, ["1: no island is called countr; did you mean counter?"]],
  [
    "a misspelt trigger",
    island(`data-prop-label="A" data-island-on="idel"`),
    [`2: there is no trigger "idel"; did you mean idle?`],
  ],
  ["a margin of a trigger", island(`data-prop-label="A" data-island-on="visible:200px 10%"`), []],
  [
    "a wrong margin of a trigger",
    island(`data-prop-label="A" data-island-on="visible:200"`),
    [`2: the trigger "visible:200" has a wrong margin: write one to four lengths in px or %, such as visible:200px`],
  ],
  [
    "a media query without a colon",
    island(`data-prop-label="A" data-island-on="media:(min-width 40rem)"`),
    [`2: the media query "(min-width 40rem)" cannot be read: write (min-width: 40rem)`],
  ],
  ["a media query that a template writes", island(`data-prop-label="A" data-island-on="media:(min-width {{ width }}"`), []],
  ["a missing prop", island(`data-props='{"start":2}'`), ["2: counter needs the prop label"]],
  ["a misspelt prop", island(`data-prop-label="A" data-prop-strat="2"`), ["2: counter has no prop strat; did you mean start?"]],
  [
    "a wrong prop",
    island(`data-prop-label="A" data-prop-start="two"`),
    ["2: counter gets a wrong start: Invalid input: expected number, received string"],
  ],
  ["props that are no JSON", island(`data-props='{label: 1}'`), [expect.stringContaining("2: counter: data-props is no JSON")]],
  ["props that are a list", island(`data-props='[]'`), ["2: counter: data-props must be a JSON object"]],
  [
    "no fallback",
    island(`data-prop-label="A"`, " "),
    ["2: counter has no fallback: put what works without scripts into the element"],
  ],
  [
    "a misspelt attribute",
    island(`data-prop-label="A" data-island-no="load"`),
    ["2: there is no attribute data-island-no; did you mean data-island-on?"],
  ],
  ["props on no island", `<div data-props='{}'></div>`, ["1: data-props is on an element without data-island"]],
  [
    "a misspelt data-island",
    `<div data-iland="counter"></div>`,
    ["1: data-iland is on an element without data-island; did you mean data-island?"],
  ],
  [
    "a shared script that lacks a prop",
    `<script type="application/json" id="p">{"start":1}</script>\n<i data-island="counter" data-props-ref="p">x</i>`,
    ["2: counter needs the prop label"],
  ],
  [
    "a whole page without the loader",
    `<html>\n<body><i data-island="counter" data-prop-label="A">x</i></body></html>`,
    [
      `2: the page has islands, but no script that loads them: write <script type="module" async src="/static/islands/entry.js"></script>`,
    ],
  ],
  [
    "a whole page with the loader",
    `<html><i data-island="counter" data-prop-label="A">x</i><script type="module" src="/static/islands/entry-AB12.js"></script></html>`,
    [],
  ],
  [
    "a right helper",
    `{{island "counter" (object label=name start=2) on="idle"}} {{#island "counter" buy tag="li"}}x{{/island}}`,
    [],
  ],
  ["a misspelt name in a helper", `\n{{island "conter" this}}`, ["2: no island is called conter; did you mean counter?"]],
  [
    "a misspelt option of a helper",
    `{{island "counter" this no="idle"}}`,
    ["1: island counter has no option no; did you mean on?"],
  ],
  [
    "a misspelt trigger of a helper",
    `{{#island "counter" this on="visibel"}}x{{/island}}`,
    [`1: there is no trigger "visibel"; did you mean visible?`],
  ],
  [
    "a helper's media query with an open bracket",
    `\n{{island "counter" this on="media:(min-width: 40rem"}}`,
    [`2: the media query "(min-width: 40rem" has a ( without its )`],
  ],
  [
    "a helper without props",
    `{{island "counter" on="idle"}}`,
    ["1: island counter gets no props: write a value or (object …) after its name"],
  ],
  ["a helper's missing prop", `{{island "counter" (object start=(add 1 2))}}`, ["1: counter needs the prop label"]],
  [
    "a helper's wrong prop",
    `{{island "counter" (object label=7 strt=1)}}`,
    [
      "1: counter has no prop strt; did you mean start?",
      "1: counter gets a wrong label: Invalid input: expected string, received number",
    ],
  ],
] as const) {
  test(`${what}: ${findings.length === 0 ? "no problem" : "told by its line"}`, () => {
    expect(lint(text)).toEqual(findings);
  });
}

test("an island that is not for pages that others render is told by its line, unless the page is the site's own", () => {
  const marked = { counter: { ...schemas.counter, "x-embedded": false }, bell: { ...schemas.counter, "x-embedded": true } };
  const lintOf = (text: string) => lintText(text, "page.html", marked).map(({ line, text }) => `${line}: ${text}`);
  const told = `2: counter is not for pages that others render: write "export const embedded = true;" into counter.props.ts`;
  expect(lintOf(island(`data-prop-label="A"`))).toEqual([told]);
  expect(lintOf(`<i data-island="bell" data-prop-label="A">x</i>{{island "counter" buy}}`)).toEqual([]);
  expect(lintOf(island(`data-ssr="A" data-prop-label="A"`))).toEqual([]);
  const own = `<script type="module" src="/static/islands/entry-AB12CD34.js"></script>`;
  expect(lintOf(`${island(`data-prop-label="A"`)}${own}`)).toEqual([]);
});

test.each([
  "(min-width: 48rem)",
  "(min-width:0)",
  "(width >= 600px) and (height<40em)",
  "(400px <= width <= 700px)",
  "(min-width: calc(10rem + 2 * (1px + 1em)))",
  "screen",
  "only screen and (orientation: landscape), print and (min-aspect-ratio: 16 / 9)",
  "not all and (hover)",
  "screen and not (hover)",
  "not ((hover: hover) and (pointer: fine))",
  "((min-width: 1px) or (min-height: 1px)) and (color)",
  "(-webkit-min-device-pixel-ratio: 1.5)",
  "(prefers-reduced-motion)",
  "(min-resolution: 2dppx)",
  "(some-new-feature: of-browsers)",
  "style(--wide: true)",
])("the media query %s is right", (query) => {
  expect(triggerFault(`media:${query}`)).toBeUndefined();
});

test.each([
  ["(min-width 40rem)", "cannot be read: write (min-width: 40rem)"],
  ["(min-width=40rem)", "cannot be read: write (min-width: 40rem)"],
  ["min-width: 40rem", "cannot be read: write (min-width: 40rem)"],
  ["min-width 40rem", "cannot be read: write (min-width: 40rem)"],
  ["screen (hover)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["screen and (hover) or (color)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["(hover) and (color) or (grid)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["(hover),", "cannot be read: write a query such as (min-width: 48rem)"],
  ["(hover) & (color)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["(400px < width > 700px)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["(min-width >= 40rem)", "cannot be read: write a query such as (min-width: 48rem)"],
  ["screen and(hover)", "needs a space after and"],
  ["(min-width: 40rem", "has a ( without its )"],
  ["(hover))", "has a ) without its ("],
  ["(min-widht: 40rem)", "has an unknown feature min-widht; did you mean min-width?"],
  ["(min-width: 40)", "has no unit after 40: write (min-width: 40px)"],
  ["scren and (hover)", "has an unknown media type scren; did you mean screen?"],
])("the media query %s %s", (query, fault) => {
  expect(triggerFault(`media:${query}`)).toBe(`the media query ${JSON.stringify(query)} ${fault}`);
});

const loader = `<script type="module" async src="/static/islands/entry.js"></script>`;
const wholePage = (text: string) => `<!doctype html><html><head>${loader}</head>\n<body>${text}</body></html>`;
const reference = `<i data-island="counter" data-props-ref="props">x</i>`;
const script = (attributes: string) => `<script type="application/json" ${attributes}>{"label":"A"}</script>`;
const write = `write <script type="application/json" id="props"> with the props into the page`;
const none = "names no JSON script of the page";
const control = "{% if a %}{{ title|upper }}{% endif %}{{#if b}}{{b}}{{else}}c{{/if}}";

test.each([
  ["a script after it", reference + script(`id="props"`)],
  ["a script whose text a template writes", `<script type="application/json" id="props">{{{json}}}</script>${reference}`],
  ["a script whose id a template writes", script(`id="{{ id }}"`) + reference],
  ["Django's script", `{{ counter|json_script:"props" }}${reference}`],
  ["an included template", `{% include "props.html" %}${reference}`],
  ["a partial", `{{> props}}${reference}`],
  ["HTML that a template writes", `{{{body}}}${reference}`],
  ["PHP", `<?= $page ?>${reference}`],
  ["a reference that a template writes", `<i data-island="counter" data-props-ref="{{ id }}">x</i>`],
])("a reference in a whole page with %s: no problem", (_what, text) => {
  expect(lint(wholePage(text))).toEqual([]);
});

test.each([
  ["nothing", reference, `${none}: ${write}`],
  ["a misspelt id", reference + script(`id="porps"`), `${none}; did you mean porps?`],
  ["another script", `<script id="props">{}</script>${reference}`, `names a <script> that is no JSON script: ${write}`],
  ["another element", `<p id="props"></p>${reference}`, `names a <p> that is no JSON script: ${write}`],
  ["nothing, beside values and conditions", control + reference, `${none}: ${write}`],
])("a reference in a whole page to %s is told by its line", (_what, text, finding) => {
  expect(lint(wholePage(text))).toEqual([`2: data-props-ref="props" ${finding}`]);
});

test("a helper's reference in a whole page to nothing is told by its line", () => {
  expect(lint(wholePage(`{{island "counter" this ref="props"}}`))).toEqual([`2: ref="props" ${none}: ${write}`]);
});

test("a reference in a fragment may be to a script of the page around it", () => {
  expect(lint(reference)).toEqual([]);
  expect(lint(`<body>${reference}</body>`)).toEqual([]);
});
