import { readSynonymLines, synonymExample } from "../../catalog/rules/synonyms.ts";
import { invalidFields, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { textAreaView, textBody } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";

/** Lines of words that mean the same in the shop's search. */
export type SynonymFields = { lines: readonly string[] };

const label = "Words that mean the same";
const hint = `One line for each group, with = between its words: ${synonymExample}. Names of several words work too: tee shirt = t-shirt = tee.`;

const lines: FormField<readonly string[]> = {
  label,
  body: textBody(60_000),
  views: (input) => [textAreaView(label, { hint, rows: 12 }, input, (input.value ?? []).join("\n"))],
  read({ body, name }) {
    const { lines: read, faults } = readSynonymLines(readLines(body[name]));
    return faults.length > 0 ? invalidFields([{ field: name, message: faults.join(" ") }]) : ok(read);
  },
  words: (value) => (Array.isArray(value) ? value.join("\n") || undefined : undefined),
};

/** The form of the synonyms. */
export const synonymsForm = form<SynonymFields>({ lines });
