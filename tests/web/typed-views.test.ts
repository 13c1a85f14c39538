import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteText } from "../../server/jobs/compose-email.ts";
import { errorView } from "../../server/web/errors.ts";
import type { Render } from "../../server/web/view.ts";
import { checkViews } from "../support/views/check-views.ts";

const types = `
  import { part, view } from "../../../server/web/view.ts";
  type Row = { name: string } | { title: string; price: number };
  type Sold = { title: string; heading: string; price: { now: string }; rows: readonly Row[]; heart: { productId: number }; bare: { name: string }; left: number };
  type Good = { title: string; rows: readonly Row[]; heart?: { productId: string } };
  export const soldView = view<Sold>("shop/sold");
  export const goodView = view<Good>("shop/good");
  export const absentView = view<{ title: string }>("shop/absent");
  export const listPart = part<{ rows: readonly Row[] }>("shop/list");
  export type LayoutValues = { main: { title: string; robots?: string } };
  export type CommonValues = { storeName: string };
  export type PartValues = { storeName: string };
  export type WrappedView = { body: string };
`;

const files = {
  "pages/types.ts": types,
  "pages/wrong.ts": `
import { view } from "../../../server/web/view.ts";
export const againView = view<{ title: string; rows: readonly never[] }>("shop/good");
const hidden = view<{ title: string }>("shop/sold");`,
  "islands/shop/heart.props.ts": `import { z } from "zod"; export const schema = z.object({ productId: z.string() });`,
  "views/layouts/main.hbs": "<title>{{title}} {{storeName}}</title>{{{body}}}",
  "views/shop/good.hbs": `{{#each rows}}
{{#if price}}{{title}}: {{dollars price}} {{@root.title}}{{else}}{{name}}{{/if}}
{{> shop/label text=name}}{{> shop/row this}}
{{/each}}
{{#if heart}}{{island "heart" heart on="idle"}}{{/if}}`,
  "views/shop/row.hbs": "{{or title name}}",
  "views/shop/label.hbs": "<b{{#if colour}} class={{colour}}{{/if}}>{{text}}</b>",
  "views/shop/list.hbs": "{{#each rows}}{{name}}{{/each}}",
  "views/shop/lost.hbs": "nobody comes here",
  "views/shop/sold.hbs": `<h1>{{headin}}</h1>
{{#if price}}{{price.was}}{{/if}}
{{#each rows}}{{> shop/row this}}{{../heading}} {{cost}}{{/each}}
{{> shop/missing this}}
{{> shop/label text=heading colour="red" size=1}}
{{island "heart" heart}}
{{island "hart" heart}}
{{#with price}}{{> shop/row this}}{{/with}}
{{price}} {{upper heading}} {{@index}}
{{island "heart" bare}}
{{pathTo "cart"}} {{pathTo "car"}}
{{island "heart" (object productId=heading) on="visble"}}
{{! price {now {cents}}: a comment }}`,
};

let folder = "";
let lines: string[] = [];

beforeAll(async () => {
  const results = join(import.meta.dirname, "../../test-results");
  await mkdir(results, { recursive: true });
  folder = await mkdtemp(join(results, "views-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const pages = join(folder, "pages");
  const paths = { directory: join(folder, "views"), islands: join(folder, "islands"), scratch: join(folder, "scratch") };
  lines = await checkViews({ ...paths, server: pages, layouts: join(pages, "types.ts") });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const linesOf = (view: string, line: number) => lines.filter((each) => each.startsWith(`views/${view}.hbs:${line} `));

test("a value that the page does not have is told with view, line and value", () => {
  expect(linesOf("shop/sold", 1)).toEqual([
    "views/shop/sold.hbs:1 {{headin}}: there is no value headin here; did you mean heading?",
    "views/shop/sold.hbs:1 {{shop/sold}}: no template reads left",
  ]);
  expect(linesOf("shop/sold", 2)).toEqual(["views/shop/sold.hbs:2 {{price.was}}: there is no value was here"]);
});

test("in a list of several shapes a name of none of them is told, and one of any of them is fine", () => {
  expect(linesOf("shop/sold", 3)).toEqual(["views/shop/sold.hbs:3 {{cost}}: there is no value cost here"]);
});

test("a partial that is missing, and a value that it does not read", () => {
  expect(linesOf("shop/sold", 4)).toEqual(["views/shop/sold.hbs:4 {{> shop/missing}}: there is no such partial"]);
  expect(linesOf("shop/sold", 5)).toEqual(["views/shop/sold.hbs:5 {{size}}: shop/label does not read it"]);
});

test("an island that is given wrong props, and one that there is not", () => {
  expect(linesOf("shop/sold", 6)).toEqual([
    expect.stringMatching(/ {{heart}}: Type .number. is not assignable to type .string./),
  ]);
  expect(linesOf("shop/sold", 7)).toEqual([expect.stringMatching(/ {{island "hart"}}: .*"hart".* is not assignable/)]);
});

test("an island that is given too little", () => {
  expect(linesOf("shop/sold", 10)).toEqual(["views/shop/sold.hbs:10 {{bare}}: it lacks productId"]);
});

test("a partial is held against what each call passes", () => {
  expect(lines).toContain("views/shop/row.hbs:1 {{title}}: there is no value title here (called by shop/sold.hbs:8)");
});

test("what cannot be printed, a helper that there is not, and a place in a list outside of one", () => {
  expect(linesOf("shop/sold", 9)).toEqual([
    "views/shop/sold.hbs:9 {{@index}}: is not known here",
    expect.stringMatching(/ {{price}}: .* is not assignable/),
    expect.stringMatching(/ {{upper}}: .*"upper".* is not assignable/),
  ]);
});

test("a link to an address that has no name", () => {
  expect(linesOf("shop/sold", 11)).toEqual([expect.stringMatching(/ {{car}}: .*"car".* is not assignable to type .*"cart"/)]);
});

test("a misspelt trigger is named with its line", () => {
  expect(linesOf("shop/sold", 12)).toEqual([expect.stringMatching(/ {{on}}: Type '"visble"' is not assignable/)]);
});

test("a comment that ends too early is told, since its rest would be shown", () => {
  expect(linesOf("shop/sold", 13)).toEqual(["views/shop/sold.hbs:13 {{…}}}}: these brackets are shown as text"]);
});

test("a view without a template, and a template that nobody needs", () => {
  expect(lines).toContainEqual(expect.stringMatching(/^a view without a template: .*"shop\/absent"/));
  expect(linesOf("shop/lost", 1)).toEqual(["views/shop/lost.hbs:1 {{shop/lost}}: nothing renders it, and no template calls it"]);
});

test("nothing is said of what is right", () => {
  expect(lines.filter((line) => /shop\/(good|list|label)\.hbs/.test(line.split(":")[0] ?? ""))).toEqual([]);
});

test("a token that is not written as one is told, and a template that two tokens name", () => {
  const pages = join(folder, "pages");
  expect(lines).toContain(`${pages}/wrong.ts: 1 not written as \`export const name = view<Page>("template");\``);
  expect(lines).toContain(`shop/good is named in ${pages}/types.ts and ${pages}/wrong.ts`);
});

test("render takes no page that lacks a value, and no template that is rendered alone", () => {
  const render: Render = ({ name }) => name;
  // @ts-expect-error the page has no status
  const rendered = render(errorView, { title: "", robots: "", message: "" });
  expect(rendered).toBe("content/error");
  // @ts-expect-error the template has no layout
  render(noteText, { title: "", paragraphs: [], contact: "", shopUrl: "" });
});
