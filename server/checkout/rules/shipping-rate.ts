import type { Cents } from "../../money.ts";

/** From so many grams or cents on, the price is another one. */
export type RateStep = { from: number; price: Cents };

/** `freeFrom` is compared with the products' value after discount, as the steps by subtotal are. */
export type ShippingRate = {
  /** below the first step, or always where there are none */
  price: Cents;
  freeFrom: Cents | undefined;
  steps?: { by: "weight" | "subtotal"; list: readonly RateStep[] } | undefined;
};

/** What a parcel holds: the products' value after discount, and the weight of all units, gifts too. */
export type Parcel = { merchandise: Cents; grams: number };

/** The price of a method for a parcel. */
export function shippingFor(
  { merchandise, grams }: Parcel,
  method: ShippingRate | undefined,
  promo: { kind: string } | undefined,
): Cents {
  if (!method || promo?.kind === "shipping") return 0;
  if (method.freeFrom !== undefined && merchandise >= method.freeFrom) return 0;
  const reached = method.steps?.by === "weight" ? grams : merchandise;
  const step = method.steps?.list.filter(({ from }) => from <= reached).reduce(later, undefined);
  return step?.price ?? method.price;
}

const later = (one: RateStep | undefined, other: RateStep): RateStep => (one && one.from > other.from ? one : other);
