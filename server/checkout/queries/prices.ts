import type { SellableVariant } from "../../catalog/rules/sellable-variant.ts";
import { findVariants, sellableParts, toSellable } from "../../catalog/variants.ts";
import type { Address } from "../../customers/rules/address.ts";
import { addressColumns, toAddress } from "../../db/address.ts";
import { bundled } from "../../db/bundled.ts";
import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import type { DeliveryTime } from "../rules/delivery.ts";
import type { GiftRule } from "../rules/gift.ts";
import type { CheckoutRow } from "./checkouts.ts";
import { giftRows, toGiftRules } from "./gifts.ts";
import { type Line, orderedLines, toLine, variantsOf } from "./lines.ts";

export type ShippingMethod = {
  id: string;
  name: string;
  description: string;
  /** codes of the countries that it ships to */
  countries: readonly string[];
  price: number;
  freeFrom: number | undefined;
  /** undefined where the owner does not say */
  delivery: DeliveryTime | undefined;
};

const columns = ["id", "name", "description", "countries", "price", "free_from", "days_from", "days_to", "cutoff"] as const;

type MethodRow = Pick<Row<"shipping_method">, (typeof columns)[number]>;

const toMethod = (row: MethodRow): ShippingMethod => ({
  id: row.id,
  name: row.name,
  description: row.description,
  countries: row.countries.split(",").map((code) => code.trim()),
  price: row.price,
  freeFrom: row.free_from ?? undefined,
  delivery: toDeliveryTime(row),
});

const toDeliveryTime = ({ days_from: from, days_to: to, cutoff }: MethodRow): DeliveryTime | undefined =>
  to === null ? undefined : { daysFrom: Math.min(from ?? to, to), daysTo: to, cutoff: cutoff ?? undefined };

const methodRows = compiled((reader) =>
  reader.selectFrom("shipping_method").select(columns).where("active", "=", 1).orderBy("position").orderBy("id"),
);

/** The shop's methods for a country, in the owner's order. */
export async function findMethods(reader: Db | Tx, country: string): Promise<ShippingMethod[]> {
  const rows = await methodRows(reader, []);
  return rows.map(toMethod).filter(({ countries }) => countries.includes(country));
}

const places = (reader: Db | Tx, checkoutId: string) =>
  reader
    .selectFrom("checkout_address")
    .where("checkout_address.checkout_id", "=", checkoutId)
    .where("checkout_address.kind", "=", "shipping");

const pricedRows = bundled((reader, [id1 = "", id2 = "", id3 = "", id4 = "", id5 = "", methodId = ""]) => ({
  lines: orderedLines(reader, id1),
  ...sellableParts(reader, variantsOf(reader, id2), variantsOf(reader, id3)),
  addresses: places(reader, id4).select(addressColumns),
  taxRates: places(reader, id5)
    .innerJoin("tax_rate", (on) =>
      on.onRef("tax_rate.country", "=", "checkout_address.country").onRef("tax_rate.area", "=", "checkout_address.country_area"),
    )
    .select("tax_rate.rate_ppm"),
  methods: reader.selectFrom("shipping_method").select(columns).where("active", "=", 1).where("id", "=", methodId),
  gifts: giftRows(reader),
}));

/** What a checkout's prices are calculated from, as it stands in one moment. */
export type PriceBasis = {
  lines: Line[];
  /** of the lines */
  variants: SellableVariant[];
  /** the shipping address */
  address: Address | undefined;
  /** parts per million for the address's state or province; 0 where none is set (decisions §7) */
  taxPpm: number;
  /** the chosen method, where it is offered for the address */
  method: ShippingMethod | undefined;
  giftRules: GiftRule[];
};

/** All of it in one statement. */
export async function findPriceBasis(reader: Db | Tx, { id, shippingMethodId }: CheckoutRow): Promise<PriceBasis> {
  const rows = await pricedRows(reader, [id, id, id, id, id, shippingMethodId ?? ""]);
  const [address] = rows.addresses.map(toAddress);
  const [method] = rows.methods.map(toMethod);
  return {
    lines: rows.lines.map(toLine),
    variants: toSellable(rows),
    address,
    taxPpm: rows.taxRates[0]?.rate_ppm ?? 0,
    method: address && method?.countries.includes(address.country) ? method : undefined,
    giftRules: toGiftRules(rows.gifts),
  };
}

type Sample = { lines: Line[]; address: Address; methodId: string | undefined };

/** The same for a cart that nobody has, and the methods for its place. */
export async function findSampleBasis(
  reader: Db,
  { lines, address, methodId }: Sample,
): Promise<PriceBasis & { methods: ShippingMethod[] }> {
  const { country, countryArea } = address;
  const methods = await findMethods(reader, country);
  const rate = await reader
    .selectFrom("tax_rate")
    .select("rate_ppm")
    .where("country", "=", country)
    .where("area", "=", countryArea)
    .executeTakeFirst();
  return {
    lines,
    variants: await findVariants(
      reader,
      lines.map(({ variantId }) => variantId),
    ),
    address,
    taxPpm: rate?.rate_ppm ?? 0,
    method: methods.find(({ id }) => id === methodId) ?? methods[0],
    giftRules: toGiftRules(await giftRows(reader).execute()),
    methods,
  };
}
