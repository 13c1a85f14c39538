import { categoryNames } from "../catalog/categories.ts";
import { categoryIdsAmong, productIdsAmong } from "../catalog/references.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { type FieldError, invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { countOpenWith } from "./queries/open-checkouts.ts";
import {
  countPromosOf,
  deletePromoRow,
  findPromoPage,
  findPromoScopes,
  insertPromoRow,
  isCodeTaken,
  isPromoReferredTo,
  lockPromoFields,
  type PromoPage,
  type PromoSearch,
  toPromoFields,
  updatePromoRow,
} from "./queries/promo-records.ts";
import { methodIdsAmong } from "./queries/shipping-records.ts";
import { absentPromoFields, type PromoFields, promoErrors } from "./rules/promo-fields.ts";

export { mostCounted } from "./queries/open-checkouts.ts";
export { countUses, type PromoPage, type PromoSearch, promoStates } from "./queries/promo-records.ts";

/** How many open checkouts have the code applied, up to `mostCounted`. */
export const countOpenWithPromo = (reader: Db | Tx, id: string): Promise<number> => countOpenWith(reader, "promo_id", id);

/** The most products that one promo may name. */
export const mostPromoProducts = 200;

/** A promo's fields as the owner set them, locked until the transaction ends. */
export const readPromo = async (tx: Tx, id: string): Promise<PromoFields | undefined> => (await lockPromoFields(tx, id))?.fields;

/** How often a promo was used; its row is locked. */
export const usesOfPromo = async (tx: Tx, id: string): Promise<number> => (await lockPromoFields(tx, id))?.used ?? 0;

/** Stores a new promo. Refuses with `invalid_fields`. */
export async function insertPromo(tx: Tx, id: string, sent: PromoFields): Promise<Outcome<undefined>> {
  const fields = { ...absentPromoFields, ...sent };
  const errors = [...promoErrors(fields), ...(await contextErrors(tx, id, fields))];
  if (errors.length > 0) return invalidFields(errors);
  await insertPromoRow(tx, id, fields);
  return ok(undefined);
}

/** Changes a promo. A used promo keeps its code and kind, so that a code has one meaning. */
export async function writePromo(tx: Tx, id: string, sent: PromoFields): Promise<Outcome<undefined>> {
  const fields = { ...absentPromoFields, ...sent };
  const stored = await lockPromoFields(tx, id);
  if (!stored) return notFound;
  const errors = [
    ...promoErrors(fields),
    ...(stored.used > 0 ? meaningErrors(stored.fields, fields, stored.used) : []),
    ...(fields.usageLimit !== null && fields.usageLimit < stored.used
      ? [{ field: "usageLimit", message: `It was used ${timesText(stored.used)} already.` }]
      : []),
    ...(await contextErrors(tx, id, fields)),
  ];
  if (errors.length > 0) return invalidFields(errors);
  await updatePromoRow(tx, id, fields);
  return ok(undefined);
}

export const timesText = (count: number): string => (count === 1 ? "once" : `${count} times`);

function meaningErrors(stored: PromoFields, fields: PromoFields, used: number): FieldError[] {
  const message = `This code was used ${timesText(used)}. Stop it, and create another one.`;
  return [
    ...(fields.code === stored.code ? [] : [{ field: "code", message }]),
    ...(fields.kind === stored.kind ? [] : [{ field: "kind", message }]),
  ];
}

/** Errors that depend on other data of the shop. */
async function contextErrors(tx: Tx, id: string, fields: PromoFields): Promise<FieldError[]> {
  const { code, categoryIds, productIds, methodIds } = fields;
  const errors: FieldError[] = [];
  if (await isCodeTaken(tx, code, id))
    errors.push({ field: "code", message: "There is a promo with this code, perhaps one that has ended." });
  if (productIds.length > mostPromoProducts)
    return [...errors, { field: "productIds", message: `Name up to ${mostPromoProducts} products, or their category.` }];
  if ((await categoryIdsAmong(tx, categoryIds)).length < new Set(categoryIds).size)
    errors.push({ field: "categoryIds", message: "One of these categories is gone." });
  if ((await productIdsAmong(tx, productIds)).length < new Set(productIds).size)
    errors.push({ field: "productIds", message: "One of these products is gone." });
  if ((await methodIdsAmong(tx, methodIds)).length < new Set(methodIds).size)
    errors.push({ field: "methodIds", message: "One of these shipping methods is gone." });
  return errors;
}

/** Deletes a promo that was never applied; any other promo can only be stopped. */
export async function removePromo(tx: Tx, id: string): Promise<Outcome<undefined>> {
  const stored = await lockPromoFields(tx, id);
  if (!stored) return notFound;
  if (await isPromoReferredTo(tx, id)) return refuse("limit_reached", "Shoppers have applied this code: stop it instead.");
  await deletePromoRow(tx, id);
  return ok(undefined);
}

/** A listed promo, with the names of its categories and methods, and the number of its products. */
export type ListedPromo = ReturnType<typeof toPromoFields> & {
  id: string;
  used: number;
  categories: string[];
  productCount: number;
  methods: string[];
};

/** How many promos match, up to `most`. */
export const countPromos = (db: Db, search: PromoSearch, most: number): Promise<number> => countPromosOf(db, search, most);

/** Promos that match, beginning after `page.after`. */
export const listPromos = async (db: Db, search: PromoSearch, page: PromoPage, limit: number): Promise<ListedPromo[]> =>
  await withScopes(db, await findPromoPage(db, search, page, limit));

async function withScopes(db: Db, rows: readonly Row<"promo">[]): Promise<ListedPromo[]> {
  if (rows.length === 0) return [];
  const names = await categoryNames(db);
  const scopeOf = await findPromoScopes(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { categoryIds, productIds, methods } = scopeOf(row.id);
    const categories = categoryIds.flatMap((id) => names.get(id) ?? []).sort();
    return { id: row.id, used: row.used, ...toPromoFields(row), categories, productCount: productIds.length, methods };
  });
}
