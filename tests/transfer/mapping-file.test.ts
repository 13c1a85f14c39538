import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readMapping } from "../../server/transfer/reading/mapping-file.ts";

const categories = new Map([
  ["apparel", "apparel"],
  ["glass", "glass"],
]);

async function read(text: string) {
  const directory = await mkdtemp(join(tmpdir(), "shop-mapping-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "map.json");
  await writeFile(path, text);
  const mapping = await readMapping(path, categories);
  return mapping.ok ? mapping : { ...mapping, error: mapping.error.replace(path, "map.json") };
}

test("an owner's file sorts products", async () => {
  const mapping = await read(`\uFEFF{
    "categories": { "types": { "Shirts": "apparel" }, "tags": { "glassware": "Glass" } },
    "attributes": [{ "slug": "style", "name": "Style", "tags": { "men": "Men" }, "tagPrefix": "Style_", "options": ["Size"], "columns": ["Fit"] }]
  }`);
  if (!mapping.ok) throw new Error(mapping.error);
  const sorted = mapping.value({ types: [], tags: ["Glassware", "men"], options: new Map(), columns: new Map() });
  expect(sorted).toEqual({
    category: "glass",
    attributes: [{ attribute: { slug: "style", name: "Style" }, value: { slug: "men", name: "Men" } }],
  });
  expect(mapping.value.columns).toEqual(new Set(["fit"]));
});

test.each([
  ["[]", "it must be an object in { }"],
  ['{"categoris": {}}', "unknown name “categoris”"],
  ['{"categories": {"type": {}}}', "categories: unknown name “type”"],
  [
    '{"categories": {"types": {"Shirts": "aparel"}}}',
    "categories.types.Shirts: there is no category “aparel”: use one of apparel, glass",
  ],
  ['{"categories": {"types": {"Shirts": 1}}}', "categories.types.Shirts: it must be text in quotation marks"],
  [
    '{"categories": {"tags": {"men": "apparel", "Men": "glass"}}}',
    "categories.tags.Men: it is the same as “men”: upper and lower case do not matter",
  ],
  ['{"attributes": {"name": "Size"}}', "attributes: it must be a list in [ ]"],
  ['{"attributes": [{"tags": {}}]}', "attributes[0].name: it must be text in quotation marks"],
  ['{"attributes": [{"name": " ", "tags": {}}]}', "attributes[0].name: it is empty"],
  ['{"attributes": [{"name": "a\\u0000b", "tags": {}}]}', "attributes[0].name: it contains control characters"],
  ['{"attributes": [{"name": "\\ud800", "tags": {}}]}', "attributes[0].name: it contains control characters"],
  [
    '{"attributes": [{"name": "Size", "slug": "A b", "tags": {}}]}',
    "attributes[0].slug: it can have up to 64 of a to z, 0 to 9, and -",
  ],
  ['{"attributes": [{"name": "Size", "options": "Size"}]}', "attributes[0].options: it must be a list in [ ]"],
  ['{"attributes": [{"name": "Size", "tags": {"s": ""}}]}', "attributes[0].tags.s: it is empty"],
  [
    '{"attributes": [{"name": "Size"}]}',
    "attributes[0]: it has no source of values: add types, tags, tagPrefix, options, or columns",
  ],
  [
    '{"attributes": [{"name": "Size", "tags": {"s": "S", "S": "S"}}]}',
    "attributes[0].tags.S: it is the same as “s”: upper and lower case do not matter",
  ],
  [
    '{"attributes": [{"name": "Size", "options": ["Size"]}, {"name": "SIZE", "options": ["Width"]}]}',
    "attributes[1]: another attribute is named “size” already",
  ],
])("%s is refused with its path", async (text, words) => {
  expect(await read(text)).toMatchObject({ ok: false, error: `map.json: ${words}` });
});

test("a file that is no JSON, or none at all, is refused", async () => {
  expect(await read("{bad")).toMatchObject({ error: expect.stringMatching(/^map\.json is not JSON: /) });
  expect(await read("")).toMatchObject({ error: "map.json is empty" });
  expect(await read(" ".repeat(1_000_001))).toMatchObject({ error: "map.json is larger than 1 MB" });
});
