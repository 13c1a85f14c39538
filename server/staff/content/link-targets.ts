import { isCategory } from "../../catalog/categories.ts";
import { findPage } from "../../content/content-pages.ts";
import { findRedirect } from "../../content/redirects.ts";
import { pathOf } from "../../content/rules/link.ts";
import type { Db } from "../../db/tables.ts";
import { screenOf } from "../../screens.ts";

const lastSegment = (path: string): string => path.split("/").at(-2) ?? "";

/**
 * Whether an address of the shop leads to no page. For addresses of other sites it returns false
 * without a check.
 */
export async function isMissingTarget(db: Db, href: string): Promise<boolean> {
  const path = pathOf(href);
  if (path === undefined) return false;
  const screen = screenOf(path);
  if (screen && screen.screen !== "content-page" && screen.screen !== "landing") return false;
  if (screen?.screen === "landing" && (await isCategory(db, lastSegment(path)))) return false;
  const isPage =
    screen?.screen === "content-page" && URL.canParse(path, "https://shop.invalid") && /^[a-z0-9-]*$/.test(lastSegment(path));
  if (isPage && (await findPage(db, lastSegment(path)))) return false;
  return (await findRedirect(db, [href])) === undefined;
}
