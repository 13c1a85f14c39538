import { CA, type CountryData, US } from "country-region-data";

/**
 * The state or province that orders are sent to. US and Canadian codes never collide, so two
 * letters name one.
 */
export type ShipTo = { country: "US" | "CA"; area: string; name: string };

const areasOf = (country: ShipTo["country"], [, , regions]: CountryData): [string, ShipTo][] =>
  regions.map(([name, area]) => [area, { country, area, name }]);

const areas = new Map([...areasOf("US", US), ...areasOf("CA", CA)]);

/** The state of `?ship_to=TX`; anything but a known code is nothing. */
export const shipToOf = (code: unknown): ShipTo | undefined =>
  typeof code === "string" ? areas.get(code.toUpperCase()) : undefined;
