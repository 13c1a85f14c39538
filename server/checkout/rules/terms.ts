import { sameAddress } from "../../customers/rules/address.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { addressText } from "../../customers/rules/address-lines.ts";
import { areaName, withCountryName } from "../../customers/rules/areas.ts";
import { type Cents, dollars } from "../../money.ts";
import { discountText, type PriceAdjustment } from "./price-adjustment.ts";
import type { Change, QuotedField } from "./quoted-fields.ts";

type TermsLine = { variantId: string; name: string; quantity: number; gift: boolean; unitPrice: Cents };

/** A quote's terms besides the total; a press on Pay agrees to all of them. */
export type QuoteTerms = {
  lines: readonly TermsLine[];
  shippingAddress: Address | null;
  shippingMethod: { id: string; name: string } | null;
  email: string;
  /** a discount of the staff in words; absent without one */
  discount?: string | undefined;
};

/** The total in cents, and its terms unless they were erased. */
export type QuotedTotal = { total: Cents; terms: QuoteTerms | undefined };

type TermsInput = {
  lines: readonly (Omit<TermsLine, "name"> & { productName: string; variantName: string })[];
  address: Address | undefined;
  method?: { id: string; name: string };
  adjustment?: PriceAdjustment;
};

/** The terms of a checkout at its current prices. */
export const termsOf = ({ lines, address, method, adjustment }: TermsInput, email: string): QuoteTerms => ({
  lines: lines.map(({ variantId, productName, variantName, quantity, gift, unitPrice }) => ({
    variantId,
    name: [productName, variantName].filter(Boolean).join(", "),
    quantity,
    gift,
    unitPrice,
  })),
  shippingAddress: address ?? null,
  shippingMethod: method ? { id: method.id, name: method.name } : null,
  email,
  ...(adjustment?.discount && { discount: discountText(adjustment) }),
});

/**
 * The differences, the total first. Names of products and methods may change and are not compared.
 */
export function changesBetween(quoted: QuotedTotal, now: Required<QuotedTotal>): Change[] {
  const total = { field: "total", old: dollars(quoted.total), new: dollars(now.total) } as const;
  const old = quoted.terms;
  const current = now.terms;
  return [
    ...(quoted.total === now.total ? [] : [total]),
    ...(old && current
      ? compared
          .filter(({ same }) => !same(old, current))
          .map(({ field, text }) => ({ field, old: text(old), new: text(current) }))
      : []),
  ];
}

type Comparison = { field: QuotedField; same(one: QuoteTerms, other: QuoteTerms): boolean; text(terms: QuoteTerms): string };

const compared: readonly Comparison[] = [
  {
    field: "lines",
    same: (one, other) => linesKey(one) === linesKey(other),
    text: ({ lines }) => lines.map(lineText).join("; "),
  },
  {
    field: "discount",
    same: ({ discount: one }, { discount: other }) => one === other,
    text: ({ discount = "" }) => discount,
  },
  {
    field: "shippingAddress",
    same: ({ shippingAddress: one }, { shippingAddress: other }) => (one && other ? sameAddress(one, other) : one === other),
    text: ({ shippingAddress }) => (shippingAddress ? namedAddressText(shippingAddress) : ""),
  },
  {
    field: "shippingMethod",
    same: (one, other) => one.shippingMethod?.id === other.shippingMethod?.id,
    text: ({ shippingMethod }) => shippingMethod?.name ?? "",
  },
  { field: "email", same: (one, other) => one.email === other.email, text: ({ email }) => email },
];

const linesKey = ({ lines }: QuoteTerms): string =>
  lines
    .map(({ variantId, quantity, gift, unitPrice }) => JSON.stringify([variantId, quantity, gift, unitPrice]))
    .sort()
    .join();

const lineText = ({ name, quantity, gift, unitPrice }: TermsLine): string =>
  `${quantity} × ${name}${gift ? ", a gift" : ` at ${dollars(unitPrice)}`}`;

/** An address with all its fields and the names of its places, so that every change shows. */
export const namedAddressText = (address: Address): string =>
  addressText(withCountryName({ ...address, countryArea: areaName(address.country, address.countryArea) }));

const fieldNames: Readonly<Record<QuotedField, string>> = {
  total: "total",
  lines: "items",
  discount: "discount",
  shippingAddress: "shipping address",
  shippingMethod: "shipping method",
  email: "email",
};

/** The text of the refusal: about the total if it changed, or else about the other changes. */
export function changedText(changes: readonly Change[]): string {
  const changedNames = changes.map(({ field }) => fieldNames[field]);
  if (changedNames.length === 0 || changes.some(({ field }) => field === "total")) return "Your order total has changed.";
  const plural = changedNames.length > 1 || changedNames[0] === fieldNames.lines;
  return `Your order’s ${changedNames.join(" and ")} ${plural ? "have" : "has"} changed.`;
}
