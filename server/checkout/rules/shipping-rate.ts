import type { Cents } from "../../money.ts";

/** The price from a number of grams or cents on. */
export type RateStep = { from: number; price: Cents };

/** `freeFrom` and steps by subtotal are compared with the products' value after discount. */
export type ShippingRate = {
  /** absent for a method that no promo can name */
  id?: string;
  /** the price below the first step; without steps, the only price */
  price: Cents;
  freeFrom: Cents | undefined;
  steps?: { by: "weight" | "subtotal"; list: readonly RateStep[] } | undefined;
};

/** A parcel: the products' value after discount, and the weight of all units, including gifts. */
export type Parcel = { merchandise: Cents; grams: number };

/**
 * A promo, which may give free shipping. It includes only `methods`, or all methods if `methods` is
 * empty.
 */
export type ShippingPromo = { kind: string; methods?: readonly { id: string }[] };

/** Whether free shipping includes a method. */
export const coversMethod = ({ methods = [] }: Pick<ShippingPromo, "methods">, id: string | undefined): boolean =>
  methods.length === 0 || methods.some((method) => method.id === id);

type OfferedMethod = ShippingRate & { name: string; position: number };

/**
 * Methods in the order in which they are offered. The owner's order comes first, then the price of
 * shipping. If this price is equal, the method with the lower `price` comes first.
 */
export const inOfferedOrder = <Method extends OfferedMethod>(
  methods: readonly Method[],
  shippingOf: (method: Method) => Cents,
): Method[] =>
  methods.toSorted(
    (one, other) =>
      one.position - other.position ||
      shippingOf(one) - shippingOf(other) ||
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
