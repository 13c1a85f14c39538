import type { Shop } from "../shop.ts";
import { bannersToPreview } from "./banners.ts";
import { homePage, homeView } from "./pages/home.ts";
import { landingPage, landingView } from "./pages/landing.ts";

type Wish = {
  /** `home` or a landing page's slug */
  page: string;
  /** ms since 1970 */
  at: number;
  /** a banner to show even if it is inactive or outside its period */
  bannerId: string | undefined;
};

/**
 * A page at a given time, together with the chosen banner; undefined if the page does not exist.
 * Only for the staff.
 */
export async function previewPage(shop: Shop, { page, at, bannerId }: Wish): Promise<string | undefined> {
  const { db, config, settings, render } = shop;
  const banners = await bannersToPreview(db, page, { at, bannerId });
  const parts = { db, now: shop.now, publicUrl: config.publicUrl, shop: settings.current(), shipTo: undefined, banners };
  if (page === "home") return render(homeView, await homePage(parts));
  const landing = await landingPage(page, parts);
  return landing && render(landingView, landing);
}
