import { categoryOptions } from "../forms/category-options.ts";
import { checks } from "../forms/choice-fields.ts";
import { form } from "../forms/form.ts";
import { products } from "../forms/products-field.ts";

/**
 * The ids of categories and single products that may not be sold in one place, and of single
 * products that may be sold there.
 */
type PlaceRules = { categories: string[]; notSold: string[]; alsoSold: string[] };

/** The form of one place's rules. */
export const stateForm = form<PlaceRules>({
  categories: checks("Categories that are not sold here", categoryOptions),
  notSold: products("Single products that are not sold here"),
  alsoSold: products("Single products that are sold here all the same"),
});
