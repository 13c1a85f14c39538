import type { Cents } from "../../money.ts";

/** From so many grams or cents on, the price is another one. */
export type RateStep = { from: number; price: Cents };

/** `freeFrom` is compared with the products' value after discount, as the steps by subtotal are. */
export type ShippingRate = {
  /** absent: of no method that a promo could name */
  id?: string;
  /** below the first step, or always where there are none */
  price: Cents;
  freeFrom: Cents | undefined;
  steps?: { by: "weight" | "subtotal"; list: readonly RateStep[] } | undefined;
};

/** What a parcel holds: the products' value after discount, and the weight of all units, gifts too. */
export type Parcel = { merchandise: Cents; grams: number };

/** A promo whose kind may be free shipping: by these methods alone, by all where there are none. */
export type ShippingPromo = { kind: string; methods?: readonly { id: string }[] };

/** Whether free shipping is for a method. */
export const coversMethod = ({ methods = [] }: Pick<ShippingPromo, "methods">, id: string | undefined): boolean =>
  methods.length === 0 || methods.some((method) => method.id === id);

type Offered = ShippingRate & { name: string; position: number };

/**
 * Methods as they are offered for a parcel: in the owner's order, by price where they share a place,
 * and of one price the one that usually costs less first.
 */
export const inOfferedOrder = <Method extends Offered>(
  methods: readonly Method[],
  parcel: Parcel,
  promo: ShippingPromo | undefined,
): Method[] =>
  methods.toSorted(
    (one, other) =>
      one.position - other.position ||
      shippingFor(parcel, one, promo) - shippingFor(parcel, other, promo) ||
      one.price - other.price ||
      one.name.localeCompare(other.name),
  );

/** The price of a method for a parcel. */
export function shippingFor(
  { merchandise, grams }: Parcel,
  method: ShippingRate | undefined,
  promo: ShippingPromo | undefined,
): Cents {
  if (!method || (promo?.kind === "shipping" && coversMethod(promo, method.id))) return 0;
  if (method.freeFrom !== undefined && merchandise >= method.freeFrom) return 0;
  const reached = method.steps?.by === "weight" ? grams : merchandise;
  const step = method.steps?.list.filter(({ from }) => from <= reached).reduce(later, undefined);
  return step?.price ?? method.price;
}

const later = (one: RateStep | undefined, other: RateStep): RateStep => (one && one.from > other.from ? one : other);
