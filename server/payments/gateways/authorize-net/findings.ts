import type { CardBrand } from "../../../orders/rules/card-brands.ts";

const brands: Readonly<Record<string, CardBrand>> = {
  visa: "visa",
  mastercard: "mastercard",
  americanexpress: "amex",
  discover: "discover",
  dinersclub: "diners",
  jcb: "jcb",
};

/** The brand of an account type such as `MasterCard`; null if it names none. */
export const brandOf = (accountType: string | null | undefined): CardBrand | null =>
  brands[(accountType ?? "").replaceAll(" ", "").toLowerCase()] ?? null;

/** The last four digits of a masked number such as `XXXX1111`; null if it has none. */
export const last4Of = (accountNumber: string | null | undefined): string | null =>
  /(\d{4})$/.exec(accountNumber ?? "")?.[1] ?? null;

/** One of the gateway's letters; null if it sent none. */
export const letterOf = (text: string | null | undefined): string | null => text?.slice(0, 1) || null;
