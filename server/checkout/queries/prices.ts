import type { SellableVariant } from "../../catalog/rules/sellable-variant.ts";
import { findVariants, sellableParts, toSellable } from "../../catalog/variants.ts";
import { addressColumns, toAddress } from "../../customers/address-columns.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { countries } from "../../customers/rules/areas.ts";
import { bundled } from "../../db/bundled.ts";
import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import type { DeliveryTime } from "../rules/delivery.ts";
import type { GiftRule } from "../rules/gift.ts";
import type { Reach } from "../rules/reach.ts";
import type { RateStep, ShippingRate } from "../rules/shipping-rate.ts";
import { noTax, type TaxRules } from "../rules/tax.ts";
import type { CheckoutRow } from "./checkouts.ts";
import { giftRows, toGiftRules } from "./gifts.ts";
import { type Line, orderedLines, toLine, variantsOf } from "./lines.ts";

export type ShippingMethod = ShippingRate & {
  id: string;
  name: string;
  /** the owner's order; equal for all methods if they are offered by price */
  position: number;
  description: string;
  /** codes of the countries it ships to */
  countries: readonly string[];
  /** the zone it is limited to, if any */
  zoneId: string | undefined;
  /** undefined if the owner does not say */
  delivery: DeliveryTime | undefined;
};

const columns = [
  ...(["id", "name", "description", "countries", "price", "free_from", "days_from", "days_to", "cutoff"] as const),
  ...(["zone_id", "rate_by", "rates", "position"] as const),
] as const;

type MethodRow = Pick<Row<"shipping_method">, (typeof columns)[number]>;

const toMethod = (row: MethodRow): ShippingMethod => ({
  id: row.id,
  name: row.name,
  position: row.position,
  description: row.description,
  countries: row.countries.split(",").map((code) => code.trim()),
  zoneId: row.zone_id ?? undefined,
  price: row.price,
  freeFrom: row.free_from ?? undefined,
  steps: toSteps(row),
  delivery: toDeliveryTime(row),
});

const toSteps = ({ rate_by: by, rates }: MethodRow): ShippingMethod["steps"] =>
  by === null || rates === null ? undefined : { by, list: JSON.parse(rates) as RateStep[] };

const toDeliveryTime = ({ days_from: from, days_to: to, cutoff }: MethodRow): DeliveryTime | undefined =>
  to === null ? undefined : { daysFrom: Math.min(from ?? to, to), daysTo: to, cutoff: cutoff ?? undefined };

const methodRows = compiled((reader) =>
  reader.selectFrom("shipping_method").select(columns).where("active", "=", 1).orderBy("id"),
);
const zoneRows = compiled((reader, [country = ""]) =>
  reader.selectFrom("shipping_zone_place").select(["area", "zone_id"]).where("country", "=", country),
);

/** A parcel's destination; without an area it may be anywhere in the country. */
export type ShippingPlace = { country: string; area?: string | undefined };

/** The zone that names the area, or else the zone that names the country. */
const zoneOf = (rows: readonly { area: string; zone_id: string }[], area: string | undefined): string | undefined =>
  (rows.find((row) => row.area !== "" && row.area === area) ?? rows.find((row) => row.area === ""))?.zone_id;

/**
 * Whether a method ships to a place. A method with a zone ships only there; any other method ships
 * to all its countries.
 */
const shipsTo = ({ countries, zoneId }: ShippingMethod, { country }: ShippingPlace, zone: string | undefined): boolean =>
  zoneId === undefined ? countries.includes(country) : zoneId === zone;

/** The shop's methods for a place, in any order; see `inOfferedOrder`. */
export async function findMethods(reader: Db | Tx, place: ShippingPlace): Promise<ShippingMethod[]> {
  const methods = (await methodRows(reader, [])).map(toMethod);
  const isZoned = methods.some(({ zoneId }) => zoneId !== undefined);
  const zone = isZoned ? zoneOf(await zoneRows(reader, [place.country]), place.area) : undefined;
  return methods.filter((method) => shipsTo(method, place, zone));
}

/** All places that the shop's methods ship to. */
export async function findReach(reader: Db | Tx): Promise<Reach> {
  const methods = (await methodRows(reader, [])).map(toMethod);
  const reach = new Map<string, Set<string>>();
  for (const { code: country, areas } of countries) {
    const zones = await zoneRows(reader, [country]);
    const isReached = (area: string) => methods.some((method) => shipsTo(method, { country }, zoneOf(zones, area)));
    reach.set(country, new Set(areas.map(({ code }) => code).filter(isReached)));
  }
  return reach;
}

const places = (reader: Db | Tx, checkoutId: string) =>
  reader
    .selectFrom("checkout_address")
    .where("checkout_address.checkout_id", "=", checkoutId)
    .where("checkout_address.kind", "=", "shipping");

