import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { htmlDepth } from "../../server/catalog/rules/html-depth.ts";
import { openSource } from "../../server/transfer/reading/source.ts";
import { readValues } from "../../server/transfer/rules/attribute-cell.ts";
import { ownColumnsOf } from "../../server/transfer/rules/shopify/own-columns.ts";
import { titleOf } from "../../server/transfer/rules/woo/text.ts";
import { options } from "./shopify-sheet.ts";

async function faultsOf(text: string): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "shop-malicious-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "products.csv"), text);
  const source = await openSource(join(directory, "products.csv"));
  if (!source.ok) return [source.error.replace(`${directory}/`, "")];
  onTestFinished(source.value.close);
  const faults: string[] = [];
  for await (const reading of source.value.readings({ ...options, fallback: "glass" }))
    faults.push(...reading.faults.map(({ line, reason }) => `${line}: ${reason}`));
  return faults;
}

const shopify = (columns: string, cells: string) => faultsOf(`Handle,Title,Variant Price,${columns}\nmug,Mug,12,${cells}\n`);
const woo = (columns: string, rows: string[]) => faultsOf(`Type,SKU,Name,Regular price,${columns}\n${rows.join("\n")}\n`);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`);

describe("a file that somebody made to harm the shop is refused in words", () => {
  test("names from the language's own insides are words like any other", async () => {
    expect(await woo("Weight (constructor)", ["simple,a,Mug,12,3"])).toEqual([]);
    expect(await woo("Weight (__proto__)", ["simple,a,Mug,12,3"])).toEqual([]);
    expect(await woo("Tags", ["constructor,a,Mug,12,"])).toEqual(["2: Type “constructor” is not simple, variable, or variation"]);
  });

  test("half letters and what a terminal obeys do not come into titles by their numbers", async () => {
    for (const code of ["&#0;", "&#155;", "&#55296;"]) expect(titleOf(`a${code}b`)).toBe(`a${code}b`);
    expect(titleOf("a&#128512;b")).toBe("a😀b");
  });

  test("what no page could show is too much", async () => {
    const long = "x".repeat(256);
    expect(await shopify("Vendor", long)).toEqual(["2: its brand is longer than 255 characters"]);
    expect(await shopify("Option1 Name,Option1 Value,Variant SKU", `Size,${long},m-1`)).toEqual([
      "2: an option's name or value is longer than 255 characters",
    ]);
    expect(await shopify("Variant Barcode", long)).toEqual(["2: its barcode is longer than 255 characters"]);
    expect(await shopify("Image Src", `https://shop.example/${"x".repeat(4000)}`)).toEqual([
      "2: a picture's address is longer than 4000 characters",
    ]);
    expect(await woo("Images", [`simple,a,Mug,12,${quoted(numbered(501, "v").join(","))}`])).toEqual([
      "2: it has 501 pictures; the maximum is 500",
    ]);
    const many = quoted(numbered(501, "v").join("; "));
    expect(await shopify("Style (product.metafields.attributes.style)", many)).toEqual([
      "2: it has 501 attribute values; the maximum is 500",
    ]);
    expect(await shopify("Style (product.metafields.attributes.style)", long)).toEqual([
      "2: an attribute's name or value is longer than 255 characters",
    ]);
    expect(await woo("Weight (kg)", ["simple,a,Mug,12,1000000"])).toEqual(["2: it weighs more than 999999999 grams"]);
  });

  test.each(["10000000", "9999999999999.99", "9,999,999,999,999,999,999,999"])("a price of %s is too high", async (price) => {
    expect(await faultsOf(`Handle,Title,Variant Price\nmug,Mug,${quoted(price)}\n`)).toEqual([
      "2: its price is more than $9,999,999.99",
    ]);
  });

  test("tags within tags without end are no description", async () => {
    expect(await shopify("Body (HTML)", "<div>".repeat(100_000))).toEqual(["2: its description nests tags more than 500 deep"]);
    expect(await shopify("Body (HTML)", "<p>One<p>Two".repeat(1000))).toEqual([]);
  });

  test("columns without number are no product file", async () => {
    expect(await faultsOf(`Handle,Title,Variant Price,${numbered(60_000, "c").join(",")}\nmug,Mug,12\n`)).toEqual([
      "products.csv has 60003 columns; the maximum is 2000",
    ]);
  });
});

describe("how long a file is read does not grow with the square of a text in it", () => {
  test("blanks in a header and in a cell of values", () => {
    const blanks = " ".repeat(400_000);
    expect(ownColumnsOf([`a${blanks}b`]).attributes).toEqual([]);
    for (const cell of [`${" ".repeat(1990)}]`, `a${" ".repeat(1990)}]`]) expect(readValues(cell).ok).toBe(false);
  });

  test("variations of many attributes and values", async () => {
    const columns = numbered(900, "Attribute ").flatMap((name) => [`${name} name`, `${name} value(s)`]);
    const cells = numbered(900, "n").flatMap((name) => [name, "v"]);
    expect(
      await woo(`Parent,${columns.join(",")}`, [`variable,p,P,,,${cells.join(",")}`, `variation,,,1,p,${cells.join(",")}`]),
    ).toEqual([expect.stringMatching(/^2: its variations differ by 900 attributes/)]);
    const values = quoted(numbered(100_000, "v").join(","));
    const rows = numbered(60, "s").map((sku, at) => `variation,${sku},,1,p,Size,V ${at}`);
    const faults = await woo("Parent,Attribute 1 name,Attribute 1 value(s)", [`variable,p,P,,,Size,${values}`, ...rows]);
    expect(faults).toEqual([]);
  });

  test("the depth of a description counts what is open, not what was closed", () => {
    expect(htmlDepth("<div><b>x</b><br><img src=x></div><p>a<p>b<ul><li>c<li>d</ul>")).toBe(2);
    expect(htmlDepth("<li><p>".repeat(50))).toBe(100);
    expect(htmlDepth("<div></x>".repeat(50))).toBe(50);
    expect(htmlDepth(`<div><i><i></div>`.repeat(50))).toBe(3);
  });
});
