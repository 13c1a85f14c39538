import { allCategories } from "../../catalog/categories.ts";
import type { FormContext } from "./form.ts";

/** The categories to choose from. */
export const categoryOptions = async ({ db }: Pick<FormContext, "db">) =>
  (await allCategories(db)).map(({ id, name }) => ({ value: id, label: name }));
