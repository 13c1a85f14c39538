import type { FieldError } from "../../outcome.ts";
import { plainText, visibleText } from "../../plain-text.ts";
import { areaName, type Country, findCountry } from "./areas.ts";
import { otherAreas } from "./postal-areas.ts";

/** The address of a checkout, an order and a customer. `country` and `countryArea` are codes. */
export type Address = {
  firstName: string;
  lastName: string;
  streetAddress1: string;
  city: string;
  postalCode: string;
  country: string;
  countryArea: string;
  phone: string;
};

/** The values with which a form for a new address starts. */
export const blankAddress: Address = {
  firstName: "",
  lastName: "",
  streetAddress1: "",
  city: "",
  postalCode: "",
  country: "US",
  countryArea: "",
  phone: "",
};

export const addressFields = [
  "firstName",
  "lastName",
  "streetAddress1",
  "city",
  "postalCode",
  "country",
  "countryArea",
  "phone",
] as const satisfies readonly (keyof Address)[];

/** The most characters of a line: no parcel label holds a longer one. */
const longest = 100;

const requiredFields: readonly [field: "firstName" | "lastName" | "streetAddress1" | "city", what: string][] = [
  ["firstName", "first name"],
  ["lastName", "last name"],
  ["streetAddress1", "street address"],
  ["city", "city"],
];

/** The rules that a tidied address breaks, one message for each field. */
export function addressErrors(address: Address): FieldError[] {
  const country = findCountry(address.country);
  const checks: [field: keyof Address, message: string | undefined][] = [
    ...requiredFields.map(([field, what]): [keyof Address, string | undefined] => [field, textError(address[field], what)]),
    ["postalCode", postalCodeError(address.postalCode, country)],
    ["country", country ? undefined : "Choose a country that we ship to."],
    ["countryArea", country && areaError(address.countryArea, country)],
    ["phone", phoneError(address.phone)],
  ];
  return checks.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

function textError(text: string, what: string): string | undefined {
  if (text === "") return `Enter your ${what}.`;
  if (text.length > longest) return `Keep your ${what} to ${longest} characters.`;
  return undefined;
}

/** Canada Post writes no D, F, I, O, Q or U in a code, and no W or Z as its first letter. */
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
  const what = areaLabel.toLowerCase();
  if (code === "") return `Choose your ${what}.`;
  return areas.some((area) => area.code === code) ? undefined : `Choose a ${what} from the list.`;
}

/**
 * A postal code that is not in the chosen area: tax and what may be sold depend on it.
 * The address has no other error.
 */
export function areaMismatch(address: Address): FieldError[] {
  const areas = otherAreas(address).map((area) => areaName(address.country, area));
  const country = findCountry(address.country);
  if (areas.length === 0 || !country) return [];
  const there = areas.length > 2 ? `another ${country.areaLabel.toLowerCase()}` : areas.join(" or ");
  const message = `The ${postalCodes[country.code].name} ${address.postalCode} is in ${there}, not in ${areaName(address.country, address.countryArea)}.`;
  return [{ field: "postalCode", code: "area_mismatch", message }];
}

/** A phone number that a carrier can dial (ITU E.164: 15 digits at most). */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "").length;
  return /^\+?[\d\s().-]+(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i.test(phone) && digits >= 7 && digits <= 15;
}

/** The error of a phone number, which is optional. */
const phoneError = (phone: string): string | undefined =>
  phone === "" || isPhone(phone) ? undefined : "Enter a phone number with 7 to 15 digits, or leave it out.";

/** A typed address without invisible characters; postal codes such as `k1a0b1` become `K1A 0B1`. */
export function tidyAddress(typed: Address): Address {
  const country = plainText(typed.country).toUpperCase();
  return {
    firstName: plainText(typed.firstName),
    lastName: plainText(typed.lastName),
    streetAddress1: visibleText(typed.streetAddress1),
    city: visibleText(typed.city),
    postalCode: tidyPostalCode(typed.postalCode, country),
    country,
    countryArea: plainText(typed.countryArea).toUpperCase(),
    phone: plainText(typed.phone),
  };
}

function tidyPostalCode(typed: string, country: string): string {
  const code = plainText(typed).toUpperCase();
  if (country === "CA") return code.replace(/^(\w{3})[\s-]?(\w{3})$/, "$1 $2");
  return country === "US" ? code.replace(/^(\d{5})[\s-]?(\d{4})$/, "$1-$2") : code;
}

/** Whether both addresses name the same place and person, to the letter. */
export const sameAddress = (one: Address, other: Address): boolean => addressFields.every((field) => one[field] === other[field]);
