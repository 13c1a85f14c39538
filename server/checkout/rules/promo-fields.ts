import { type Cents, dollars } from "../../money.ts";
import type { FieldError } from "../../outcome.ts";
import { plainText } from "../../plain-text.ts";
import { longestTag } from "../../tags.ts";
import type { PromoKind } from "./promo.ts";

/** A promo's fields. Days and times are ms; null: no limit, or no end. */
export type PromoFields = {
  code: string;
  kind: PromoKind;
  /** whole percent for the kind `percent`, cents for the kind `amount`, 0 for other kinds */
  amount: number;
  /** for the kind `buy_get`; 0 for others */
  buyQuantity: number;
  getQuantity: number;
  getPercent: number;
  minimum: Cents;
  usageLimit: number | null;
  oncePerCustomer: boolean;
  firstOrderOnly: boolean;
  /** only for customers with this tag; empty: for everybody */
  customerTag: string;
  /** applies without a code; the code is then only the staff's name for it */
  automatic: boolean;
  /** shoppers see it in place of the code; only for an automatic promo */
  name: string;
  startsAt: number;
  endsAt: number | null;
  active: boolean;
  categoryIds: string[];
  productIds: string[];
  /** the shipping methods that it is for; empty: all methods */
  methodIds: string[];
};

/** The values of fields that a history from before these fields lacks. */
export const absentPromoFields = { automatic: false, name: "", customerTag: "" } satisfies Partial<PromoFields>;

/** Stored if a promo has no end: the last moment of 9999 in UTC. */
export const noEnd = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const most = 100_000_000;
const isWhole = (value: number, from: number, to: number): boolean => Number.isInteger(value) && value >= from && value <= to;

/** A typed promo code without invisible characters, in capitals: shoppers may type any case. */
export const tidyCode = (text: string): string => plainText(text).toUpperCase();

/** Errors that do not depend on other data of the shop. */
export function promoErrors(fields: PromoFields): FieldError[] {
  const wrong = (field: keyof PromoFields, message: string, is: boolean): FieldError[] => (is ? [{ field, message }] : []);
  const { kind, amount, usageLimit, startsAt, endsAt } = fields;
  return [
    ...wrong(
      "code",
      "Enter a code of 2 to 40 letters, digits, hyphens, or underscores.",
      !/^[A-Z0-9][A-Z0-9_-]{1,39}$/.test(fields.code),
    ),
    ...wrong("name", "Enter the name that shoppers see, of up to 60 characters.", isNameWrong(fields)),
    ...wrong("customerTag", `A tag has up to ${longestTag} characters.`, fields.customerTag.length > longestTag),
    ...wrong("amount", "Enter a whole percentage from 1 to 100.", kind === "percent" && !isWhole(amount, 1, 100)),
    ...wrong("amount", "Enter an amount in dollars, such as 5.00.", kind === "amount" && !isWhole(amount, 1, most)),
    ...(kind === "buy_get" ? buyGetErrors(fields) : []),
    ...wrong("minimum", "Enter an amount in dollars, such as 30.00, or nothing.", !isWhole(fields.minimum, 0, most)),
    ...wrong("usageLimit", "Enter a whole number from 1 on, or nothing.", usageLimit !== null && !isWhole(usageLimit, 1, most)),
    ...wrong("startsAt", "Enter a day, such as 2026-12-01.", !Number.isSafeInteger(startsAt)),
    ...wrong("endsAt", "Enter a day, such as 2026-12-31, or nothing.", endsAt !== null && !Number.isSafeInteger(endsAt)),
    ...wrong("endsAt", "The last day is before the first one.", endsAt !== null && endsAt < startsAt),
  ];
}

const isNameWrong = ({ automatic, name }: PromoFields): boolean => name.length > 60 || (automatic && name === "");

const buyGetErrors = ({ buyQuantity, getQuantity, getPercent }: PromoFields): FieldError[] => [
  ...(isWhole(buyQuantity, 1, 99) ? [] : [{ field: "buyQuantity", message: "Enter a whole number from 1 to 99." }]),
  ...(isWhole(getQuantity, 1, 99) ? [] : [{ field: "getQuantity", message: "Enter a whole number from 1 to 99." }]),
  ...(isWhole(getPercent, 1, 100) ? [] : [{ field: "getPercent", message: "Enter a whole percentage from 1 to 100." }]),
];

type Effect = Pick<PromoFields, "kind" | "amount" | "buyQuantity" | "getQuantity" | "getPercent">;

/** `10% off`, `$5.00 off`, `Free shipping`, `Buy 2, get 1 free` */
export function effectText({ kind, amount, buyQuantity, getQuantity, getPercent }: Effect): string {
  if (kind === "percent") return `${amount}% off`;
  if (kind === "amount") return `${dollars(amount)} off`;
  if (kind === "shipping") return "Free shipping";
  const reduced = getPercent === 100 ? "free" : `at ${getPercent}% off`;
  return `Buy ${buyQuantity}, get ${getQuantity} ${reduced}`;
}

type Scope = { categories: readonly string[]; productCount: number };

/** `for Apparel and 3 products only`; empty if a promo is for all products. */
export function scopeText({ categories, productCount }: Scope): string {
  const products = productCount === 0 ? [] : [productCount === 1 ? "1 product" : `${productCount} products`];
  const parts = [...categories, ...products];
  return parts.length === 0 ? "" : `for ${new Intl.ListFormat("en-US").format(parts)} only`;
}

type PromoPurpose = Effect &
  Scope &
  Pick<PromoFields, "automatic" | "minimum" | "firstOrderOnly" | "customerTag"> & { methods: readonly string[] };

/** What a promo gives, and for what, such as `10% off, from $50.00, by Standard shipping only`. */
export const purposeText = (promo: PromoPurpose): string =>
  [
    effectText(promo),
    scopeText(promo),
    promo.minimum > 0 && `from ${dollars(promo.minimum)}`,
    promo.firstOrderOnly && "first order",
    promo.customerTag !== "" && `customers tagged ${promo.customerTag}`,
    promo.automatic && "without a code",
    promo.methods.length > 0 && `by ${new Intl.ListFormat("en-US").format(promo.methods)} only`,
  ]
    .filter(Boolean)
    .join(", ");

export type PromoState = "Running" | "Scheduled" | "Ended" | "Stopped" | "Used up";

type PromoPeriod = Pick<PromoFields, "active" | "startsAt" | "endsAt" | "usageLimit"> & { used: number };

/** A promo's state at `now`: a promo ends after its last day, and only the owner stops a promo. */
export function promoState({ active, startsAt, endsAt, usageLimit, used }: PromoPeriod, now: number): PromoState {
  if (!active) return "Stopped";
  if (endsAt !== null && now > endsAt) return "Ended";
  if (usageLimit !== null && used >= usageLimit) return "Used up";
  return now < startsAt ? "Scheduled" : "Running";
}
