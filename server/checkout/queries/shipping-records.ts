import { byNaturalName } from "../../catalog/rules/natural-order.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { type MethodFields, placeOf, type ZoneFields } from "../rules/shipping-fields.ts";
import type { RateStep } from "../rules/shipping-rate.ts";

const codeOf = ({ country, area }: { country: string; area: string }) => (area === "" ? country : `${country}-${area}`);

export async function lockZoneFields(tx: Tx, id: string): Promise<ZoneFields | undefined> {
  const zone = await tx.selectFrom("shipping_zone").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!zone) return undefined;
  const places = await tx.selectFrom("shipping_zone_place").selectAll().where("zone_id", "=", id).execute();
  return { name: zone.name, places: places.map(codeOf).sort() };
}

/** All zones with their places, by name. */
export async function findZones(reader: Db | Tx): Promise<(ZoneFields & { id: string })[]> {
  const rows = await reader.selectFrom("shipping_zone").selectAll().orderBy("id").execute();
  const zones = rows.sort(byNaturalName(({ name }) => name));
  const places = await reader.selectFrom("shipping_zone_place").selectAll().execute();
  const byZone = Map.groupBy(places, ({ zone_id }) => zone_id);
  return zones.map(({ id, name }) => ({ id, name, places: (byZone.get(id) ?? []).map(codeOf).sort() }));
}

/**
 * The name of another zone that has one of these places, and that place; undefined if there is
 * none.
 */
export async function findPlaceTaken(
  tx: Tx,
  id: string,
  codes: readonly string[],
): Promise<{ code: string; name: string } | undefined> {
  const others = (await findZones(tx)).filter((zone) => zone.id !== id);
  for (const code of codes) {
    const otherZone = others.find(({ places }) => places.includes(code));
    if (otherZone) return { code, name: otherZone.name };
  }
  return undefined;
}

/** Stores a zone with its places, and updates the countries of its methods. */
export async function putZone(tx: Tx, id: string, { name, places }: ZoneFields): Promise<void> {
  await tx
    .insertInto("shipping_zone")
    .values({ id, name })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name }))
    .execute();
  await tx.deleteFrom("shipping_zone_place").where("zone_id", "=", id).execute();
  const rows = places.map((code) => ({ ...placeOf(code), zone_id: id }));
  if (rows.length > 0) await tx.insertInto("shipping_zone_place").values(rows).execute();
  const countries = countriesOf(places).join(",");
  await tx.updateTable("shipping_method").set({ countries }).where("zone_id", "=", id).execute();
}

const countriesOf = (places: readonly string[]): string[] => [...new Set(places.map((code) => placeOf(code).country))].sort();

export async function deleteZone(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("shipping_zone_place").where("zone_id", "=", id).execute();
  await tx.deleteFrom("shipping_zone").where("id", "=", id).execute();
}

export const isZoneUsed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("shipping_method").select("id").where("zone_id", "=", id).limit(1).executeTakeFirst()) !== undefined;

const toFields = (row: Row<"shipping_method">): MethodFields => ({
  name: row.name,
  description: row.description,
  zoneId: row.zone_id,
  countries: row.countries
    .split(",")
    .map((code) => code.trim())
    .filter(Boolean)
    .sort(),
  price: row.price,
  rateBy: row.rate_by ?? "flat",
  steps: row.rates === null ? [] : (JSON.parse(row.rates) as RateStep[]),
  freeFrom: row.free_from,
  daysFrom: row.days_from,
  daysTo: row.days_to,
  cutoff: row.cutoff,
  active: row.active === 1,
});

export async function lockMethodFields(tx: Tx, id: string): Promise<MethodFields | undefined> {
  const row = await tx.selectFrom("shipping_method").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row && toFields(row);
}

const inOrder = (reader: Db | Tx) =>
  reader.selectFrom("shipping_method").orderBy("position").orderBy("price").orderBy("name").orderBy("id");

/** All methods, including inactive ones, in the owner's order, or by price if there is none. */
export const findMethodRecords = async (reader: Db | Tx): Promise<(MethodFields & { id: string })[]> =>
  (await inOrder(reader).selectAll().execute()).map((row) => ({ id: row.id, ...toFields(row) }));

/** The positions of all methods, in their order, locked. */
export const lockMethodPlaces = (tx: Tx): Promise<{ id: string; position: number }[]> =>
  inOrder(tx).select(["id", "position"]).forUpdate().execute();

export const setMethodPlace = (tx: Tx, id: string, position: number) =>
  tx.updateTable("shipping_method").set({ position }).where("id", "=", id).execute();

/** Returns only the ids that belong to a method. */
export const methodIdsAmong = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (await tx.selectFrom("shipping_method").select("id").where("id", "in", ids).execute()).map(({ id }) => id);

/** The codes of promos that are for a method. */
export const promoCodesOfMethod = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx
      .selectFrom("promo_shipping_method")
      .innerJoin("promo", "promo.id", "promo_shipping_method.promo_id")
      .select("promo.code")
      .where("method_id", "=", id)
      .orderBy("promo.code")
      .execute()
  ).map(({ code }) => code);

const toColumns = (fields: MethodFields, countries: readonly string[]) => ({
  name: fields.name.trim(),
  description: fields.description.trim(),
  zone_id: fields.zoneId,
  countries: countries.join(","),
  price: fields.price,
  rate_by: fields.rateBy === "flat" ? null : fields.rateBy,
  rates: fields.rateBy === "flat" ? null : JSON.stringify(fields.steps.map(({ from, price }) => ({ from, price }))),
  free_from: fields.freeFrom,
  days_from: fields.daysFrom,
  days_to: fields.daysTo,
  cutoff: fields.cutoff,
  active: fields.active ? 1 : 0,
});

/**
 * Stores a method. A new method is placed at `position`. If the method belongs to a zone, `places`
 * are the places of the zone, and the method gets their countries.
 */
export async function putMethod(
  tx: Tx,
  id: string,
  fields: MethodFields,
  { places, position }: { places: readonly string[] | undefined; position: number },
): Promise<void> {
  const columns = toColumns(fields, places ? countriesOf(places) : fields.countries);
  await tx
    .insertInto("shipping_method")
    .values({ id, position, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
}

export const deleteMethod = (tx: Tx, id: string) => tx.deleteFrom("shipping_method").where("id", "=", id).execute();

/** Whether any checkout, current or past, has chosen the method. */
export const isMethodChosen = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("checkout").select("id").where("shipping_method_id", "=", id).limit(1).executeTakeFirst()) !== undefined;
