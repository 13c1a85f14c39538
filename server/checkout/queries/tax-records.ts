import type { Db, Row, Tx } from "../../db/tables.ts";
import { placeOf } from "../rules/shipping-fields.ts";
import type { TaxFields } from "../rules/tax-fields.ts";

const toFields = (row: Row<"tax_rate">, categories: readonly Row<"tax_category_rate">[]): TaxFields => ({
  ratePpm: row.rate_ppm,
  nexus: row.nexus === 1,
  nexusFrom: row.nexus_from,
  taxShipping: row.tax_shipping === 1,
  ofCategories: Object.fromEntries(categories.map(({ category_id, rate_ppm }) => [category_id, rate_ppm])),
});

export async function lockTaxFields(tx: Tx, code: string): Promise<TaxFields | undefined> {
  const { country, area } = placeOf(code);
  const at = { country, area };
  const row = await tx
    .selectFrom("tax_rate")
    .selectAll()
    .where("country", "=", at.country)
    .where("area", "=", at.area)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const categories = await tx
    .selectFrom("tax_category_rate")
    .selectAll()
    .where("country", "=", country)
    .where("area", "=", area)
    .orderBy("category_id")
    .execute();
  return toFields(row, categories);
}

/** All places with a rate. */
export async function findTaxRecords(reader: Db | Tx): Promise<(TaxFields & { code: string })[]> {
  const rates = await reader.selectFrom("tax_rate").selectAll().orderBy("country", "desc").orderBy("area").execute();
  const all = await reader.selectFrom("tax_category_rate").selectAll().execute();
  return rates.map((row) => ({
    code: `${row.country}-${row.area}`,
    ...toFields(
      row,
      all.filter(({ country, area }) => country === row.country && area === row.area),
    ),
  }));
}

export async function putTax(tx: Tx, code: string, fields: TaxFields): Promise<void> {
  const { country, area } = placeOf(code);
  const columns = {
    rate_ppm: fields.ratePpm,
    nexus: fields.nexus ? 1 : 0,
    nexus_from: fields.nexusFrom,
    tax_shipping: fields.taxShipping ? 1 : 0,
  };
  await tx
    .insertInto("tax_rate")
    .values({ country, area, ...columns })
    .onConflict((conflict) => conflict.columns(["country", "area"]).doUpdateSet(columns))
    .execute();
  await deleteCategoryRates(tx, code);
  const rows = Object.entries(fields.ofCategories).map(([category_id, rate_ppm]) => ({ country, area, category_id, rate_ppm }));
  if (rows.length > 0) await tx.insertInto("tax_category_rate").values(rows).execute();
}

async function deleteCategoryRates(tx: Tx, code: string): Promise<void> {
  const { country, area } = placeOf(code);
  await tx.deleteFrom("tax_category_rate").where("country", "=", country).where("area", "=", area).execute();
}

export async function deleteTax(tx: Tx, code: string): Promise<void> {
  await deleteCategoryRates(tx, code);
  const { country, area } = placeOf(code);
  await tx.deleteFrom("tax_rate").where("country", "=", country).where("area", "=", area).execute();
}
