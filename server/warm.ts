import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { allCategories } from "./catalog/categories.ts";
import { categoryPath, collectionsPath } from "./catalog/paths.ts";
import { bestOf, productCards } from "./catalog/product-cards.ts";
import { landingPath } from "./catalog/rules/categories.ts";
import { withStatementLimit } from "./db/statement-limit.ts";
import { homePath } from "./paths.ts";
import type { Shop } from "./shop.ts";
import { openRequestIds } from "./web/request-ids.ts";

/** The most product pages, as many as a listing shows, and the most categories. */
const products = 24;
const mostCategories = 24;
/** After this time, in ms, the shop opens with the pages rendered so far. */
const warmWithinMs = 20_000;
/** The time limit of one page, and of one statement, in ms. */
const pageWithinMs = 8000;

/**
 * The pages with which most shoppers begin. The listing comes first, since it loads the catalog's
 * index.
 */
async function mostAskedPaths({ db, now }: Shop): Promise<string[]> {
  const slugs = (await allCategories(db)).slice(0, mostCategories).map(({ slug }) => slug);
  const viewed = await bestOf(db, { by: "views_30", limit: products });
  const cards = await productCards(db, viewed, undefined, now());
  return [
    collectionsPath,
    homePath,
    ...new Set([...slugs.map(categoryPath), ...slugs.map(landingPath)]),
    ...cards.map(({ href }) => href),
  ];
}

/**
 * Renders the most requested pages and reads the data of listings, through `pages`, so that the
 * first requests after a start find them in memory. If a page fails, its first reader renders it
 * again.
 */
export async function warmPages(shop: Shop, pages: RequestListener): Promise<void> {
  const until = performance.now() + warmWithinMs;
  const identify = openRequestIds({ trustProxy: 0 });
  const server = createServer((req, res) => {
    identify(req);
    withStatementLimit(pageWithinMs, () => pages(req, res));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    for (const path of await withStatementLimit(pageWithinMs, () => mostAskedPaths(shop))) {
      if (performance.now() > until) break;
      const page = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(pageWithinMs) });
      await page.arrayBuffer();
      if (!page.ok) shop.log.warn({ path, status: page.status }, "a page could not be made before the shop opened");
    }
  } catch (error) {
    shop.log.warn({ err: error }, "not all of the most asked pages could be made before the shop opened");
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
