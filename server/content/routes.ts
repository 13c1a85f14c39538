import { landingScreenPath } from "../catalog/paths.ts";
import { keepingState } from "../catalog/rules/product-card.ts";
import { shipToOf } from "../catalog/rules/ship-to.ts";
import { homePath } from "../paths.ts";
import type { Shop } from "../shop.ts";
import { cached, type PageAddress } from "../web/page-cache.ts";
import { type Routes, routes, screenRoute } from "../web/routes.ts";
import { contentPage, contentPageView } from "./pages/content-page.ts";
import { homePage, homeView } from "./pages/home.ts";
import { landingPage, landingView } from "./pages/landing.ts";
import { contentPagePath } from "./paths.ts";

const shipToAt = ({ query }: PageAddress) => shipToOf(query.ship_to);

/** The routes of home, landing and content pages. Everybody gets the same bytes for one address. */
export function contentPages({ db, now, dates, render, pages, config, settings }: Shop): Routes {
  const parts = () => ({ db, now, publicUrl: config.publicUrl, shop: settings.current() });
  const home = cached(pages, {
    query: shipToAt,
    key: (shipTo) => keepingState(homePath, shipTo),
    make: async (shipTo) => ({ html: render(homeView, await homePage({ ...parts(), shipTo })) }),
  });
  const landing = cached(pages, {
    query: ({ params, query }) => ({ slug: String(params.slug), shipTo: shipToOf(query.ship_to) }),
    key: ({ slug, shipTo }) => keepingState(landingScreenPath(slug), shipTo),
    make: async ({ slug, shipTo }) => {
      const page = await landingPage(slug, { ...parts(), shipTo });
      return page && { html: render(landingView, page) };
    },
  });
  const text = cached(pages, {
    query: ({ params }) => String(params.slug),
    key: contentPagePath,
    make: async (slug) => {
      const page = await contentPage(slug, { db, now, dates, publicUrl: config.publicUrl });
      return page && { html: render(contentPageView, page) };
    },
  });
  return routes(
    screenRoute(homePath, home),
    screenRoute(landingScreenPath(":slug"), landing),
    screenRoute(contentPagePath(":slug"), text),
  );
}
