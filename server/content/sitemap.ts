import { collectionSizes } from "../catalog/collections.ts";
import { collectionPath, collectionsPath, productPath } from "../catalog/paths.ts";
import { categoryChanges, publishedEnds, publishedFrom } from "../catalog/published.ts";
import { landingPath } from "../catalog/rules/categories.ts";
import type { Db } from "../db/tables.ts";
import { homePath } from "../paths.ts";
import { listPages } from "./content-pages.ts";
import { contentPagePath } from "./paths.ts";

type SitemapParts = {
  db: Db;
  /** the shop's origin for absolute addresses */
  publicUrl: string;
  /** the most addresses in a file; search engines read at most 50,000 */
  most: number;
  now: number;
};

type Address = { path: string; changed?: number };

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");

/** The length of a piece in characters. Writing line by line would take three times as long. */
const piece = 64_000;

const day = (time: number) => new Date(time).toISOString();

/**
 * The text of a sitemap file in pieces; undefined if the file does not exist. Part 0 is
 * `/sitemap.xml` itself, with all addresses or with the addresses of the parts.
 */
export async function sitemapOf(part: number, parts: SitemapParts): Promise<AsyncGenerator<string> | undefined> {
  const { db, most, now } = parts;
  const pages = await pagesOf(db, now);
  // The first file contains the pages in addition to products. Each file gets so few products that
  // the first file with the pages does not exceed the limit.
  const { count, ends } = await publishedEnds(db, Math.max(1, most - pages.length));
  const single = pages.length + count <= most;
  if (part === 0)
    return single ? urlSet(parts, pages, publishedFrom(db, "", undefined)) : indexOf(parts, ends.length + 1, pages[0]?.changed);
  if (single || part > ends.length + 1) return undefined;
  return urlSet(parts, part === 1 ? pages : [], publishedFrom(db, ends[part - 2] ?? "", ends[part - 1]));
}

/**
 * The addresses of the home page, the listing, each category and collection with products, and the
 * content pages.
 */
async function pagesOf(db: Db, now: number): Promise<Address[]> {
  const changes = await categoryChanges(db);
  const latest = changes.size > 0 ? { changed: Math.max(...changes.values()) } : {};
  const categories = [...changes].map(([slug, changed]) => ({ path: landingPath(slug), changed }));
  const filled = (await collectionSizes(db, now)).filter(({ size }) => size > 0);
  const collections = filled.map(({ slug }) => ({ path: collectionPath(slug) }));
  const texts = (await listPages(db)).map(({ slug, updatedAt }) => ({ path: contentPagePath(slug), changed: updatedAt }));
  return [{ path: homePath, ...latest }, { path: collectionsPath, ...latest }, ...categories, ...collections, ...texts];
}

async function* urlSet(
  { publicUrl }: SitemapParts,
  pages: readonly Address[],
  products: AsyncIterable<{ slug: string; updatedAt: number }>,
): AsyncGenerator<string> {
  const line = ({ path, changed }: Address) =>
    `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed === undefined ? "" : `<lastmod>${day(changed)}</lastmod>`}</url>\n`;
  let lines = `${head}<urlset ${space}>\n${pages.map(line).join("")}`;
  for await (const { slug, updatedAt } of products) {
    lines += line({ path: productPath(slug), changed: updatedAt });
    if (lines.length < piece) continue;
    yield lines;
    lines = "";
  }
  yield `${lines}</urlset>\n`;
}

async function* indexOf({ publicUrl }: SitemapParts, files: number, changed: number | undefined): AsyncGenerator<string> {
  yield `${head}<sitemapindex ${space}>\n`;
  for (let part = 1; part <= files; part++)
    yield `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap-${part}.xml`)}</loc>${changed === undefined ? "" : `<lastmod>${day(changed)}</lastmod>`}</sitemap>\n`;
  yield "</sitemapindex>\n";
}
