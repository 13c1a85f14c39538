import type { Db } from "../db/tables.ts";
import type { FooterLinks } from "../web/page.ts";
import { listPages, type PageHead } from "./content-pages.ts";
import { contentPagePath } from "./paths.ts";
import { isPolicy } from "./rules/page-order.ts";

/** The links to content pages that footers show, held in memory: pages are drawn without waiting. */
export type HeldFooterLinks = {
  /** the same object until one of the pages has changed */
  current: () => FooterLinks;
  /** Reads them again if anybody has changed a page since; awaited before a page is drawn. */
  refresh: () => Promise<void>;
};

const toLinks = (pages: readonly PageHead[]) => pages.map(({ slug, title }) => ({ name: title, href: contentPagePath(slug) }));

/** `version` is another number once anybody has changed what pages show. */
export function openFooterLinks(db: Db, version: () => number): HeldFooterLinks {
  let links: FooterLinks = { pages: [], policies: [] };
  let latest: { version: number; done: Promise<void> } | undefined;
  const read = async (isLatest: () => boolean): Promise<void> => {
    const pages = await listPages(db);
    const fresh = { pages: toLinks(pages), policies: toLinks(pages.filter(isPolicy)) };
    if (isLatest() && JSON.stringify(fresh) !== JSON.stringify(links)) links = fresh;
  };
  const refresh = (): Promise<void> => {
    const current = version();
    if (latest?.version === current) return latest.done;
    const reading: { version: number; done: Promise<void> } = { version: current, done: Promise.resolve() };
    latest = reading;
    reading.done = read(() => latest === reading).catch((error: unknown) => {
      // Whoever asks next reads again.
      if (latest === reading) latest = undefined;
      throw error;
    });
    return reading.done;
  };
  return { current: () => links, refresh };
}
