import { dependOn, reading } from "../db/changes/tracking.ts";
import type { OpenDatabase } from "../db/open.ts";
import type { Frame } from "../web/page.ts";
import { listPages, type PageHead } from "./content-pages.ts";
import { frameOf, type ShopDefaults } from "./frame.ts";
import { noSettings, type ShopSettings } from "./rules/shop-settings.ts";
import { themeCss } from "./rules/theme.ts";
import { noNavigation, readSettings, type Settings } from "./settings.ts";
import { footerSubject, settingSubjects } from "./subjects.ts";

/** What the owner has set, held in memory: pages are drawn without waiting. */
export type HeldSettings = {
  /** The same object until something has changed; where nothing was set it is as the shop was made. */
  current: () => ShopSettings;
  /** what all pages show; the same object until it shows something else */
  frame: () => Frame;
  /** the stylesheet of what differs from the shop's own look; empty where nothing does */
  theme: () => string;
  /** Reads again if anybody has changed something since; awaited before a page is drawn. */
  refresh: () => Promise<void>;
};

type Held = { shop: ShopSettings; frame: Frame; theme: string };

const withDefaults = ({ shop }: Settings, defaults: ShopDefaults): ShopSettings => ({
  ...shop,
  storeName: shop.storeName || defaults.storeName,
  timeZone: shop.timeZone || defaults.timeZone,
  tagline: shop.tagline || defaults.tagline,
  smallPrint: shop.smallPrint || defaults.smallPrint,
  homeTitle: shop.homeTitle || defaults.homeTitle,
  homeDescription: shop.homeDescription || defaults.homeDescription,
});

function heldOf(settings: Settings, pages: readonly PageHead[], defaults: ShopDefaults): Held {
  const shop = withDefaults(settings, defaults);
  return { shop, frame: frameOf({ shop, navigation: settings.navigation, pages, defaults }), theme: themeCss(shop) };
}

type Parts = Pick<OpenDatabase, "db" | "clock" | "feed">;

const unset: Settings = { shop: noSettings, navigation: noNavigation };
const subjects = [footerSubject, ...settingSubjects];

/** Opens what is held; nothing is read before the first `refresh`. */
export function openSettings({ db, clock, feed }: Parts, defaults: ShopDefaults): HeldSettings {
  let held = heldOf(unset, [], defaults);
  let latest: { at: number; done: Promise<void> } | undefined;
  const read = async (isLatest: () => boolean): Promise<void> => {
    const [settings, pages] = await reading(subjects, () => Promise.all([readSettings(db), listPages(db)]));
    const fresh = heldOf(settings, pages, defaults);
    if (isLatest() && JSON.stringify(fresh) !== JSON.stringify(held)) held = fresh;
  };
  const refresh = async (): Promise<void> => {
    dependOn(...subjects);
    if (!feed.isCurrent()) await feed.catchUp();
    const at = Math.max(...subjects.map((subject) => clock.lastChange(subject)));
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
  return { current: () => held.shop, frame: () => held.frame, theme: () => held.theme, refresh };
}
