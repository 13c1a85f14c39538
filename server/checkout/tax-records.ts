import { categoryIdsAmong } from "../catalog/references.ts";
import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteTax, findTaxRecords, lockTaxFields, putTax } from "./queries/tax-records.ts";
import { type TaxFields, taxErrors } from "./rules/tax-fields.ts";

/** All places with a rate. */
export const listTaxes = (reader: Db | Tx) => findTaxRecords(reader);

/** The tax of a place such as `US-TX`, locked until the transaction ends. */
export const readTax = (tx: Tx, code: string): Promise<TaxFields | undefined> => lockTaxFields(tx, code);

/** Stores the new or changed tax of a place. */
export async function writeTax(tx: Tx, code: string, fields: TaxFields): Promise<Outcome<undefined>> {
  const errors = taxErrors(code, fields);
  const ids = Object.keys(fields.ofCategories);
  if ((await categoryIdsAmong(tx, ids)).length < ids.length)
    errors.push({ field: "ofCategories", message: "One of these categories is gone." });
  if (errors.length > 0) return invalidFields(errors);
  await putTax(tx, code, fields);
  return ok(undefined);
}

/** Removes the tax of a place; then no tax is collected there. */
export async function removeTax(tx: Tx, code: string): Promise<Outcome<undefined>> {
  await deleteTax(tx, code);
  return ok(undefined);
}
