import type { Request, RequestHandler, Response } from "express";
import { notFound } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { bodyParsers, requireKnownType } from "../web/body.ts";
import { clientAddress } from "../web/network.ts";
import { cached, type PageAddress } from "../web/page-cache.ts";
import { readBody } from "../web/read.ts";
import { respond } from "../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../web/routes.ts";
import { catalogCalls } from "./calls.ts";
import { isCategory } from "./categories.ts";
import { findCollection } from "./collections.ts";
import { type Details, findDetails, type ProductQuery } from "./details.ts";
import { findListing } from "./listing.ts";
import { cardsPart } from "./pages/cards.ts";
import { listingPage, listingView } from "./pages/listing.ts";
import { type ProductNotes, productAddress, productPage, productView } from "./pages/product.ts";
import { suggestionOptions, suggestionsPart } from "./pages/suggestions.ts";
import { belowCollectionsRoute, collectionsPath, productRoute } from "./paths.ts";
import { savedCards } from "./product-cards.ts";
import { currentSlug } from "./redirects.ts";
import { offers } from "./routes/offers.ts";
import { listedCollection } from "./rules/collected.ts";
import { collectionFiltersOf, defaultOrderOf, type Filters, filtersOf, listingPath } from "./rules/listing.ts";
import { variantIdOf } from "./rules/product.ts";
import { reviewFilterOf } from "./rules/reviews.ts";
import { shipToOf } from "./rules/ship-to.ts";
import { featured } from "./rules/sort-options.ts";
import { suggest } from "./suggestions.ts";

const slugOf = (req: PageAddress): string => String(req.params.slug);

const productQueryOf = ({ query }: PageAddress): ProductQuery => ({
  reviews: reviewFilterOf(query),
  shipTo: shipToOf(query.ship_to),
  variantId: variantIdOf(query.variant),
});

/** Ids in the shop's format; anything else is dropped. */
const ids = ({ query }: Request): string[] =>
  [query.ids].flat().filter((id): id is string => typeof id === "string" && /^[\w-]{1,64}$/.test(id));

/** Twice the number of products on a listing's page. */
const mostCards = 48;

/**
 * Counts a view of a product page. Needs no token, which a cached page cannot have: the call only
 * changes a counter, with a limit per address. Refuses calls from other sites.
 */
const recordView = ({ viewCounts }: Shop): RequestHandler => {
  return async (req, res) => {
    const view = readBody(catalogCalls.countView, req);
    const noted = view.ok && (await viewCounts.record(view.value.productId, clientAddress(req)));
    if (noted) return void res.status(204).set("Cache-Control", "no-store").end();
    await respond(req, res, view.ok ? notFound : view);
  };
};

/** Functions of other features: texts for a product's page, and redirects of old addresses. */
type CatalogPagesOptions = {
  notesOf: (details: Details) => Promise<ProductNotes>;
  leadOn: RequestHandler;
};

/**
 * Listings and product pages are the same for all visitors, so their routes come before sessions
 * and set no cookies.
 */
export function catalogPages({ db, now, dates, render, pages, config }: Shop, { notesOf, leadOn }: CatalogPagesOptions): Routes {
  const listing = cached(pages, {
    query: (req) => filtersOf(req.query),
    key: listingPath,
    make: async (filters) => {
      const result = await findListing(db, filters, now());
      return { html: render(listingView, listingPage(config.publicUrl, result)) };
    },
  });
  const product = cached(pages, {
    query: (req) => ({ slug: slugOf(req), ...productQueryOf(req) }),
    key: ({ slug, ...query }) => productAddress(slug, query),
    make: async ({ slug, ...query }) => {
      const details = await findDetails(db, slug, query, now());
      if (!details) return undefined;
      const input = { publicUrl: config.publicUrl, now: now(), dates, notes: await notesOf(details) };
      return { html: render(productView, productPage(details, input)) };
    },
  });
  const below = cached(pages, {
    query: (req) => ({ slug: slugOf(req), filters: collectionFiltersOf(req.query, slugOf(req)) }),
    key: ({ filters }) => listingPath(filters),
    isRouted: true,
    make: async ({ slug, filters }) => {
      if (await isCategory(db, slug)) return undefined;
      const collection = await findCollection(db, slug);
      const limited = limitedTo(filters, collection && listedCollection(collection, now()));
      const page = listingPage(config.publicUrl, await findListing(db, limited, now(), collection));
      return { html: render(listingView, { ...page, ...(!collection && { robots: "noindex" }) }) };
    },
  });
  /**
   * Redirects the address of an old shop's collection, unless a category or a collection has this
   * slug.
   */
  const former: RequestHandler = async (req, res, next) => {
    const slug = slugOf(req);
    const isOwn = (await isCategory(db, slug)) || (await findCollection(db, slug)) !== undefined;
    return isOwn ? next() : leadOn(req, res, next);
  };
  /** Redirects a product's former address; called only if no product has it. */
  const moved: RequestHandler = async (req, res, next) => {
    const slug = await currentSlug(db, slugOf(req));
    if (slug === undefined) return next();
    // Browsers must ask again each time, since another product may later get the former address.
    res.set("Cache-Control", "no-cache").redirect(301, productAddress(slug, productQueryOf(req)));
  };
  return routes(
    screenRoute(collectionsPath, listing),
    screenRoute(belowCollectionsRoute, former, below),
    screenRoute(productRoute, product),
    screenRoute(productRoute, moved),
  );
}

/** Limits filters to a collection. Only a collection chosen by hand can be sorted by "featured". */
function limitedTo(filters: Filters, collection: Filters["collection"]): Filters {
  const order = filters.order === featured.value ? defaultOrderOf({ collection }) : filters.order;
  return { ...filters, order, collection };
}

/** Redirects a category's own address to the listing that is filtered by the category. */
const toCategory: RequestHandler = (req, res) =>
  res.redirect(301, listingPath({ ...filtersOf(req.query), categories: [slugOf(req)] }));

/** The calls that islands make. */
export function catalogCallRoutes(shop: Shop): Routes {
  const { db, now, renderPart } = shop;
  /**
   * Cards by their ids, for lists stored in the browser: a guest's favourites and viewed products.
   */
  const cards: RequestHandler = async (req, res) => {
    const productIds = [...new Set(ids(req))].slice(0, mostCards);
    const shipTo = shipToOf(req.query.ship_to);
    const cards = await savedCards(db, productIds, shipTo, now());
    res.set({ "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" });
    res.send(renderPart(cardsPart, { cards, shipTo }).trim());
  };
  /**
   * Lets shared caches keep the answer for a minute, since most people type the same few
   * beginnings.
   */
  const forAMinute = (res: Response) => res.set("Cache-Control", "public, max-age=60");
  const suggestions: RequestHandler = async (req, res) => {
    const { q, total, ...found } = await suggest(db, req.query.q, now());
    forAMinute(res).json({ data: found });
  };
  /** The suggestions as options of the search form's list. */
  const options: RequestHandler = async (req, res) => {
    const list = suggestionOptions(await suggest(db, req.query.q, now()));
    forAMinute(res).type("html").send(renderPart(suggestionsPart, list));
  };
  return routes(
    screenRoute(belowCollectionsRoute, toCategory),
    callRoute(catalogCalls.findCards, cards),
    callRoute(catalogCalls.findOffers, offers(shop)),
    callRoute(catalogCalls.suggest, suggestions),
    callRoute(catalogCalls.suggestOptions, options),
    callRoute(catalogCalls.countView, requireKnownType, ...bodyParsers, recordView(shop)),
  );
}
