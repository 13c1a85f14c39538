import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FileReading, openSource, type Source } from "../../server/transfer/reading/source.ts";
import type { ProductOptions } from "../../server/transfer/rules/format.ts";
import { options } from "./shopify-sheet.ts";

async function write(text: string | Uint8Array): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-source-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "products.csv");
  await writeFile(path, text);
  return path;
}

async function open(path: string): Promise<Source> {
  const source = await openSource(path);
  if (!source.ok) throw new Error(source.error);
  onTestFinished(source.value.close);
  return source.value;
}

async function read(text: string | Uint8Array, given: Partial<ProductOptions> = {}) {
  const source = await open(await write(text));
  const readings: FileReading[] = [];
  for await (const reading of source.readings({ ...options, ...given })) readings.push(reading);
  return { source, readings };
}

const header = "Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant SKU,Tags,Cost";
const summaries = (readings: readonly FileReading[]) =>
  readings.map(({ slug, draft, faults, rows }) => [slug, draft?.variants.map(({ line }) => line) ?? faults, rows]);

describe("the products of a file", () => {
  test("come in the order of their first rows, with all of their rows, wherever these stand", async () => {
    const { source, readings } = await read(`${header}\na,A,1,Size,S\nb,B,2,Size,S\n\nA,,1,,M\n  \nb,,2,,M\nb,,2,,L\na,,1,,L\n`);
    expect([source.format, source.rows, source.products]).toEqual(["Shopify", 6, 2]);
    expect(summaries(readings)).toEqual([
      ["a", [2, 5, 9], 3],
      ["b", [3, 7, 8], 3],
    ]);
  });

  test("have the lines of an editor and the words of the file, with a mark at the front and cells of several lines", async () => {
    const text = `\uFEFF${header}\r\na,"One\r\n\r\ntwo",1,,,,,\r\n\r\nb,Größe,x,,,,,\r\nc,"say ""hi""",1\r\n`;
    const { readings } = await read(text);
    expect(summaries(readings)).toEqual([
      ["a", [2], 1],
      ["b", [{ line: 6, reason: "Variant Price “x” is not a price in dollars and cents, such as 12.50" }], 1],
      ["c", [7], 1],
    ]);
    expect(readings.map(({ draft }) => draft?.name)).toEqual(["One\r\n\r\ntwo", undefined, 'say "hi"']);
  });

  test("are left out whole when a row of theirs cannot be read, and no others are", async () => {
    const rows = [
      "a,A,1",
      'a,,1,"torn',
      "b,B,2",
      'c,C,3,5" pipe',
      "d,D,4,,,,,,surplus",
      "e,E,5,,,,,,,",
      ',none,1,"',
      "e,,5,,M,,,,x",
    ];
    const { source, readings } = await read([header, ...rows].join("\n"));
    const torn = "its quotation marks do not match: close each one, and double those inside a cell";
    expect(summaries(readings)).toEqual([
      [
        "",
        [
          { line: 5, reason: torn },
          { line: 6, reason: "the row has 9 cells, but the first row has only 8" },
          { line: 8, reason: torn },
        ],
        3,
      ],
      ["a", [{ line: 3, reason: torn }], 2],
      ["b", [4], 1],
      ["e", [{ line: 9, reason: "the row has 9 cells, but the first row has only 8" }], 2],
    ]);
    expect([source.rows, source.products]).toEqual([8, 3]);
  });

  test("may have one SKU in several products, but the same variant once", async () => {
    const { readings } = await read(`${header}\na,A,1,,,S-1\nb,B,1,,,S-1\nc,C,1,Size,S,\nc,,1,,S,\n`);
    expect(summaries(readings)).toEqual([
      ["a", [2], 1],
      ["b", [3], 1],
      ["c", [{ line: 5, reason: "this product already has a variant with these options" }], 2],
    ]);
    expect(readings.map(({ sharedSkus }) => sharedSkus)).toEqual([[], ["S-1"], []]);
  });

  test("have the cells that a spreadsheet would have run", async () => {
    const { readings } = await read(`${header}\na,'=SUM(A1),1\nb,''@x,1\nc,'tis,1\n`);
    expect(readings.map(({ draft }) => draft?.name)).toEqual(["=SUM(A1)", "'@x", "'tis"]);
  });

  test("are all there when there are more than fit in memory at once, however they are scattered", async () => {
    const handles = Array.from({ length: 900 }, (_, at) => `p${at}`);
    const line = (handle: string, size: string) => `${handle},"${"x".repeat(180)}\n",1,Size,${size}`;
    const text = [header, ...handles.map((each) => line(each, "S")), ...handles.toReversed().map((each) => line(each, "L"))];
    const { readings } = await read(text.join("\n"));
    expect(readings.map(({ slug, faults }) => [slug, faults])).toEqual(handles.map((each) => [each, []]));
    expect(readings[1]?.draft?.variants.map(({ line: at, name }) => [at, name])).toEqual([
      [4, "S"],
      [2 + 2 * 1798, "L"],
    ]);
  });

  test("are refused when one alone has more rows than a shop could show", async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => `big,B,1,Size,${at}`);
    const { readings } = await read([header, "a,A,1", ...rows, "z,Z,1"].join("\n"));
    expect(summaries(readings)).toEqual([
      ["a", [2], 1],
      ["big", [{ line: 3, reason: "this product has more than 5000 rows or 16 MB" }], 5001],
      ["z", [5004], 1],
    ]);
  });
});

