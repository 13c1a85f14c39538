import type { Db } from "../db/tables.ts";
import { parseDollars } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { parseMapping, readMapping } from "./reading/mapping-file.ts";
import type { Classify, ProductOptions } from "./rules/format.ts";
import { classifierFor } from "./rules/mapping/sorting.ts";
import { categoryNames } from "./writing/categories.ts";

/**
 * `category`: for products whose type names no category; `map`: the path of a mapping file, or its
 * name and text.
 */
type ProductOptionsInput = {
  category: string | undefined;
  map: string | { name: string; text: string } | undefined;
  /** names of categories to add with the products */
  newCategories?: readonly string[];
};

/**
 * The options for reading a file's products. Refuses an unknown category, and a mapping file with
 * mistakes.
 */
export async function productOptions(
  db: Db,
  { category, map, newCategories }: ProductOptionsInput,
): Promise<Outcome<ProductOptions>> {
  const categories = await categoryNames(db, newCategories);
  const fallback = category === undefined ? undefined : categories.get(category.toLowerCase());
  if (category !== undefined && fallback === undefined)
    return refuse("invalid", `there is no category “${category}”: use one of ${[...new Set(categories.values())].join(", ")}`);
  const classify = await classifyBy(map, categories, fallback);
  return classify.ok ? ok({ categories, fallback, parsePrice: parseDollars, classify: classify.value }) : classify;
}

async function classifyBy(
  map: ProductOptionsInput["map"],
  categories: ReadonlyMap<string, string>,
  fallback: string | undefined,
): Promise<Outcome<Classify>> {
  if (map === undefined) return ok(classifierFor({}, categories, fallback));
  return typeof map === "string"
    ? await readMapping(map, categories, fallback)
    : parseMapping(map.text, map.name, categories, fallback);
}
