import { brotliDecompressSync } from "node:zlib";
import type { BuyBoxProps } from "../../islands/catalog/buy-box.props.ts";
import { filtersOf, listingPath } from "../../server/catalog/rules/listing.ts";
import { mostOf } from "../../server/catalog/rules/stock-text.ts";
import type { Recorded } from "./questions.ts";

/** Product addresses from the links of the listing's first pages. */
export async function productPaths(url: string, wanted: number): Promise<string[]> {
  const paths = new Set<string>();
  for (let page = 1; page <= 10 && paths.size < wanted; page += 1) {
    const html = await (await fetch(`${url}${listingPath({ ...filtersOf({}), page })}`)).text();
    for (const [, path = ""] of html.matchAll(/href="(\/storefront\/products\/[a-z0-9-]+\/)"/g)) paths.add(path);
  }
  if (paths.size < wanted) throw new Error(`the bench needs ${wanted} products, the listing shows ${paths.size}`);
  return [...paths].slice(0, wanted);
}

const plenty = mostOf(Number.MAX_SAFE_INTEGER);

const signs: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#39": "'" };
const unescapeHtml = (text: string) => text.replace(/&(quot|amp|lt|gt|#39);/g, (_, name: string) => signs[name] ?? "");

/** The choices of a product page's buy box, if the product may be sold to the state. */
function choicesOf({ body }: Recorded, state: string): BuyBoxProps["choices"] {
  const html = brotliDecompressSync(body).toString();
  const [, card = "{}"] = /id="product-data">(.*?)<\/script>/.exec(html) ?? [];
  const { restrictedStates = [] } = JSON.parse(card) as { restrictedStates?: readonly string[] };
  const [, props = "{}"] = /data-island="buy-box"[^>]* data-props='([^']*)'/.exec(html) ?? [];
  const { choices = [] } = JSON.parse(unescapeHtml(props)) as Partial<BuyBoxProps>;
  return JSON.stringify(restrictedStates).includes(`"${state}"`) ? [] : choices;
}

/**
 * The ids of variants with plenty of stock whose products may be sold to the state. Plenty means
 * six or more, since a page does not show a larger number.
 */
export function plentiful(pages: readonly Recorded[], state: string): string[] {
  const ids = pages.flatMap((page) => choicesOf(page, state).filter(({ most }) => most === plenty)).map(({ id }) => id);
  if (ids.length === 0) throw new Error("the shop has nothing of which there is plenty");
  return ids;
}
