import { categoryNames } from "../../catalog/categories.ts";
import { productNames } from "../../catalog/references.ts";
import { readGift, removeGift, writeGift } from "../../checkout/gift-records.ts";
import { readMeans, removeMeans, writeMeans } from "../../checkout/means-records.ts";
import { insertPromo, readPromo, removePromo, writePromo } from "../../checkout/promo-records.ts";
import { placeName } from "../../checkout/rules/shipping-fields.ts";
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
import { dollars } from "../../money.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffRulePath } from "../paths.ts";
import { giftForm } from "./gift-form.ts";
import { meansForm } from "./means-form.ts";
import { methodForm } from "./method-form.ts";
import { promoForm } from "./promo-form.ts";
import { taxForm } from "./tax-form.ts";
import { zoneForm } from "./zone-form.ts";

const needs = "rules:write";

const productIdsIn = (records: readonly { productIds?: unknown }[]): string[] =>
  records.flatMap(({ productIds }) => (Array.isArray(productIds) ? productIds.map(String) : []));
const namesById = (named: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(named.map(({ id, name }) => [id, name]));

export const promoKind = recordKind({
  kind: "promo",
  needs,
  form: promoForm,
  name: ({ code }) => code,
  path: (id) => staffRulePath("promos", id),
  async referenced(db, _id, records) {
    const products = await productNames(db, productIdsIn(records));
    return new Map([...(await categoryNames(db)), ...products, ...namesById(await listMethods(db))]);
  },
  read: readPromo,
  write: writePromo,
  insert: insertPromo,
  remove: removePromo,
});

export const zoneKind = recordKind({
  kind: "shipping zone",
  needs,
  form: zoneForm,
  name: ({ name }) => name,
  path: (id) => staffRulePath("zones", id),
  read: readZone,
  write: writeZone,
  insert: writeZone,
  remove: removeZone,
});

export const methodKind = recordKind({
  kind: "shipping method",
  needs,
  form: methodForm,
  name: ({ name }) => name,
  path: (id) => staffRulePath("methods", id),
  referenced: async (db) => namesById(await listZones(db)),
  read: readMethod,
  write: writeMethod,
  insert: writeMethod,
  remove: removeMethod,
});

/** The place of a tax's id, such as `Texas, United States`. */
export const taxPlace = (code: string): string => placeName(code);

export const taxKind = recordKind({
  kind: "tax",
  needs,
  form: taxForm,
  name: (_, id) => `Tax in ${taxPlace(id)}`,
  path: (id) => staffRulePath("taxes", id),
  referenced: (db) => categoryNames(db),
  read: readTax,
  write: writeTax,
  insert: writeTax,
  remove: removeTax,
});

export const giftKind = recordKind({
  kind: "gift rule",
  needs,
  form: giftForm,
  name: ({ name, threshold }) => name || `Gift from ${dollars(threshold)}`,
  path: (id) => staffRulePath("gifts", id),
  referenced: (db, _id, records) => productNames(db, productIdsIn(records)),
  read: readGift,
  write: writeGift,
  insert: writeGift,
  remove: removeGift,
});

export const meansKind = recordKind({
  kind: "payment method",
  needs,
  form: meansForm,
  name: ({ name }) => name,
  path: (id) => staffRulePath("means", id),
  read: readMeans,
  write: writeMeans,
  insert: writeMeans,
  remove: removeMeans,
});
