import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import { newShortId } from "../../ids.ts";
import { alsoSoldField, notSoldField, placeOfField } from "../rules/state-fields.ts";

/**
 * A sale rule as it is stored. `target` is the id of its category or product. `field` is the name
 * of the list in `StateFields` that contains this id.
 */
export type StoredRule = { id: string; field: string; target: string };

type RuleRow = Pick<Row<"state_rule">, "id" | "country" | "area" | "category_id" | "product_id" | "allowed">;

function toStored({ id, country, area, category_id, product_id, allowed }: RuleRow): StoredRule {
  const place = `${country}-${area}`;
  if (category_id !== null) return { id, field: place, target: category_id };
  return { id, field: allowed === 1 ? alsoSoldField(place) : notSoldField(place), target: product_id ?? "" };
}

/** Every rule of the shop. */
export async function findAllRules(reader: Db | Tx): Promise<StoredRule[]> {
  const columns = ["id", "country", "area", "category_id", "product_id", "allowed"] as const;
  return (await reader.selectFrom("state_rule").select(columns).execute()).map(toStored);
}

/** Whether the shop has any sale rule. */
export const hasRule = async (reader: Db | Tx): Promise<boolean> =>
  (await reader.selectFrom("state_rule").select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Locks the rules until the transaction ends, by locking the categories. Other changes of rules
 * wait for this lock; imports need not wait.
 */
export const lockRules = (tx: Tx) => tx.selectFrom("category").select("id").orderBy("id").forNoKeyUpdate().execute();

function rowOf(field: string, target: string, now: number): NewRow<"state_rule"> {
  const place = placeOfField(field);
  const [country = "", area = ""] = place.split("-");
  const isCategory = field === place;
  return {
    id: newShortId(),
    country,
    area,
    since: now,
    category_id: isCategory ? target : null,
    product_id: isCategory ? null : target,
    allowed: field === alsoSoldField(place) ? 1 : 0,
  };
}

/** The most values of one statement. */
const most = 500;

export async function deleteRules(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += most)
    await tx
      .deleteFrom("state_rule")
      .where("id", "in", ids.slice(at, at + most))
      .execute();
}

/** Inserts rules in force from `now` (ms) on. */
export async function insertRules(tx: Tx, rules: readonly Omit<StoredRule, "id">[], now: number): Promise<void> {
  const rows = rules.map(({ field, target }) => rowOf(field, target, now));
  for (let at = 0; at < rows.length; at += most)
    await tx
      .insertInto("state_rule")
      .values(rows.slice(at, at + most))
      .execute();
}
