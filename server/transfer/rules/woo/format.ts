import type { BadRow, Format, ProductOptions, ProductReading, SheetReader, SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import { type Columns, columnsOf, lacking } from "./columns.ts";
import { isVariation } from "./kind.ts";
import { openPlaces } from "./place.ts";
import { readProduct } from "./product.ts";
import { openRemarks, openTally } from "./remarks.ts";
import { type WooRow, wooRow } from "./row.ts";

/** The product CSV that WooCommerce exports at Products → Export, with English headers. */
export const wooCommerce: Format = { name: "WooCommerce", lacking, open: (headers) => openReader(columnsOf(headers)) };

function openReader(columns: Columns): SheetReader {
  const places = openPlaces(columns);
  const tally = openTally();
  const { place, aliases, keyOfMalformed } = places;
  return { taken: columns.taken, place, aliases, keyOfMalformed, product, notes: tally.lines };

  function product(key: string, sheetRows: readonly SheetRow[], options: ProductOptions): ProductReading {
    const rows = sheetRows.map((row) => wooRow(columns, row));
    const own = rows.find((row) => !isVariation(row.cell("Type")));
    if (!own) return { slug: "", faults: rows.map(orphaned) };
    const slug = places.slugOf(key, own);
    const remarks = openRemarks();
    const reading = readProduct({ slug, product: own, variations: rows.filter((row) => row !== own) }, columns, options, remarks);
    if (reading.draft) tally.add(remarks);
    return { slug, ...reading };
  }
}

const orphaned = (variation: WooRow): BadRow => ({
  line: variation.line,
  reason: `its Parent “${truncated(variation.cell("Parent"))}” is not a product in this file`,
});
