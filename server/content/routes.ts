import { type Request, Router } from "express";
import { type LandingSlug, landingPath, landings } from "../catalog/rules/landings.ts";
import { shipToOf } from "../catalog/rules/ship-to.ts";
import { keepingState } from "../catalog/rules/tile.ts";
import type { Shop } from "../shop.ts";
import { cached } from "../web/page-cache.ts";
import { homePage, homePath, landingPage } from "./pages.ts";

const shipTo = ({ query }: Request) => shipToOf(query.ship_to);

/** Home and landing pages are the same bytes for everybody of one address (decisions §4). */
export function contentRoutes({ db, now, render, pages, config }: Shop): Router {
  const parts = (req: Request) => ({ db, now, publicUrl: config.publicUrl, shipTo: shipTo(req) });
  const home = cached(pages, {
    key: (req) => keepingState(homePath, shipTo(req)),
    make: async (req) => ({ html: render("content/home", await homePage(parts(req))) }),
  });
  const landing = (slug: LandingSlug) =>
    cached(pages, {
      key: (req) => keepingState(landingPath(slug), shipTo(req)),
      make: async (req) => {
        const page = await landingPage(slug, parts(req));
        return page && { html: render("content/landing", page) };
      },
    });
  const router = Router().get(homePath, home);
  for (const slug of landings) router.get(landingPath(slug), landing(slug));
  return router;
}
