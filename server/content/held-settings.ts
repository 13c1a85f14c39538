import { categoryLinks } from "../catalog/categories.ts";
import { headerSubject } from "../catalog/subjects.ts";
import { dependOn, reading } from "../db/changes/tracking.ts";
import type { OpenDatabase } from "../db/open.ts";
import type { Frame } from "../web/page.ts";
import { listPages, type PageHead } from "./content-pages.ts";
import { frameOf, type ShopDefaults } from "./frame.ts";
import type { NavigationLink } from "./rules/navigation.ts";
import { noSettings, type ShopSettings } from "./rules/shop-settings.ts";
import { themeCss } from "./rules/theme.ts";
import { noNavigation, readSettings, type Settings } from "./settings.ts";
import { footerSubject, settingSubjects } from "./subjects.ts";

/** The owner's settings, kept in memory, so that rendering a page does not wait for them. */
export type HeldSettings = {
  /**
   * Returns the same object until a setting changes; a setting that was never saved has its
   * default.
   */
  current: () => ShopSettings;
  /** the settings of a shop whose owner has set nothing */
  unset: ShopSettings;
  /** the frame of all pages; the same object until its contents change */
  frame: () => Frame;
  /**
   * the fixed links of the header and footer, which do not depend on the categories with products
   */
  fixedLinks: () => readonly NavigationLink[];
  /** the stylesheet of the owner's changes to the shop's own look; empty without changes */
  theme: () => string;
  /**
   * Reads settings again if they have changed. A request waits for this before its page is
   * rendered.
   */
  refresh: () => Promise<void>;
};

type HeldContent = { shop: ShopSettings; frame: Frame; fixedLinks: readonly NavigationLink[]; theme: string };

/** The return period in days that many shops give. */
const usualReturnDays = "30";

const withDefaults = (shop: ShopSettings, defaults: ShopDefaults): ShopSettings => ({
  ...shop,
  storeName: shop.storeName || defaults.storeName,
  timeZone: shop.timeZone || defaults.timeZone,
  tagline: shop.tagline || defaults.tagline,
  smallPrint: shop.smallPrint || defaults.smallPrint,
  homeTitle: shop.homeTitle || defaults.homeTitle,
  homeDescription: shop.homeDescription || defaults.homeDescription,
  returnDays: shop.returnDays || usualReturnDays,
});

type ContentRows = { settings: Settings; pages: readonly PageHead[]; categories: readonly NavigationLink[] };

function heldContent({ settings, ...rest }: ContentRows, defaults: ShopDefaults): HeldContent {
  const shop = withDefaults(settings.shop, defaults);
  const input = { shop, navigation: settings.navigation, defaults, ...rest };
  const fixed = frameOf({ ...input, categories: [] });
  const fixedLinks = [...fixed.header, ...fixed.columns.flatMap(({ links }) => links)];
  return { shop, frame: frameOf(input), fixedLinks, theme: themeCss(shop) };
}

type Parts = Pick<OpenDatabase, "db" | "clock" | "feed">;

const unread: ContentRows = { settings: { shop: noSettings, navigation: noNavigation }, pages: [], categories: [] };
const subjects = [footerSubject, headerSubject, ...settingSubjects];
/** The most categories that fit in the header's line on a laptop. */
const mostCategories = 7;

/** Opens the settings; reads nothing until the first `refresh`. */
export function openSettings({ db, clock, feed }: Parts, defaults: ShopDefaults): HeldSettings {
  let currentContent = heldContent(unread, defaults);
  let latest: { at: number; done: Promise<void> } | undefined;
  const read = async (isLatest: () => boolean): Promise<void> => {
    const [settings, pages, categories] = await reading(subjects, () =>
      Promise.all([readSettings(db), listPages(db), categoryLinks(db, mostCategories)]),
    );
    const fresh = heldContent({ settings, pages, categories }, defaults);
    if (isLatest() && JSON.stringify(fresh) !== JSON.stringify(currentContent)) currentContent = fresh;
  };
  const refresh = async (): Promise<void> => {
    dependOn(...subjects);
    if (!feed.isCurrent()) await feed.catchUp();
    const at = Math.max(...subjects.map((subject) => clock.lastChange(subject)));
    if (latest?.at === at) return await latest.done;
    const current: { at: number; done: Promise<void> } = { at, done: Promise.resolve() };
    latest = current;
    current.done = read(() => latest === current).catch((error: unknown) => {
      // After a failure, the next caller reads again.
      if (latest === current) latest = undefined;
      throw error;
    });
    await current.done;
  };
  return {
    current: () => currentContent.shop,
    frame: () => currentContent.frame,
    fixedLinks: () => currentContent.fixedLinks,
    theme: () => currentContent.theme,
    refresh,
    unset: withDefaults(noSettings, defaults),
  };
}