test("columns that hold something and are not taken over are told; those that the mapping looks at are", async () => {
  const columns = "Handle,Title,Price,Fax code,Tax code,Colour,Empty";
  const text = `${columns}\na,A,1,,7,red,\nb,B,1,x,,, \n`;
  expect((await read(text)).source.untaken()).toEqual(["Colour", "Fax code", "Tax code"]);
  const sort = Object.assign(() => ({ category: undefined, attributes: undefined }), {
    columns: new Set(["colour"]),
    notes: () => ["what the mapping has to say"],
  });
  const { source } = await read(text, { classify: sort });
  expect(source.untaken()).toEqual(["Fax code", "Tax code"]);
  expect(source.notes()).toEqual(["what the mapping has to say"]);
});

describe("a file is refused as a whole", () => {
  const utf8 = "is not UTF-8 text: save it as “CSV UTF-8”";
  test.each([
    ["when it is empty", "", "is empty"],
    ["when it has blank lines only", "\n \n", "has no rows"],
    ["when it is binary", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), utf8],
    ["when it is in Latin-1", Buffer.from(`${header}\ncafé,Café,10\n`, "latin1"), utf8],
    ["when its last letter is cut", Buffer.from(`${header}\na,é`).subarray(0, -1), utf8],
    ["when it is in UTF-16", Buffer.from(`\uFEFF${header}\n`, "utf16le"), utf8],
    ["when a column stands there twice", `${header},title\n`, "has the column title twice"],
    [
      "when its header is torn",
      'Handle,5" pipe\na,A\n',
      "cannot be read: line 1: its quotation marks do not match: close each one, and double those inside a cell",
    ],
  ])("%s", async (_when, text, words) => {
    const path = await write(text);
    expect(await openSource(path)).toMatchObject({ ok: false, error: `${path} ${words}` });
  });

  test.each([
    ["semicolons", "Handle;Title;Variant Price\na;A;1,50\n", "has semicolons between its cells: save it as CSV with commas"],
    ["tabs", "Handle\tTitle\tVariant Price\na\tA\t1\n", "has tabs between its cells: save it as CSV with commas"],
    [
      "a web page",
      "<!DOCTYPE html>\n<html>Sign in, please</html>\n",
      "is a web page, not a product CSV: export the products again",
    ],
  ])("when it holds %s: it is told what it is", async (_what, text, words) => {
    const path = await write(text);
    expect(await openSource(path)).toMatchObject({ ok: false, error: `${path} ${words}` });
  });

  test("when it is of no known format: it is told what each one lacks", async () => {
    const path = await write("Name,Price\nA,1\n");
    const refused = await openSource(path);
    expect(refused).toMatchObject({
      error: expect.stringContaining(
        `${path} is not a product CSV: for Shopify, it lacks the columns Handle or URL handle, Title`,
      ),
    });
  });

  test("when it is not there, or a folder", async () => {
    const path = await write("x");
    expect(await openSource(`${path}.none`)).toMatchObject({ error: `there is no file ${path}.none` });
    expect(await openSource(join(path, ".."))).toMatchObject({ error: `${join(path, "..")} is a folder, not a file` });
  });
});

test("a file that is changed while it is read gives no more products, and says so", async () => {
  const path = await write([header, ...Array.from({ length: 800 }, (_, at) => `p${at},"${"x".repeat(100)}",1`)].join("\n"));
  const source = await open(path);
  const slugs: string[] = [];
  let rows = 0;
  const faults: unknown[] = [];
  for await (const reading of source.readings(options)) {
    if (slugs.length === 0) await utimes(path, new Date(0), new Date(0));
    slugs.push(reading.slug);
    rows += reading.rows;
    faults.push(...reading.faults);
  }
  expect(slugs.length).toBeLessThan(800);
  expect(faults).toEqual([{ line: 1, reason: "the file changed while it was being read: run the import again" }]);
  expect(rows).toBe(800);
});
