import { invalidFields, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { lineView } from "../forms/field-view.ts";
import { textBody } from "../forms/fields.ts";
import type { FormField } from "../forms/form.ts";
import { picksIn, valuesOfTexts } from "../forms/meanings.ts";
import { isAddress, linkSuggestions, linksNamed, linkWords } from "./named-links.ts";

/**
 * A field for a link. Replaces the typed name of a page, category, collection or product by the
 * address. If several have the name, the form comes back with a choice. Keeps a typed address.
 */
export const link = (label: string, options: { hint: string }): FormField<string> => ({
  label,
  body: textBody(2000),
  hasPicks: true,
  views: async ({ name, value = "", context: { db } }) => [
    { ...lineView(name, label, value, options), suggestions: await linkSuggestions(db) },
  ],
  async read({ body, name, context: { db } }) {
    const text = readLines(body[name]);
    if (text === "" || isAddress(text)) return ok(text);
    const typed = await linksNamed(db, text);
    const { values, error } = valuesOfTexts(name, [typed], picksIn(body, name), linkWords);
    return error ? invalidFields([error]) : ok(values[0] ?? "");
  },
});
