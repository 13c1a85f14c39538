import { useEffect, useState } from "react";
import type { Offer } from "../../../server/catalog/rules/offer.ts";
import { findOffers, type OfferKey } from "../../stores/offers.ts";

/**
 * The offers of a variant or a product; undefined until they are loaded, an error if loading fails.
 */
export function useOffers(key: OfferKey, id: string): readonly Offer[] | Error | undefined {
  const [offers, show] = useState<readonly Offer[] | Error>();
  useEffect(() => {
    let isCurrent = true;
    const take = (answer: readonly Offer[] | Error) => isCurrent && show(answer);
    findOffers(key, id).then(take, take);
    return () => {
      isCurrent = false;
    };
  }, [key, id]);
  return offers;
}
