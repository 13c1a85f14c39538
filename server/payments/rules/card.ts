import type { CardBrand } from "../../orders/rules/card-brands.ts";
import type { FieldError } from "../../outcome.ts";
import { plainText } from "../../plain-text.ts";

/** The card form as the shopper typed it (requirement 92). */
export type CardForm = { cardNumber: string; expirationDate: string; securityCode: string; cardName: string };

/** A month of the calendar: full year, month 1 to 12. */
export type CalendarMonth = { year: number; month: number };

/** Cards may expire from this year to this many years ahead (requirements 100, 101). */
const yearsAhead = 10;

/** The card with its typed text in plain form. */
export const tidyCard = ({ cardNumber, expirationDate, securityCode, cardName }: CardForm): CardForm => ({
  cardNumber: plainText(cardNumber),
  expirationDate: plainText(expirationDate),
  securityCode: plainText(securityCode),
  cardName: plainText(cardName),
});

const digitsOf = (value: string) => value.normalize("NFKC").replace(/\D/g, "");

/** At most 16 digits, in groups of four (requirements 93–95). */
export const formatCardNumber = (value: string): string =>
  digitsOf(value)
    .slice(0, 16)
    .replace(/\d{4}(?=\d)/g, "$& ");

/** At most four digits (requirements 102, 103). */
export const formatSecurityCode = (value: string): string => digitsOf(value).slice(0, 4);

/**
 * `MM/YY` while it is being typed; the slash is added with the first digit of the year, so that it
 * never blocks deleting (requirements 97–101). A year that begins like a four-digit year may still
 * grow to four digits. `currentYear` has four digits.
 */
export const formatExpiry = (value: string, currentYear: number): string => formatted(value, currentYear, true);

/** `MM/YY` after the field was left: a two-digit year is complete. */
export const formatLeftExpiry = (value: string, currentYear: number): string => formatted(value, currentYear, false);

function formatted(value: string, currentYear: number, waits: boolean): string {
  const { month, year } = yearFirst(value) ?? expiryHalves(value);
  if (month.length < 2) return year && month ? `${month}/${year.slice(0, 2)}` : month;
  const clampedMonth = Number(month) > 12 || Number(month) < 1 ? "12" : month;
  if (year === "") return clampedMonth;
  const isBegun = year.length < 4 && year.startsWith(String(currentYear).slice(0, 2));
  if (year.length < 2 || (isBegun && (waits || year.length > 2))) return `${clampedMonth}/${year}`;
  return `${clampedMonth}/${twoDigits(clampYear(Number(yearHalf(year)), currentYear % 100))}`;
}

/** Takes the last two digits of a four-digit year, as browsers fill it in. */
const yearHalf = (digits: string) => (digits.length === 4 ? digits.slice(2) : digits.slice(0, 2));

/**
 * Reads `2031-04`, `2031/4` or `203104`, as some browsers and password managers fill it in. Only
 * such filled-in text has this form.
 */
function yearFirst(text: string): { month: string; year: string } | undefined {
  const [, year, month = ""] =
    /^(\d{4})[-/.](\d\d?)$/.exec(withoutSpaces(text)) ?? /^((?:1[3-9]|[2-9]\d)\d\d)(\d\d)$/.exec(withoutSpaces(text)) ?? [];
  return year === undefined ? undefined : { month: month.padStart(2, "0"), year };
}

const withoutSpaces = (text: string): string => plainText(text).replaceAll(" ", "");

function expiryHalves(value: string): { month: string; year: string } {
  const text = plainText(value);
  // A space separates like a slash if a whole month and year were filled in.
  const slash = text.search(/^\d\d? (?:\d{4}|\d\d)$/.test(text) ? " " : /[/.-]/);
  const digits = digitsOf(text);
  if (slash < 0) return { month: digits.slice(0, 2), year: digits.slice(2, 6) };
  const before = digitsOf(text.slice(0, slash));
  const year = before === "" ? "" : digits.slice(before.length, before.length + 4);
  return { month: monthBeforeSlash(before), year };
}

/**
 * A digit typed into a padded month replaces the padding: `05/` and a 1 become `15`, not `01`. A
 * single zero waits for its second digit.
 */
