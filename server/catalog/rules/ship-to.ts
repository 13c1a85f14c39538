import { CA, type CountryData, US } from "country-region-data";

/**
 * The state or province that an order is sent to. Two letters identify it, since US and Canadian
 * codes are distinct.
 */
export type ShipTo = { country: "US" | "CA"; area: string; name: string };

const areasOf = (country: ShipTo["country"], [, , regions]: CountryData): [string, ShipTo][] =>
  regions.map(([name, area]) => [area, { country, area, name }]);

const areas = new Map([...areasOf("US", US), ...areasOf("CA", CA)]);

/** The state of `?ship_to=TX`; undefined for an unknown code. */
export const shipToOf = (code: unknown): ShipTo | undefined =>
  typeof code === "string" ? areas.get(code.toUpperCase()) : undefined;

type ShipToMenu = { shipTo: ShipTo | undefined; hasStateRules: boolean };

/**
 * The page's address without a state, for the form that asks for a state. Undefined if the form is
 * not needed: no state has a rule, and the address has no state.
 */
export const shipToMenu = (address: string, { shipTo, hasStateRules }: ShipToMenu): string | undefined =>
  hasStateRules || shipTo ? address : undefined;
