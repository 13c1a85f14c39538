import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { pageHtml } from "../../markdown.ts";
import { shared } from "../../media/shared-picture.ts";
import { homePath } from "../../paths.ts";
import { breadcrumbLd } from "../../web/json-ld.ts";
import { view } from "../../web/view.ts";
import { bannersOf } from "../banners.ts";
import { findPage } from "../content-pages.ts";
import { contentPagePath } from "../paths.ts";

type ContentPageInput = { db: Db; now: () => number; dates: Dates; publicUrl: string };

type ContentPageView = NonNullable<Awaited<ReturnType<typeof contentPage>>>;
export const contentPageView = view<ContentPageView>("content/page");

/** The values of views/content/page.hbs; undefined if the page does not exist. */
export async function contentPage(slug: string, { db, now, dates, publicUrl }: ContentPageInput) {
  const page = await findPage(db, slug);
  if (!page) return undefined;
  const [banner] = await bannersOf(db, "home", now());
  const crumbs = [{ name: "Home", href: homePath }, { name: page.title }];
  return {
    title: page.title,
    description: page.description,
    canonical: publicUrl + contentPagePath(slug),
    ...shared(publicUrl, banner?.background),
    jsonLd: [breadcrumbLd(publicUrl, crumbs)],
    crumbs,
    html: pageHtml(page.markdown),
    changed: dates.day(page.updatedAt),
  };
}
