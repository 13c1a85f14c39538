import { type CountryData, CA as canada, US as unitedStates } from "country-region-data";

type Area = { code: string; name: string };
type CountryCode = "US" | "CA";
export type Country = { code: CountryCode; name: string; areaLabel: "State" | "Province"; areas: readonly Area[] };

const areasOf = ([, , regions]: CountryData): readonly Area[] =>
  regions.map(([name, code]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, "en"));

/**
 * The countries and areas to which the shop sells. Names and codes, sorted by name, come from the
 * package `country-region-data`, with the District of Columbia, the territories and the armed
 * forces' areas. Only the server imports this file: a form gets the areas as props.
 */
export const countries: readonly Country[] = [
  { code: "US", name: "United States", areaLabel: "State", areas: areasOf(unitedStates) },
  { code: "CA", name: "Canada", areaLabel: "Province", areas: areasOf(canada) },
];

/** The country with this code, such as `US`; undefined if the shop does not sell to the country. */
export const findCountry = (code: string): Country | undefined => countries.find((country) => country.code === code);

/** `Texas` for US and TX; an unknown code is returned unchanged. */
export const areaName = (country: string, code: string): string =>
  findCountry(country)?.areas.find((area) => area.code === code)?.name ?? code;

/** Replaces an address's country code by the country's name; an unknown code stays. */
export const withCountryName = <Place extends { country: string }>(address: Place): Place => ({
  ...address,
  country: findCountry(address.country)?.name ?? address.country,
});
