import type { Db, Tx } from "../db/tables.ts";
import { countTaxRatesOf, findPromoCodesOf } from "./queries/category-uses.ts";

const mostNamed = 3;

/** The selling rules that refer to a category, in words such as `the promo SPRING`. */
export async function sellingUsesOf(reader: Db | Tx, categoryId: string): Promise<string[]> {
  const codes = await findPromoCodesOf(reader, categoryId, mostNamed + 1);
  const rates = await countTaxRatesOf(reader, categoryId);
  const codeList = codes.slice(0, mostNamed).join(", ");
  const more = codes.length > mostNamed ? `${codeList}, and others` : codeList;
  return [
    ...(codes.length > 0 ? [`${codes.length === 1 ? "the promo" : "the promos"} ${more}`] : []),
    ...(rates > 0 ? [`the taxes of ${rates === 1 ? "1 state" : `${rates} states`}`] : []),
  ];
}
