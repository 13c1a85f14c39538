import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import type { DeliveryTime } from "../rules/delivery.ts";

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

const toMethod = (row: Row<"shipping_method">): ShippingMethod => ({
  id: row.id,
  name: row.name,
  description: row.description,
  countries: row.countries.split(",").map((code) => code.trim()),
  price: row.price,
  freeFrom: row.free_from ?? undefined,
  delivery: toDeliveryTime(row),
});

const toDeliveryTime = ({ days_from: from, days_to: to, cutoff }: Row<"shipping_method">): DeliveryTime | undefined =>
  to === null ? undefined : { daysFrom: Math.min(from ?? to, to), daysTo: to, cutoff: cutoff ?? undefined };

const methodRows = compiled((reader) =>
  reader.selectFrom("shipping_method").selectAll().where("active", "=", 1).orderBy("position").orderBy("id"),
);

/** The shop's methods for a country, in the owner's order. */
export async function findMethods(reader: Db | Tx, country: string): Promise<ShippingMethod[]> {
  const rows = await methodRows(reader, []);
  return rows.map(toMethod).filter(({ countries }) => countries.includes(country));
}

const taxRows = compiled((reader, [country = "", area = ""]) =>
  reader.selectFrom("tax_rate").select("rate_ppm").where("country", "=", country).where("area", "=", area),
);

/** Parts per million for a state or province; 0 where none is set (decisions §7). */
export async function findTaxRate(reader: Db | Tx, country: string, area: string): Promise<number> {
  const [row] = await taxRows(reader, [country, area]);
  return row?.rate_ppm ?? 0;
}
