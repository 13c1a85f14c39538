import { type Request, Router } from "express";
import type { Shop } from "../shop.ts";
import { cached, type MadePage } from "../web/page-cache.ts";
import { type Asked, findDetails } from "./details.ts";
import { findListing } from "./listing.ts";
import { listingPage } from "./pages/listing.ts";
import { productAddress, productPage } from "./pages/product.ts";
import { filtersOf, listingHome, listingPath } from "./rules/listing.ts";
import { reviewFilterOf } from "./rules/reviews.ts";
import { shipToOf } from "./rules/ship-to.ts";

const slugOf = (req: Request): string => String(req.params.slug);

const askedOf = ({ query }: Request): Asked => ({ reviews: reviewFilterOf(query), shipTo: shipToOf(query.ship_to) });

/** The two screens are the same bytes for everybody of one address: they stand before sessions and read no cookie (decisions §4). */
export function catalogRoutes({ db, now, render, pages, config }: Shop): Router {
  const listing = async (req: Request): Promise<MadePage> => {
    const found = await findListing(db, filtersOf(req.query), now());
    return { html: render("catalog/listing", listingPage(config.publicUrl, found)) };
  };
  const product = async (req: Request): Promise<MadePage | undefined> => {
    const details = await findDetails(db, slugOf(req), askedOf(req));
    return details && { html: render("catalog/product", productPage(config.publicUrl, details, now())) };
  };
  return Router()
    .get(listingHome, cached(pages, { key: (req) => listingPath(filtersOf(req.query)), make: listing }))
    .get(
      "/storefront/products/:slug/",
      cached(pages, { key: (req) => productAddress(slugOf(req), askedOf(req)), make: product }),
    );
}
