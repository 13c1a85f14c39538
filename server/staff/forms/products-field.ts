import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import { invalidFields, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { type FieldOptions, textAreaView, textBody } from "./fields.ts";
import type { FormField } from "./form.ts";
import { namesWords } from "./names.ts";

const hint = "One a line: the end of the product’s address, or all of it.";

/** Products by their addresses, one per line; the value is a list of their ids. */
export const products = (label: string, options: Pick<FieldOptions, "history"> = {}): FormField<string[]> => ({
  label: options.history ?? label,
  body: textBody(20_000),
  async views(input) {
    const rows = await referencedProducts(input.context.db, input.value ?? []);
    return [textAreaView(label, { hint, maxlength: "20000" }, input, rows.map(({ slug }) => slug).join("\n"))];
  },
  async read({ body, name, context: { db } }) {
    const match = await productsTyped(db, readLines(body[name]));
    if (match.unknown.length > 0)
      return invalidFields([{ field: name, message: `There is no product ${match.unknown.slice(0, 5).join(", ")}.` }]);
    return ok(match.products.map(({ id }) => id).sort());
  },
  words: (value, context) => namesWords(value, "product", context),
});
