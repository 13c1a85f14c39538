import { isCategory } from "../../catalog/categories.ts";
import { findCollection } from "../../catalog/collections.ts";
import { collectionsPath } from "../../catalog/paths.ts";
import { hasProductPage } from "../../catalog/publication.ts";
import { findPage } from "../../content/content-pages.ts";
import { findRedirect } from "../../content/redirects.ts";
import { pathOf } from "../../content/rules/link.ts";
import type { Db } from "../../db/tables.ts";
import { type ScreenMatch, screenOf } from "../../screens.ts";

const lastSegment = (path: string): string => path.split("/").at(-2) ?? "";

/**
 * Whether a product's path leads to no product, or a path below the listing to no category and no
 * collection, where the shop shows the listing instead.
 */
async function lacksRecord(db: Db, { screen, path }: ScreenMatch): Promise<boolean> {
  const slug = lastSegment(path);
  if (screen === "product") return !(await hasProductPage(db, slug));
  return screen === "listing" && path !== collectionsPath && !(await isCategory(db, slug)) && !(await findCollection(db, slug));
}

/**
 * Whether an address of the shop leads to no page. For addresses of other sites it returns false
 * without a check.
 */
export async function isMissingTarget(db: Db, href: string): Promise<boolean> {
  const path = pathOf(href);
  if (path === undefined) return false;
  const screen = screenOf(path);
  if (screen && screen.screen !== "content-page" && screen.screen !== "landing")
    return (await lacksRecord(db, screen)) && (await findRedirect(db, [href])) === undefined;
  if (screen?.screen === "landing" && (await isCategory(db, lastSegment(path)))) return false;
  const isPage =
    screen?.screen === "content-page" && URL.canParse(path, "https://shop.invalid") && /^[a-z0-9-]*$/.test(lastSegment(path));
  if (isPage && (await findPage(db, lastSegment(path)))) return false;
  return (await findRedirect(db, [href])) === undefined;
}
