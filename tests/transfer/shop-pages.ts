import { expect, vi } from "vitest";
import type { Engine, TestShop } from "../support/shop.ts";

export const pageOf = (slug: string) => `/storefront/products/${slug}/`;
export const listing = "/storefront/collections/";
export const found = (q: string) => `${listing}?q=${q}`;

export type Page = { status: number; tag: string; text: string };

export async function look(shop: TestShop, path: string, tag?: string): Promise<Page> {
  const answer = await fetch(shop.url + path, { headers: tag === undefined ? {} : { "if-none-match": tag } });
  return { status: answer.status, tag: answer.headers.get("etag") ?? "", text: await answer.text() };
}

/**
 * Requests each page until the shop has it in memory; returns the ETags, as a browser would keep
 * them.
 */
export async function held(shop: TestShop, paths: readonly string[]): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  for (const path of paths) {
    const { tag } = await look(shop, path);
    expect([path, (await look(shop, path, tag)).status]).toEqual([path, 304]);
    tags.set(path, tag);
  }
  return tags;
}

/** The texts that a page contains. */
export const shownTexts = (page: Page, ...texts: string[]) => [...new Set(texts)].filter((text) => page.text.includes(text));

/** The products that a search found, without the suggestions of an empty result. */
export async function foundBy(shop: TestShop, q: string, links: readonly string[]): Promise<string[]> {
  const page = await look(shop, found(q));
  const [results = ""] = page.text.split("Popular right now");
  return shownTexts({ ...page, text: results }, ...links);
}

export const countsIn = ({ text }: Page) =>
  Object.fromEntries(
    [...text.matchAll(/name="categories" value="([\w-]+)"[\s\S]*?check__count">(\d+)</g)].map(([, slug, n]) => [slug, n]),
  );

export const offerIn = ({ text }: Page) => {
  const [, json = "{}"] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  const shownTexts = [JSON.parse(json)].flat().flatMap((each) => each["@graph"] ?? each) as {
    "@type": string;
    offers: unknown;
  }[];
  return shownTexts.find((each) => each["@type"] === "Product")?.offers;
};

export async function suggested(shop: TestShop, q: string): Promise<string[]> {
  const { text } = await look(shop, `/storefront/api/search/suggestions?q=${q}`);
  return (JSON.parse(text) as { data: { products: { name: string }[] } }).data.products.map(({ name }) => name);
}

/**
 * On SQLite every request checks for changes. PostgreSQL sends a notice of each commit, which may
 * still be on its way when the command has ended.
 */
export async function waitForPage(engine: Engine, shop: TestShop, isThere: (page: Page) => void, path: string): Promise<void> {
  if (engine === "postgres") await vi.waitFor(async () => isThere(await look(shop, path)));
}