function monthBeforeSlash(digits: string): string {
  if (digits.length === 1 && digits !== "0") return `0${digits}`;
  return digits.length > 2 ? digits.replace(/^0/, "").slice(0, 2) : digits;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

/**
 * Limits two-digit years to the window. From 2090 on the window includes the next century. A year
 * outside it becomes the nearer limit.
 */
function clampYear(year: number, current: number): number {
  const last = (current + yearsAhead) % 100;
  if ((year - current + 100) % 100 <= yearsAhead) return year;
  if (last > current) return year < current ? current : last;
  return year - last < current - year ? last : current;
}

/**
 * The century that puts a two-digit year nearest to the current one: in 2095 `02` is 2102, in 2101
 * `99` is 2099.
 */
export function fullYear(twoDigitYear: number, currentYear: number): number {
  const ahead = (twoDigitYear - (currentYear % 100) + 100) % 100;
  return currentYear + (ahead < 50 ? ahead : ahead - 100);
}

/**
 * Month and year as written: `04/31`, `4.2031`, `042031`, `2031-04` or `203104`, with spaces
 * anywhere. Any other text is refused, not guessed. The year has two or four digits.
 */
export function expiryOf(text: string): CalendarMonth | undefined {
  const compact = withoutSpaces(plainText(text).replace(/^(\d\d?) (\d{4}|\d\d)$/, "$1/$2"));
  const [, month, year] = /^(\d\d?)[/.-](\d{4}|\d\d)$/.exec(compact) ?? /^(0\d|1[0-2])(\d{4}|\d\d)$/.exec(compact) ?? [];
  const first = month === undefined ? yearFirst(compact) : undefined;
  const expiry = { month: Number(month ?? first?.month), year: Number(year ?? first?.year) };
  return expiry.month >= 1 && expiry.month <= 12 ? expiry : undefined;
}

/** Luhn check; false for anything but digits, including spaces. */
export function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + luhnWorth(Number(digit), place), 0);
  return /^\d+$/.test(digits) && sum % 10 === 0;
}

function luhnWorth(digit: number, place: number): number {
  if (place % 2 === 0) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}

const brands: readonly [CardBrand, RegExp, readonly number[]][] = [
  ["visa", /^4/, [13, 16]],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ["amex", /^3[47]/, [15]],
  ["discover", /^(6011|64[4-9]|65)/, [16]],
  ["diners", /^(30[0-5]|36|3[89])/, [14, 15, 16]],
  ["jcb", /^35(2[89]|[3-8])/, [16]],
  ["unionpay", /^62/, [16]],
];

/** The brand from a number's first digits; `unknown` for others. */
export const cardBrand = (digits: string): CardBrand => brands.find(([, prefix]) => prefix.test(digits))?.[0] ?? "unknown";

const lengthsOf = (digits: string) => brands.find(([, prefix]) => prefix.test(digits))?.[2] ?? [12, 13, 14, 15, 16];

/** Errors of the card form, in the order of its fields. A card is valid through its last month. */
export function cardErrors(form: CardForm, now: CalendarMonth): FieldError[] {
  const problems: [keyof CardForm, string | undefined][] = [
    ["cardNumber", numberProblem(form.cardNumber.replace(/[\s-]/g, ""))],
    ["expirationDate", expiryProblem(form.expirationDate, now)],
    ["securityCode", codeProblem(form.securityCode.trim())],
    ["cardName", nameProblem(form.cardName.trim())],
  ];
  return problems.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

function numberProblem(number: string): string | undefined {
  if (number === "") return "Enter your card number.";
  if (!/^\d+$/.test(number)) return "A card number has digits only.";
  const lengths = lengthsOf(number);
  if (number.length < Math.min(...lengths)) return "This card number is too short.";
  if (number.length > Math.max(...lengths)) return "This card number is too long.";
  return lengths.includes(number.length) && luhn(number) ? undefined : "This card number isn’t valid. Check its digits.";
}

function expiryProblem(text: string, now: CalendarMonth): string | undefined {
  if (text.trim() === "") return "Enter the expiration date.";
  const expiry = expiryOf(text);
  if (!expiry) return "Enter the expiration date as MM/YY.";
  const year = expiry.year > 99 ? expiry.year : fullYear(expiry.year, now.year);
  if (year < now.year || (year === now.year && expiry.month < now.month)) return "This card has expired.";
  return year > now.year + yearsAhead ? "This expiration date is too far ahead." : undefined;
}

function codeProblem(code: string): string | undefined {
  if (code === "") return "Enter the security code.";
  return /^\d{3,4}$/.test(code) ? undefined : "The security code has 3 or 4 digits.";
}

/** Refuses a card number typed as the name, which would be stored with names. */
function nameProblem(name: string): string | undefined {
  if (name === "") return "Enter the name on the card.";
  if (name.length > 100) return "This name is too long.";
  return digitsOf(name).length > 5 ? "Enter the name on the card, not its number." : undefined;
}
