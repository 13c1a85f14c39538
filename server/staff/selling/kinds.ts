import { categoryNames } from "../../catalog/categories.ts";
import { productNames } from "../../catalog/references.ts";
import { readGift, removeGift, writeGift } from "../../checkout/gift-records.ts";
import { insertPromo, readPromo, removePromo, writePromo } from "../../checkout/promo-records.ts";
import type { GiftFields } from "../../checkout/rules/gift-fields.ts";
import type { PromoKind } from "../../checkout/rules/promo.ts";
import type { PromoFields } from "../../checkout/rules/promo-fields.ts";
import { type MethodFields, placeName, type ZoneFields } from "../../checkout/rules/shipping-fields.ts";
import type { RateStep } from "../../checkout/rules/shipping-rate.ts";
import { percentText, type TaxFields } from "../../checkout/rules/tax-fields.ts";
import {
  listMethods,
  listZones,
  readMethod,
  readZone,
  removeMethod,
  removeZone,
  writeMethod,
  writeZone,
} from "../../checkout/shipping-records.ts";
import { readTax, removeTax, writeTax } from "../../checkout/tax-records.ts";
import type { Db } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import { staffRulePath } from "../paths.ts";
import type { RecordKind, WordsContext } from "../records.ts";
import type { Need } from "../rules/permissions.ts";

const needs: Need = "rules:write";

const centsWords = (value: unknown) => (typeof value === "number" ? dollars(value) : undefined);
const momentWords = (value: unknown, { dates }: WordsContext) =>
  typeof value === "number" ? dates.moment(value).text : undefined;
/** The name of a record; a removed one has only its id. */
const nameWords = (id: string, what: string, { referenced }: WordsContext): string =>
  referenced.get(id) ?? `removed ${what} ${id}`;
const namesWords = (value: unknown, what: string, context: WordsContext) =>
  Array.isArray(value) ? value.map((id) => nameWords(String(id), what, context)).join(", ") || undefined : undefined;
/** A percentage in words; a kind of promo without one has 0. */
const percentWords = (value: unknown) => (typeof value === "number" && value > 0 ? `${value}%` : "nothing");
const productIdsIn = (records: readonly { productIds?: unknown }[]): string[] =>
  records.flatMap(({ productIds }) => (Array.isArray(productIds) ? productIds.map(String) : []));
const methodNames = async (db: Db) => new Map((await listMethods(db)).map(({ id, name }) => [id, name]));
const stepWords = ({ from, price }: RateStep): string => `from ${from.toLocaleString("en-US")}: ${dollars(price)}`;
const minutesWords = (value: unknown) => (typeof value === "number" ? timeText(value) : undefined);

/** Minutes after midnight, as `14:00`. */
export const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The effect of each kind of promo, for forms and histories. */
export const promoEffects: Readonly<Record<PromoKind, string>> = {
  percent: "Percent off",
  amount: "Dollars off",
  shipping: "Free shipping",
  buy_get: "Buy some, get some cheaper",
};

function promoAmountWords(value: unknown, kind: PromoKind | undefined): string | undefined {
  if (kind === "percent") return percentWords(value);
  if (kind === "amount") return centsWords(value);
  return value === 0 ? "nothing" : undefined;
}

export const promoKind: RecordKind<PromoFields> = {
  kind: "promo",
  needs,
  name: ({ code }) => code,
  path: (id) => staffRulePath("promos", id),
  labels: {
    code: "Code",
    kind: "What it does",
    amount: "Percent or dollars off",
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
    methodIds: "Shipping methods",
  },
  words: (field, value, context, { kind }) => {
    if (field === "kind") return promoEffects[value as PromoKind];
    if (field === "amount") return promoAmountWords(value, kind);
    if (field === "getPercent") return percentWords(value);
    if (field === "minimum") return centsWords(value);
    if (field === "categoryIds") return namesWords(value, "category", context);
    if (field === "productIds") return namesWords(value, "product", context);
    if (field === "methodIds") return namesWords(value, "method", context);
    return field === "startsAt" || field === "endsAt" ? momentWords(value, context) : undefined;
  },
  referenced: async (db, _id, records) =>
    new Map([...(await categoryNames(db)), ...(await productNames(db, productIdsIn(records))), ...(await methodNames(db))]),
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
    rateBy: "Price depends on",
    steps: "Steps of the price",
    freeFrom: "Free from",
    daysFrom: "Fewest days",
    daysTo: "Most days",
    cutoff: "Cut-off",
    active: "On",
  },
  words: (field, value, context) => {
    if (field === "zoneId" && typeof value === "string") return nameWords(value, "zone", context);
    if (field === "price" || field === "freeFrom") return centsWords(value);
    if (field === "steps" && Array.isArray(value)) return value.map(stepWords).join("; ") || undefined;
    return field === "cutoff" ? minutesWords(value) : undefined;
  },
  referenced: async (db) => new Map((await listZones(db)).map(({ id, name }) => [id, name])),
  read: readMethod,
  write: writeMethod,
  insert: writeMethod,
  remove: removeMethod,
};

/** The place of a tax's id, such as `Texas, United States`. */
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
          .map(([id, ppm]) => `${nameWords(id, "category", context)}: ${percentText(ppm)}%`)
          .join("; ") || "nothing"
      );
    return field === "nexusFrom" ? momentWords(value, context) : undefined;
  },
  referenced: (db) => categoryNames(db),
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
  words: (field, value, context) => {
    if (field === "productIds") return namesWords(value, "product", context);
    return field === "threshold" ? centsWords(value) : undefined;
  },
  referenced: (db, _id, records) => productNames(db, productIdsIn(records)),
  read: readGift,
  write: writeGift,
  insert: writeGift,
  remove: removeGift,
};
