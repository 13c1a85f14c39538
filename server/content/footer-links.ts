import { dependOn, reading } from "../db/changes/tracking.ts";
import type { OpenDatabase } from "../db/open.ts";
import type { FooterLinks } from "../web/page.ts";
import { listPages, type PageHead } from "./content-pages.ts";
import { contentPagePath } from "./paths.ts";
import { isPolicy } from "./rules/page-order.ts";
import { footerSubject } from "./subjects.ts";

/** The links to content pages that footers show, held in memory: pages are drawn without waiting. */
export type HeldFooterLinks = {
  /** the same object until one of the pages has changed */
  current: () => FooterLinks;
  /** Reads them again if anybody has changed a page since; awaited before a page is drawn. */
  refresh: () => Promise<void>;
};

const toLinks = (pages: readonly PageHead[]) => pages.map(({ slug, title }) => ({ name: title, href: contentPagePath(slug) }));

export function openFooterLinks({ db, clock, feed }: Pick<OpenDatabase, "db" | "clock" | "feed">): HeldFooterLinks {
  let links: FooterLinks = { pages: [], policies: [] };
  let latest: { at: number; done: Promise<void> } | undefined;
  const read = async (isLatest: () => boolean): Promise<void> => {
    const pages = await reading([footerSubject], () => listPages(db));
    const fresh = { pages: toLinks(pages), policies: toLinks(pages.filter(isPolicy)) };
    if (isLatest() && JSON.stringify(fresh) !== JSON.stringify(links)) links = fresh;
  };
  const refresh = async (): Promise<void> => {
    dependOn(footerSubject);
    if (!feed.isCurrent()) await feed.catchUp();
    const at = clock.lastChange(footerSubject);
    if (latest?.at === at) return await latest.done;
    const current: { at: number; done: Promise<void> } = { at, done: Promise.resolve() };
    latest = current;
    current.done = read(() => latest === current).catch((error: unknown) => {
      // Whoever asks next reads again.
      if (latest === current) latest = undefined;
      throw error;
    });
    await current.done;
  };
  return { current: () => links, refresh };
}
