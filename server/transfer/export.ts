import {
  attributesForExport,
  type ExportGaps,
  notExported,
  type ProductForExport,
  productsForExport,
} from "../catalog/products-for-export.ts";
import { costHeader } from "../catalog/rules/costs.ts";
import type { Tx } from "../db/tables.ts";
import { pictureSources } from "../media/sources.ts";
import { headers } from "./rules/export/columns.ts";
import { csvLine } from "./rules/export/csv.ts";
import { productRows } from "./rules/export/product-rows.ts";
import { attributeCells } from "./rules/export/vocabulary.ts";

type LeftOut = { slug: string; reason: string };

export type ExportResult = {
  products: number;
  variants: number;
  pictures: number;
  /** pictures that exist only in the shop */
  stored: number;
  leftOut: LeftOut[];
  notExported: ExportGaps;
};

type ExportOptions = {
  /** base address of the shop's own pictures, without a final slash */
  publicUrl: string;
  write: (text: string) => Promise<void>;
  /** the last column has the costs */
  hasCosts: boolean;
  /** called after each page of products with the number of products handled so far */
  passed: (products: number) => void;
};

/**
 * Writes every product as CSV, in the order of slugs, a page of products at a time. Leaves out
 * products that do not fit the format, and lists them in the result.
 */
export async function writeCatalog(tx: Tx, { publicUrl, write, hasCosts, passed }: ExportOptions): Promise<ExportResult> {
  const vocabulary = await attributesForExport(tx);
  const attributes = attributeCells(vocabulary);
  const exported: ExportResult = {
    products: 0,
    variants: 0,
    pictures: 0,
    stored: 0,
    leftOut: [],
    notExported: await notExported(tx),
  };
  await write(csvLine([...headers(vocabulary), ...(hasCosts ? [costHeader] : [])]));
  for await (const page of productsForExport(tx)) {
    const text = page.map((product) => textOf(product)).join("");
    await write(text);
    passed(exported.products + exported.leftOut.length);
  }
  return exported;

  function textOf(product: ProductForExport): string {
    const pictures = product.pictures.map((picture) => ({ url: addressOf(picture, publicUrl), alt: picture.alt }));
    const rows = productRows({ ...product, pictures }, attributes);
    if (!rows.ok) {
      exported.leftOut.push({ slug: product.slug, reason: rows.error });
      return "";
    }
    exported.products += 1;
    exported.variants += product.variants.length;
    exported.pictures += pictures.length;
    exported.stored += product.pictures.filter(({ kind }) => kind === "stored").length;
    return rows.value.map((row, at) => csvLine(hasCosts ? [...row, costCell(product.variants[at]?.cost)] : row)).join("");
  }
}

const costCell = (cost: number | null | undefined): string => (typeof cost === "number" ? (cost / 100).toFixed(2) : "");

/**
 * The address of a picture: its original address until it is downloaded, then its address in the
 * shop.
 */
function addressOf({ wantedUrl, ...media }: ProductForExport["pictures"][number], publicUrl: string): string {
  return media.kind === "drawn" && wantedUrl !== null ? wantedUrl : publicUrl + pictureSources(media).src;
}
