import { countUntold, findVocabulary, type KeptPicture, type KeptProduct, productsAfter } from "../catalog/queries/export.ts";
import { findCategories } from "../catalog/queries/facets.ts";
import { firstCategories } from "../catalog/shelves.ts";
import type { Tx } from "../db/tables.ts";
import { pictureSources } from "../media/sources.ts";
import { headers } from "./rules/export/columns.ts";
import { csvLine } from "./rules/export/csv.ts";
import { productRows } from "./rules/export/product-rows.ts";
import { attributeCells } from "./rules/export/vocabulary.ts";

export type LeftOut = { slug: string; reason: string };

export type Exported = {
  products: number;
  variants: number;
  pictures: number;
  /** pictures whose only copy is the shop's own */
  stored: number;
  leftOut: LeftOut[];
  untold: Untold;
};

/** What the shop has and a product file does not hold. */
export type Untold = Awaited<ReturnType<typeof countUntold>> & { categories: number };

type ExportOptions = {
  /** where the shop's own pictures are had from, without a final slash */
  publicUrl: string;
  write: (text: string) => Promise<void>;
  /** called now and then with how many products are behind it */
  passed: (products: number) => void;
};

/** Writes every product as CSV, in the order of slugs, a page at a time. What the format cannot hold is left out and named. */
export async function writeCatalog(tx: Tx, { publicUrl, write, passed }: ExportOptions): Promise<Exported> {
  const vocabulary = await findVocabulary(tx);
  const attributes = attributeCells(vocabulary);
  const exported: Exported = { products: 0, variants: 0, pictures: 0, stored: 0, leftOut: [], untold: await untoldOf(tx) };
  await write(csvLine(headers(vocabulary)));
  let page = await productsAfter(tx, "");
  while (page.length > 0) {
    const text = page.map((product) => textOf(product)).join("");
    await write(text);
    passed(exported.products + exported.leftOut.length);
    page = await productsAfter(tx, page.at(-1)?.slug ?? "");
  }
  return exported;

  function textOf(product: KeptProduct): string {
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
    return rows.value.map(csvLine).join("");
  }
}

/** A picture that has yet to come is still asked for where it was; the others are with the shop. */
function addressOf({ wantedUrl, ...media }: KeptPicture, publicUrl: string): string {
  return media.kind === "drawn" && wantedUrl !== null ? wantedUrl : publicUrl + pictureSources(media).src;
}

async function untoldOf(tx: Tx): Promise<Untold> {
  const same = new Set(firstCategories.map(({ slug, name, intro }) => JSON.stringify([slug, name, intro])));
  const categories = (await findCategories(tx)).filter(({ slug, name, intro }) => !same.has(JSON.stringify([slug, name, intro])));
  return { ...(await countUntold(tx)), categories: categories.length };
}
