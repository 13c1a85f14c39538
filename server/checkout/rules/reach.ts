import { findCountry } from "../../customers/rules/areas.ts";
import type { FieldError } from "../../outcome.ts";

/** The states and provinces that any method ships to, by country. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

type Place = { country: string; countryArea: string };
type OfferedCountry = { code: string; name: string; areas: readonly { code: string; name: string }[] };

const isReached = (reach: Reach, country: string): boolean => (reach.get(country)?.size ?? 0) > 0;

/** The countries that are shipped to, at least in part. */
export const reachedCountries = <Country extends { code: string }>(reach: Reach, countries: readonly Country[]): Country[] =>
  countries.filter(({ code }) => isReached(reach, code));

const unreachedName = (name: string): string => `${name} (no shipping)`;

/**
 * The countries in an address form: those that methods ship to, and those of addresses in the form.
 * If nothing ships to a country or to an area, its name in the form says so.
 */
export const offeredCountries = <Country extends OfferedCountry>(
  reach: Reach,
  countries: readonly Country[],
  shownCodes: readonly string[],
) => {
  const isNowhere = reachedCountries(reach, countries).length === 0;
  return countries
    .filter(({ code }) => isNowhere || isReached(reach, code) || shownCodes.includes(code))
    .map((country) => {
      const areas = reach.get(country.code) ?? new Set();
      if (areas.size === 0) return { ...country, name: unreachedName(country.name), areas: [...country.areas] };
      const renamedAreas = country.areas.map((area) =>
        areas.has(area.code) ? area : { ...area, name: unreachedName(area.name) },
      );
      return { ...country, areas: renamedAreas };
    });
};

/** Why nothing ships to an address of a known country, as an error of the field to change. */
export function reachErrors(reach: Reach, { country, countryArea }: Place): FieldError[] {
  const countryRules = findCountry(country);
  if (!countryRules || reach.get(country)?.has(countryArea)) return [];
  if (!isReached(reach, country)) return [{ field: "country", message: "We don’t ship to this country." }];
  if (countryArea === "") return [];
  return [{ field: "countryArea", message: `We don’t ship to this ${countryRules.areaLabel.toLowerCase()}.` }];
}

/** A sentence for the owner about the countries that the checkout offers. */
export function reachText(reach: Reach, countries: readonly OfferedCountry[]): string {
  const offered = reachedCountries(reach, countries).map(({ code, name, areas }) => {
    const reached = reach.get(code)?.size ?? 0;
    return reached === areas.length ? name : `${name} (${reached} of ${areas.length} states or provinces)`;
  });
  if (offered.length === 0) return "No method ships anywhere yet: shoppers can’t check out.";
  return `Checkout offers the countries that a method ships to: ${offered.join(" and ")}.`;
}
