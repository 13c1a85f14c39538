import type { Db } from "../db/tables.ts";
import { pageHtml } from "../markdown.ts";
import { findPage } from "./content-pages.ts";
import { contentPagePath } from "./paths.ts";

/** The slug of the content page that is a category's size guide. */
export const sizeGuideSlug = (category: string): string => `size-guide-${category}`;

/** A category's size guide with clean HTML; undefined if nobody has written one. */
export async function findSizeGuide(db: Db, category: string) {
  const slug = sizeGuideSlug(category);
  const page = await findPage(db, slug);
  return page && { title: page.title, href: contentPagePath(slug), html: pageHtml(page.markdown) };
}