const pricedRows = bundled((reader, [id1 = "", id2 = "", id3 = "", id4 = "", id5 = "", id6 = "", id7 = "", methodId = ""]) => ({
  lines: orderedLines(reader, id1),
  ...sellableParts(reader, variantsOf(reader, id2), variantsOf(reader, id3)),
  addresses: places(reader, id4).select(addressColumns),
  taxRates: places(reader, id5)
    .innerJoin("tax_rate", (on) =>
      on.onRef("tax_rate.country", "=", "checkout_address.country").onRef("tax_rate.area", "=", "checkout_address.country_area"),
    )
    .select(["tax_rate.rate_ppm", "tax_rate.nexus", "tax_rate.nexus_from", "tax_rate.tax_shipping"]),
  categoryRates: places(reader, id6)
    .innerJoin("tax_category_rate", (on) =>
      on
        .onRef("tax_category_rate.country", "=", "checkout_address.country")
        .onRef("tax_category_rate.area", "=", "checkout_address.country_area"),
    )
    .select(["tax_category_rate.category_id", "tax_category_rate.rate_ppm"]),
  zones: places(reader, id7)
    .innerJoin("shipping_zone_place", "shipping_zone_place.country", "checkout_address.country")
    .select(["shipping_zone_place.area", "shipping_zone_place.zone_id"]),
  methods: reader.selectFrom("shipping_method").select(columns).where("active", "=", 1).where("id", "=", methodId),
  gifts: giftRows(reader),
}));

/** The data from which a checkout's prices are calculated, all read at one moment. */
export type PriceBasis = {
  lines: Line[];
  /** the variants of the lines */
  variants: SellableVariant[];
  /** the shipping address */
  address: Address | undefined;
  /** the tax of the address's state or province */
  tax: TaxRules;
  /** the chosen method, if it is offered for the address */
  method: ShippingMethod | undefined;
  /** whether a method was chosen, even if it is not offered */
  hasChosenMethod: boolean;
  giftRules: GiftRule[];
};

/** Reads all of a checkout's price data in one statement. */
export async function findPriceBasis(reader: Db | Tx, { id, shippingMethodId }: CheckoutRow, now: number): Promise<PriceBasis> {
  const rows = await pricedRows(reader, [id, id, id, id, id, id, id, shippingMethodId ?? ""]);
  const [address] = rows.addresses.map(toAddress);
  const [method] = rows.methods.map(toMethod);
  const zone = zoneOf(rows.zones, address?.countryArea);
  return {
    lines: rows.lines.map(toLine),
    variants: toSellable(rows),
    address,
    tax: taxRulesOf(rows.taxRates[0], rows.categoryRates, now),
    method: address && method && shipsTo(method, address, zone) ? method : undefined,
    hasChosenMethod: shippingMethodId !== undefined,
    giftRules: toGiftRules(rows.gifts),
  };
}

const taxRulesOf = (
  rate: Pick<Row<"tax_rate">, "rate_ppm" | "nexus" | "nexus_from" | "tax_shipping"> | undefined,
  categories: readonly Pick<Row<"tax_category_rate">, "category_id" | "rate_ppm">[],
  now: number,
): TaxRules => {
  if (!rate || rate.nexus === 0 || (rate.nexus_from !== null && now < rate.nexus_from)) return noTax;
  return {
    ratePpm: rate.rate_ppm,
    shippingPpm: rate.tax_shipping === 1 ? rate.rate_ppm : 0,
    ofCategories: new Map(categories.map(({ category_id, rate_ppm }) => [category_id, rate_ppm])),
  };
};

/** The tax rules of a state or province. */
export async function findTaxRules(reader: Db | Tx, { country, area }: ShippingPlace, now: number): Promise<TaxRules> {
  const at = { country, area: area ?? "" };
  const rates = reader.selectFrom("tax_rate").selectAll().where("country", "=", at.country).where("area", "=", at.area);
  const categories = reader.selectFrom("tax_category_rate").selectAll();
  const ofPlace = categories.where("country", "=", at.country).where("area", "=", at.area);
  return taxRulesOf(await rates.executeTakeFirst(), await ofPlace.execute(), now);
}

type Sample = { lines: Line[]; address: Address };

/** The price data of a sample cart, without a method, and the methods for its place. */
export async function findSampleBasis(
  reader: Db,
  { lines, address }: Sample,
  now: number,
): Promise<PriceBasis & { methods: ShippingMethod[] }> {
  const { country, countryArea: area } = address;
  const methods = await findMethods(reader, { country, area });
  const ids = lines.map(({ variantId }) => variantId);
  return {
    lines,
    variants: await findVariants(reader, ids),
    address,
    tax: await findTaxRules(reader, { country, area }, now),
    method: undefined,
    hasChosenMethod: false,
    giftRules: toGiftRules(await giftRows(reader).execute()),
    methods,
  };
}
