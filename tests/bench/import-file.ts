import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { draws } from "./draws.ts";

/**
 * `one`: each row is a separate product. `some`: three variants per product, a picture for each
 * variant and two more.
 */
export type Kind = "one" | "some";

const headers = [
  ...["Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Tags", "Published"],
  ...["Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value", "Variant SKU", "Variant Grams"],
  ...["Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy", "Variant Fulfillment Service"],
  ...["Variant Price", "Variant Compare At Price", "Variant Requires Shipping", "Variant Taxable", "Variant Barcode"],
  ...["Image Src", "Image Position", "Image Alt Text", "Gift Card", "Variant Image", "Status"],
];
type Cells = Record<string, string | number>;

const woods = ["Ash", "Birch", "Cedar", "Elm", "Fern", "Hazel", "Juniper", "Larch", "Maple", "Rowan", "Sage", "Thyme", "Willow"];
const things = ["Pipe", "Tee", "Hoodie", "Jar", "Tray", "Grinder", "Cap", "Kit", "Pod", "Lamp", "Case", "Bowl"];
const types = ["Seeds", "Glass", "Mushrooms", "Apparel", "That Badu"];
const sizes = ["S", "M", "L"];

type Draw = (below: number) => number;
const one = (of: readonly string[], draw: Draw): string => of[draw(of.length)] ?? "";

/**
 * A product's description in HTML of about 400 bytes, as a shop's editor leaves it. Half of the
 * descriptions are plain. The others contain attributes and elements that a page may not contain.
 */
function bodyOf(name: string, draw: Draw): string {
  const [mark, span] =
    draw(2) === 0 ? ["", ["", ""]] : [' data-mce-fragment="1"', ['<span style="font-weight: 400;">', "</span>"]];
  const points = ["Cut in small runs", `${one(woods, draw)} finish, two pockets &amp; a loop`, `Made for ${1 + draw(9)} seasons`];
  return [
    `<p${mark}><strong>${name}</strong> is made to be used every day, and to be mended when it breaks.</p>`,
    `<ul>${points.map((point) => `\n<li${mark}>${span[0]}${point}${span[1]}</li>`).join("")}\n</ul>`,
    `<p>Wash cold, dry in the shade. The ${one(woods, draw).toLowerCase()} fades a little in its first year, then stays as it is for good.</p>`,
  ].join("\n");
}

const variantCells = (key: string, price: number, draw: Draw): Cells => ({
  "Variant SKU": key,
  "Variant Grams": 100 + draw(900),
  "Variant Inventory Tracker": "shopify",
  "Variant Inventory Qty": draw(60),
  "Variant Inventory Policy": "deny",
  "Variant Fulfillment Service": "manual",
  "Variant Price": `${price}.50`,
  "Variant Compare At Price": draw(4) === 0 ? `${price + 10}.00` : "",
  "Variant Requires Shipping": "true",
  "Variant Taxable": "true",
  "Variant Barcode": String(4_006_381_000_000 + draw(1_000_000)),
});

const pictureCells = (address: string, position: number, alt: string): Cells => ({
  "Image Src": address,
  "Image Position": position,
  "Image Alt Text": alt,
});

function productRows(at: number, kind: Kind, draw: Draw): Cells[] {
  const name = `${one(woods, draw)} ${one(woods, draw)} ${one(things, draw)} ${at}`;
  const handle = name.toLowerCase().replaceAll(" ", "-");
  const price = 5 + draw(95);
  const picture = (n: number) => `https://cdn.shopify.com/s/files/1/0533/2089/files/${handle}-${n}.jpg?v=16${at}`;
  const first: Cells = {
    Title: name,
    "Body (HTML)": bodyOf(name, draw),
    Vendor: `${one(woods, draw)} Works`,
    Type: one(types, draw),
    Tags: `${one(woods, draw)}, new`,
    Published: "true",
    "Gift Card": "false",
    Status: "active",
  };
  const option = (value: string): Cells =>
    kind === "one"
      ? { "Option1 Name": "Title", "Option1 Value": "Default Title" }
      : { "Option1 Name": "Size", "Option1 Value": value };
  const variants = kind === "one" ? [""] : sizes;
  const rows = variants.map((value, n) => ({
    ...option(value),
    ...variantCells(`${at}-${n}`, price + n, draw),
    ...pictureCells(picture(n), n + 1, `${name}, ${value}`),
    "Variant Image": kind === "one" ? "" : picture(n),
  }));
  const more = kind === "one" ? [] : [3, 4].map((n) => pictureCells(picture(n), n + 1, name));
  return [...rows, ...more].map((row, n) => ({ Handle: handle, ...(n === 0 && first), ...row }));
}

const quoted = (cell: string | number): string =>
  /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
const lineOf = (row: Cells): string => `${headers.map((name) => quoted(row[name] ?? "")).join(",")}\n`;

/**
 * Writes a product CSV of about `rows` rows, equal in every run; returns its numbers of rows and
 * products.
 */
export async function writeImportFile(path: string, rows: number, kind: Kind): Promise<{ rows: number; products: number }> {
  const file = createWriteStream(path);
  const draw = draws(rows);
  file.write(`${headers.join(",")}\n`);
  let [written, products] = [0, 0];
  for (; written < rows; products += 1) {
    const own = productRows(products, kind, draw);
    written += own.length;
    if (!file.write(own.map(lineOf).join(""))) await new Promise((resolve) => file.once("drain", resolve));
  }
  file.end();
  await finished(file);
  return { rows: written, products };
}
