import { readGift, removeGift, writeGift } from "../../checkout/gift-records.ts";
import { insertPromo, readPromo, removePromo, writePromo } from "../../checkout/promo-records.ts";
import type { GiftFields } from "../../checkout/rules/gift-fields.ts";
import type { PromoFields } from "../../checkout/rules/promo-fields.ts";
import { type MethodFields, placeName, type ZoneFields } from "../../checkout/rules/shipping-fields.ts";
import type { RateStep } from "../../checkout/rules/shipping-rate.ts";
import { percentText, type TaxFields } from "../../checkout/rules/tax-fields.ts";
import { readMethod, readZone, removeMethod, removeZone, writeMethod, writeZone } from "../../checkout/shipping-records.ts";
import { readTax, removeTax, writeTax } from "../../checkout/tax-records.ts";
import { dollars } from "../../money.ts";
import { staffRulePath } from "../paths.ts";
import type { RecordKind, WordsContext } from "../records.ts";
import type { Need } from "../rules/roles.ts";

const needs: Need = { area: "rules", access: "write" };

const centsWords = (value: unknown) => (typeof value === "number" ? dollars(value) : undefined);
const momentWords = (value: unknown, { dates }: WordsContext) =>
  typeof value === "number" ? dates.moment(value).text : undefined;
/** One that is gone has no name any more. */
const categoryWords = (id: string, { categories }: WordsContext): string => categories.get(id) ?? "a removed category";
const stepWords = ({ from, price }: RateStep): string => `from ${from.toLocaleString("en-US")}: ${dollars(price)}`;
const minutesWords = (value: unknown) => (typeof value === "number" ? timeText(value) : undefined);

/** `14:00` of minutes after midnight. */
export const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export const promoKind: RecordKind<PromoFields> = {
  kind: "promo",
  needs,
  name: ({ code }) => code,
  path: (id) => staffRulePath("promos", id),
  labels: {
    code: "Code",
    kind: "Kind",
    amount: "Percent or cents off",
    buyQuantity: "Units to buy",
    getQuantity: "Units at a lower price",
    getPercent: "Percent off those units",
    minimum: "Minimum",
    usageLimit: "Most uses",
    oncePerCustomer: "Once per customer",
    firstOrderOnly: "First order only",
    startsAt: "Begins",
    endsAt: "Ends",
    active: "On",
    categoryIds: "Categories",
    productIds: "Products",
  },
  words: (field, value, context) => {
    if (field === "minimum") return centsWords(value);
    if (field === "categoryIds" && Array.isArray(value))
      return value.map((id) => categoryWords(id, context)).join(", ") || undefined;
    return field === "startsAt" || field === "endsAt" ? momentWords(value, context) : undefined;
  },
  read: readPromo,
  write: writePromo,
  insert: insertPromo,
  remove: removePromo,
};

export const zoneKind: RecordKind<ZoneFields> = {
  kind: "shipping zone",
  needs,
  name: ({ name }) => name,
  path: (id) => staffRulePath("zones", id),
  labels: { name: "Name", places: "Countries and states" },
  words: (field, value) => (field === "places" && Array.isArray(value) ? value.map(placeName).join("; ") : undefined),
  read: readZone,
  write: writeZone,
  insert: writeZone,
  remove: removeZone,
};

export const methodKind: RecordKind<MethodFields> = {
  kind: "shipping method",
  needs,
  name: ({ name }) => name,
  path: (id) => staffRulePath("methods", id),
  labels: {
    name: "Name",
    description: "Description",
    zoneId: "Zone",
    countries: "Countries",
    price: "Price",
    rateBy: "Price goes by",
    steps: "Steps of the price",
    freeFrom: "Free from",
    daysFrom: "Fewest days",
    daysTo: "Most days",
    cutoff: "Cut-off",
    position: "Place in the list",
    active: "On",
  },
  words: (field, value) => {
    if (field === "price" || field === "freeFrom") return centsWords(value);
    if (field === "steps" && Array.isArray(value)) return value.map(stepWords).join("; ") || undefined;
    return field === "cutoff" ? minutesWords(value) : undefined;
  },
  read: readMethod,
  write: writeMethod,
  insert: writeMethod,
  remove: removeMethod,
};

/** `Texas, United States` of a tax's id. */
export const taxPlace = (code: string): string => placeName(code);

export const taxKind: RecordKind<TaxFields> = {
  kind: "tax",
  needs,
  name: (_, id) => `Tax in ${taxPlace(id)}`,
  path: (id) => staffRulePath("taxes", id),
  labels: {
    ratePpm: "Rate",
    nexus: "Tax is collected",
    nexusFrom: "Collected since",
    taxShipping: "Shipping is taxed",
    ofCategories: "Rates of categories",
  },
  words: (field, value, context) => {
    if (field === "ratePpm" && typeof value === "number") return `${percentText(value)}%`;
    if (field === "ofCategories" && value)
      return (
        Object.entries(value as TaxFields["ofCategories"])
          .map(([id, ppm]) => `${categoryWords(id, context)}: ${percentText(ppm)}%`)
          .join("; ") || undefined
      );
    return field === "nexusFrom" ? momentWords(value, context) : undefined;
  },
  read: readTax,
  write: writeTax,
  insert: writeTax,
  remove: removeTax,
};

export const giftKind: RecordKind<GiftFields> = {
  kind: "gift rule",
  needs,
  name: ({ name, threshold }) => name || `Gift from ${dollars(threshold)}`,
  path: (id) => staffRulePath("gifts", id),
  labels: { name: "Name", threshold: "From", active: "On", productIds: "Products" },
  words: (field, value) => (field === "threshold" ? centsWords(value) : undefined),
  read: readGift,
  write: writeGift,
  insert: writeGift,
  remove: removeGift,
};
