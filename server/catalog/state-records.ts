import type { Db, Tx } from "../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteRules, findAllRules, hasRule, insertRules, lockRules, type StoredRule } from "./queries/state-records.ts";
import { categoryIdsAmong, productIdsAmong } from "./references.ts";
import { alsoSoldField, notSoldField, placeOfField, type StateFields } from "./rules/state-fields.ts";

/** The most products that one state names in each list. */
export const mostStateProducts = 200;

/**
 * The ids of forbidden and of allowed categories and products, by field, each list sorted. `blank`
 * has the fields of the wanted places.
 */
export async function listStateFields(reader: Db | Tx, blank: StateFields): Promise<StateFields> {
  const targets = new Map<string, Set<string>>();
  for (const { field, target } of await findAllRules(reader)) targets.set(field, (targets.get(field) ?? new Set()).add(target));
  return Object.fromEntries(Object.keys(blank).map((field) => [field, [...(targets.get(field) ?? [])].sort()]));
}

/** Whether the shop has any sale rule. */
export const hasStateRules = (reader: Db | Tx): Promise<boolean> => hasRule(reader);

/** The fields of all rules, locked until the transaction ends. */
export async function readStateFields(tx: Tx, blank: StateFields): Promise<StateFields> {
  await lockRules(tx);
  return await listStateFields(tx, blank);
}

/**
 * Sets the sale rules from `now` (ms) on. Refuses with `invalid_fields`; the caller has locked the
 * rules.
 */
export async function writeStateFields(tx: Tx, fields: StateFields, now: number): Promise<Outcome<undefined>> {
  const errors = await errorsOf(tx, fields);
  if (errors.length > 0) return invalidFields(errors);
  const stored = (await findAllRules(tx)).filter(({ field }) => field in fields);
  const isWanted = ({ field, target }: StoredRule) => fields[field]?.includes(target) === true;
  const restarted = new Set(
    stored.filter((rule) => isException(rule) && !isWanted(rule)).map(({ field }) => placeOfField(field)),
  );
  const keptKeys = new Set<string>();
  const deletedRules = stored.filter((rule) => {
    // Sales under an exception broke no rule. So when an exception ends, the category's rule gets a
    // new start time.
    if (!isWanted(rule) || keptKeys.has(keyOf(rule)) || restarted.has(rule.field)) return true;
    keptKeys.add(keyOf(rule));
    return false;
  });
  await deleteRules(
    tx,
    deletedRules.map(({ id }) => id),
  );
  const stateRules = Object.entries(fields).flatMap(([field, targets]) => targets.map((target) => ({ field, target })));
  await insertRules(
    tx,
    stateRules.filter((rule) => !keptKeys.has(keyOf(rule))),
    now,
  );
  return ok(undefined);
}

const keyOf = ({ field, target }: Omit<StoredRule, "id">): string => `${field}/${target}`;

const isException = ({ field }: StoredRule): boolean => field === alsoSoldField(placeOfField(field));

async function errorsOf(tx: Tx, fields: StateFields): Promise<FieldError[]> {
  const entries = Object.entries(fields);
  const isOfCategories = (field: string) => field === placeOfField(field);
  const categoryIds = entries.flatMap(([field, ids]) => (isOfCategories(field) ? ids : []));
  const productIds = entries.flatMap(([field, ids]) => (isOfCategories(field) ? [] : ids));
  const categories = new Set(await categoryIdsAmong(tx, categoryIds));
  const products = new Set<string>();
  const all = [...new Set(productIds)];
  for (let at = 0; at < all.length; at += 500)
    for (const id of await productIdsAmong(tx, all.slice(at, at + 500))) products.add(id);
  return entries.flatMap(([field, ids]) => {
    const message = targetFault(field, ids);
    return message === undefined ? [] : [{ field, message }];
  });

  function targetFault(field: string, ids: readonly string[]): string | undefined {
    if (isOfCategories(field)) return ids.every((id) => categories.has(id)) ? undefined : "One of these categories is gone.";
    if (ids.length > mostStateProducts) return `Name up to ${mostStateProducts} products, or their category.`;
    if (!ids.every((id) => products.has(id))) return "One of these products is gone.";
    const notSold = fields[notSoldField(placeOfField(field))] ?? [];
    const isBoth = field === alsoSoldField(placeOfField(field)) && ids.some((id) => notSold.includes(id));
    return isBoth ? "One of these products is among those that are not sold here." : undefined;
  }
}
