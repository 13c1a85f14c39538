import type { FieldError } from "../../outcome.ts";
import { plainText, visibleText } from "../../plain-text.ts";
import { type Address, type AddressField, addressFieldNames, addressFields, mapAddress } from "./address-fields.ts";
import { areaName, type Country, findCountry } from "./areas.ts";
import { otherAreas } from "./postal-areas.ts";

/** The values with which a form for a new address starts. */
export const blankAddress: Address = mapAddress((field) => (field === "country" ? "US" : ""));

/** The most characters of a line: no parcel label holds a longer line. */
const longest = 100;

type FieldRule = (text: string, country: Country | undefined) => string | undefined;

/** The rules of the fields to which `lineError` does not apply. */
const rules: Partial<Record<AddressField, FieldRule>> = {
  country: (_, country) => (country ? undefined : "Choose a country that we ship to."),
  countryArea: (code, country) => country && areaError(code, country),
  postalCode: postalCodeError,
  phone: phoneError,
};

const lineError = (field: AddressField): FieldRule => {
  const { label, optional } = addressFields[field];
  return (text) => textError(text, label.toLowerCase(), optional);
};

/** The errors of a tidied address, at most one for each field. */
export function addressErrors(address: Address): FieldError[] {
  const country = findCountry(address.country);
  return addressFieldNames.flatMap((field) => {
    const rule = rules[field] ?? lineError(field);
    const message = rule(address[field], country);
    return message === undefined ? [] : [{ field, message }];
  });
}

function textError(text: string, label: string, optional = false): string | undefined {
  if (text === "" && !optional) return `Enter your ${label}.`;
  if (text.length > longest) return `Keep your ${label} to ${longest} characters.`;
  return undefined;
}

/**
 * The postal codes of each country. Canada Post uses no D, F, I, O, Q or U in a code, and no W or Z
 * as its first letter.
 */
const postalCodes = {
  US: { name: "ZIP code", example: "73301", pattern: /^\d{5}(?:-\d{4})?$/ },
  CA: {
    name: "postal code",
    example: "K1A 0B1",
    pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][\s-]?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  },
} as const;

function postalCodeError(code: string, country: Country | undefined): string | undefined {
  if (!country) return code === "" ? "Enter your postal code." : undefined;
  const { name, example, pattern } = postalCodes[country.code];
  if (code === "") return `Enter your ${name}.`;
  return pattern.test(code) ? undefined : `Enter a ${name} like ${example}.`;
}

function areaError(code: string, { areaLabel, areas }: Country): string | undefined {
  const label = areaLabel.toLowerCase();
  if (code === "") return `Choose your ${label}.`;
  return areas.some((area) => area.code === code) ? undefined : `Choose a ${label} from the list.`;
}

/**
 * The error of a postal code outside the chosen area, on which tax and permitted products depend.
 * Expects an address without other errors.
 */
export function areaMismatch(address: Address): FieldError[] {
  const areas = otherAreas(address).map((area) => areaName(address.country, area));
  const country = findCountry(address.country);
  if (areas.length === 0 || !country) return [];
  const example = areas.length > 2 ? `another ${country.areaLabel.toLowerCase()}` : areas.join(" or ");
  const message = `The ${postalCodes[country.code].name} ${address.postalCode} is in ${example}, not in ${areaName(address.country, address.countryArea)}.`;
  return [{ field: "postalCode", code: "area_mismatch", message }];
}

/** A phone number that a carrier can dial (ITU E.164: 15 digits at most). */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "").length;
  return /^\+?[\d\s().-]+(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i.test(phone) && digits >= 7 && digits <= 15;
}

/** The error of a phone number, which is optional. */
function phoneError(phone: string): string | undefined {
  return phone === "" || isPhone(phone) ? undefined : "Enter a phone number with 7 to 15 digits, or leave it out.";
}

const upperCase = (text: string): string => plainText(text).toUpperCase();

/**
 * Functions that replace `plainText` for some fields: `plainText` would change a fraction in a
 * street.
 */
const tidies: Partial<Record<AddressField, (text: string, country: string) => string>> = {
  streetAddress1: visibleText,
  city: visibleText,
  postalCode: tidyPostalCode,
  country: upperCase,
  countryArea: upperCase,
};

/** A typed address without invisible characters; postal codes such as `k1a0b1` become `K1A 0B1`. */
export function tidyAddress(address: Address): Address {
  const country = upperCase(address.country);
  return mapAddress((field) => (tidies[field] ?? plainText)(address[field], country));
}

function tidyPostalCode(text: string, country: string): string {
  const code = upperCase(text);
  if (country === "CA") return code.replace(/^(\w{3})[\s-]?(\w{3})$/, "$1 $2");
  return country === "US" ? code.replace(/^(\d{5})[\s-]?(\d{4})$/, "$1-$2") : code;
}

/**
 * Whether two addresses are exactly equal, with the person's name. A field that is missing in a
 * stored snapshot counts as empty.
 */
export const sameAddress = (one: Address, other: Address): boolean =>
  addressFieldNames.every((field) => (one[field] ?? "") === (other[field] ?? ""));
