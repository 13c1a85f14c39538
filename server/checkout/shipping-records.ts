import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { countOpenWith } from "./queries/open-checkouts.ts";
import { findReach } from "./queries/prices.ts";
import {
  deleteMethod,
  deleteZone,
  findMethodRecords,
  findPlaceTaken,
  findZones,
  isMethodChosen,
  isZoneUsed,
  lockMethodFields,
  lockMethodPlaces,
  lockZoneFields,
  promoCodesOfMethod,
  putMethod,
  putZone,
  setMethodPlace,
} from "./queries/shipping-records.ts";
import type { Reach } from "./rules/reach.ts";
import { type MethodFields, methodErrors, placeName, type ZoneFields, zoneErrors } from "./rules/shipping-fields.ts";

/** How many open checkouts have chosen the method, up to `mostCounted`. */
export const countOpenWithMethod = (reader: Db | Tx, id: string): Promise<number> =>
  countOpenWith(reader, "shipping_method_id", id);

/** All places a parcel can go to now. */
export const readReach = (reader: Db | Tx): Promise<Reach> => findReach(reader);

/** All zones with their places. */
export const listZones = (reader: Db | Tx) => findZones(reader);

/** A zone as the owner sets it, locked until the transaction ends. */
export const readZone = (tx: Tx, id: string): Promise<ZoneFields | undefined> => lockZoneFields(tx, id);

/** Stores a new or changed zone. Refuses a place of another zone. */
export async function writeZone(tx: Tx, id: string, fields: ZoneFields): Promise<Outcome<undefined>> {
  const errors = zoneErrors(fields);
  if (errors.length > 0) return invalidFields(errors);
  const takenPlace = await findPlaceTaken(tx, id, fields.places);
  if (takenPlace) {
    const message = `${placeName(takenPlace.code)} is in the zone “${takenPlace.name}”. Take it out there first.`;
    return invalidFields([{ field: "places", message }]);
  }
  await putZone(tx, id, { name: fields.name.trim(), places: [...new Set(fields.places)].sort() });
  return ok(undefined);
}

/** Removes a zone that no method ships to. */
export async function removeZone(tx: Tx, id: string): Promise<Outcome<undefined>> {
  if (await isZoneUsed(tx, id)) return refuse("limit_reached", "Methods ship to this zone: give them another one first.");
  await deleteZone(tx, id);
  return ok(undefined);
}

/** All shipping methods, including inactive ones. */
export const listMethods = (reader: Db | Tx) => findMethodRecords(reader);

/** A method as the owner sets it, locked until the transaction ends. */
export const readMethod = (tx: Tx, id: string): Promise<MethodFields | undefined> => lockMethodFields(tx, id);

/**
 * Stores a new or changed method. Prices of open checkouts change with it; their shoppers have to
 * agree again before they pay.
 */
export async function writeMethod(tx: Tx, id: string, fields: MethodFields): Promise<Outcome<undefined>> {
  const errors = methodErrors(fields);
  if (errors.length > 0) return invalidFields(errors);
  const zone = fields.zoneId === null ? undefined : await lockZoneFields(tx, fields.zoneId);
  if (fields.zoneId !== null && !zone) return invalidFields([{ field: "zoneId", message: "This zone is gone." }]);
  const methods = await lockMethodPlaces(tx);
  const last = Math.max(0, ...methods.map(({ position }) => position));
  await putMethod(tx, id, fields, { places: zone?.places, position: areByPrice(methods) ? last : last + 1 });
  return ok(undefined);
}

type Positioned = { position: number };
/**
 * Whether the methods are offered by price and not in the owner's order. In this case all methods
 * have the same position.
 */
const areByPrice = (methods: readonly Positioned[]): boolean => new Set(methods.map(({ position }) => position)).size < 2;

/** The methods' ids in the owner's order; empty if they are offered by price. */
export async function readMethodOrder(tx: Tx): Promise<string[]> {
  const methods = await lockMethodPlaces(tx);
  return areByPrice(methods) ? [] : methods.map(({ id }) => id);
}

/**
 * Gives each method its position in `order`. An empty order gives all methods the same position, so
 * that they are offered by price. Refuses an order that does not have exactly the shop's methods.
 */
export async function writeMethodOrder(tx: Tx, order: readonly string[]): Promise<Outcome<undefined>> {
  const methods = await lockMethodPlaces(tx);
  const places = new Map(order.map((id, place) => [id, place]));
  if (order.length > 0 && (places.size !== methods.length || !methods.every(({ id }) => places.has(id))))
    return refuse("changed", "A shipping method was added or removed meanwhile.");
  for (const { id } of methods) await setMethodPlace(tx, id, places.get(id) ?? 0);
  return ok(undefined);
}

/** Removes a method that no checkout has chosen; any other method can only be turned off. */
export async function removeMethod(tx: Tx, id: string): Promise<Outcome<undefined>> {
  if (!(await lockMethodFields(tx, id))) return notFound;
  if (await isMethodChosen(tx, id)) return refuse("limit_reached", "Shoppers have chosen this method: turn it off instead.");
  const codes = await promoCodesOfMethod(tx, id);
  if (codes.length > 0) return refuse("limit_reached", `${codes.join(", ")} is for this method: change that promo first.`);
  await deleteMethod(tx, id);
  return ok(undefined);
}
