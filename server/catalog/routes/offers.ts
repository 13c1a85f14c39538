import type { Request, RequestHandler } from "express";
import type { z } from "zod";
import type { Shop } from "../../shop.ts";
import { cachedAnswer } from "../../web/page-cache.ts";
import { parseInput } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { findOffers } from "../offers.ts";
import { offersQuery } from "../schema.ts";

type OffersQuery = z.output<typeof offersQuery>;

/** Any site may read offers: they are the same for everybody and do not depend on cookies. */
const headers = { "Content-Type": "application/json; charset=utf-8", "Access-Control-Allow-Origin": "*" };

const listOf = (value: unknown): unknown[] | undefined => (value === undefined ? undefined : [value].flat());

/** Sorts ids and removes repeats, so that equal sets of ids share one cache entry. */
const sorted = (ids: readonly string[] = []): string[] => [...new Set(ids)].sort();

const keyOf = ({ variantId, productId }: OffersQuery): string =>
  `offers ${sorted(variantId).join(",")} ${sorted(productId).join(",")}`;

/**
 * Offers of variants by their ids, cached like a page. Answers an invalid query like the other
 * calls do.
 */
export function offers({ db, now, pages }: Shop): RequestHandler {
  const answer = cachedAnswer(pages, {
    key: keyOf,
    make: async ({ variantId = [], productId = [] }: OffersQuery) => ({
      html: JSON.stringify({ data: await findOffers(db, { variantIds: variantId, productIds: productId }, now()) }),
      headers,
    }),
  });
  return async (req, res, next) => {
    const query = queryOf(req);
    await (query.ok ? answer(query.value, req, res, next) : respond(req, res, query));
  };
}

const queryOf = ({ query }: Request) =>
  parseInput(offersQuery, { variantId: listOf(query.variantId), productId: listOf(query.productId) });
