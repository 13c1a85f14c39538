import { offersPath } from "../../server/catalog/paths.ts";
import type { Offer } from "../../server/catalog/rules/offer.ts";
import { shopAddress } from "../ui/shop.ts";

export type OfferKey = "variantId" | "productId";

/** ms in which the requests of several islands are gathered into one call */
export const gathering = 50;
/** The most ids that the server takes at once. */
const most = 50;

type Call = { names: string[]; answer: Promise<readonly Offer[]> };

const cache = new Map<string, Promise<readonly Offer[]>>();
let next: Call | undefined;

/**
 * The offers of a variant, or of all variants of a product. Requests at the same time share a call,
 * and results are kept. Empty if the product is not on sale. Rejects if the shop cannot be reached;
 * the next request then tries again.
 */
export function findOffers(key: OfferKey, id: string): Promise<readonly Offer[]> {
  const name = `${key}=${encodeURIComponent(id)}`;
  const cached = cache.get(name);
  if (cached) return cached;
  const offers = joinCall(name).then((all) => all.filter((offer) => offer[key] === id));
  cache.set(name, offers);
  offers.catch(() => cache.delete(name));
  return offers;
}

function joinCall(name: string): Promise<readonly Offer[]> {
  if (!next || next.names.length === most) next = openCall();
  next.names.push(name);
  return next.answer;
}

function openCall(): Call {
  const names: string[] = [];
  const gathered = new Promise((resolve) => setTimeout(resolve, gathering));
  const answer = gathered.then(() => {
    if (next?.names === names) next = undefined;
    return fetchOffers(names);
  });
  return { names, answer };
}

/** Fetches without cookies: the answer is the same for everybody, and cached. */
async function fetchOffers(names: readonly string[]): Promise<readonly Offer[]> {
  const answer = await fetch(shopAddress(`${offersPath}?${names.toSorted().join("&")}`));
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}`);
  return ((await answer.json()) as { data: readonly Offer[] }).data;
}
