import type { Db } from "../db/tables.ts";
import { parseDollars } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readMapping } from "./reading/mapping-file.ts";
import type { ProductOptions } from "./rules/format.ts";
import { classifierFor } from "./rules/mapping/sorting.ts";
import { categoryNames } from "./writing/categories.ts";

/** `category`: for products whose type names none; `map`: path of a mapping file. */
type Wanted = { category: string | undefined; map: string | undefined };

/**
 * The options with which a file's products are read. Refuses a category that the shop does not
 * have, and a mapping file with mistakes.
 */
export async function productOptions(db: Db, { category, map }: Wanted): Promise<Outcome<ProductOptions>> {
  const categories = await categoryNames(db);
  const fallback = category === undefined ? undefined : categories.get(category.toLowerCase());
  if (category !== undefined && fallback === undefined)
    return refuse("invalid", `there is no category “${category}”: use one of ${[...new Set(categories.values())].join(", ")}`);
  const classify = map === undefined ? ok(classifierFor({}, categories)) : await readMapping(map, categories);
  return classify.ok ? ok({ categories, fallback, parsePrice: parseDollars, classify: classify.value }) : classify;
}
