import type { Db } from "../../db/tables.ts";
import { invalidFields, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { textAreaView, textBody } from "./fields.ts";
import type { FormField } from "./form.ts";
import { type MeaningWords, picksIn, type TypedText, valuesOfTexts } from "./meanings.ts";

type NamedLines = {
  hint: string;
  words: MeaningWords;
  /** writes values as lines; a value that no longer exists may be left out */
  show(db: Db, values: readonly string[]): Promise<string[]>;
  /** finds the possible meanings of each typed line */
  find(db: Db, lines: readonly string[]): Promise<TypedText[]>;
};

const rows = 6;
/** All texts of a form together have to fit into 64 kB. */
const longest = 40_000;

/**
 * A text area for an ordered list of records, with one name on each line. If a line may mean
 * several records, the form comes back with a choice.
 */
export const namedLines = (label: string, { hint, words, show, find }: NamedLines): FormField<string[]> => ({
  label,
  body: textBody(longest),
  hasPicks: true,
  async views(input) {
    const lines = await show(input.context.db, input.value ?? []);
    return [textAreaView(label, { hint, rows }, input, lines.join("\n"))];
  },
  async read({ body, name, context: { db } }) {
    const lines = readLines(body[name]).split("\n");
    const typed = await find(db, [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))]);
    const { values, error } = valuesOfTexts(name, typed, picksIn(body, name), words);
    return error ? invalidFields([error]) : ok(values);
  },
});
