import { z } from "zod";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { isTicked, readList } from "./body.ts";
import { choiceView } from "./field-view.ts";
import { type FieldOptions, hintOf, textBody } from "./fields.ts";
import type { FormContext, FormField } from "./form.ts";
import { namesWords } from "./names.ts";

const texts = z.union([z.string().max(64), z.array(z.string().max(64)).max(1000)]).default([]);

/** A box to tick. With a `legend`, the box has its own group. */
export const box = (
  label: string,
  { legend, isTickedFirst = false, ...options }: FieldOptions & { legend?: string; isTickedFirst?: boolean } = {},
): FormField<boolean> => ({
  label: options.history ?? label,
  body: textBody(1),
  views(input) {
    const checked = input.value ?? isTickedFirst;
    const value = checked ? "1" : "";
    const { name } = input;
    if (legend === undefined) return [{ kind: "check", name, label, value, checked }];
    return [choiceView("checks", { name, label: legend, ...hintOf(options, input) }, [{ value: "1", label }], [value])];
  },
  read: ({ body, name }) => ok(isTicked(body, name)),
});

type Option = { value: string; label: string };
type LoadOptions = (context: FormContext, chosen: string | undefined) => readonly Option[] | Promise<readonly Option[]>;

/** Makes options from the words for each value. */
export const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/**
 * Boxes to tick, any number of them. With `named`, the values are ids of records, and histories
 * show the names of these records. `named` is the noun for a record, such as for one that was
 * removed.
 */
export const checks = (
  label: string,
  load: LoadOptions,
  { named, ...options }: FieldOptions & { named?: string } = {},
): FormField<string[]> => ({
  label: options.history ?? label,
  body: texts,
  views: async (input) => [
    choiceView(
      "checks",
      { name: input.name, label, ...hintOf(options, input) },
      await load(input.context, undefined),
      input.value ?? [],
    ),
  ],
  read: ({ body, name }) => ok(readList(body, name).sort()),
  ...(named !== undefined && { words: (value, context) => namesWords(value, named, context) }),
});

/** Radio buttons, one for each value. If none is sent, the value is `first`. */
export const radios = <Value extends string>(
  label: string,
  words: Readonly<Record<Value, string>>,
  { first, saysWords = false, ...options }: FieldOptions & { first: Value; saysWords?: boolean },
): FormField<Value> => ({
  label: options.history ?? label,
  body: textBody(64),
  views: (input) => [
    choiceView("radios", { name: input.name, label, ...hintOf(options, input) }, optionsOf(words), [input.value ?? first]),
  ],
  read({ body, name }) {
    const sent = readLines(body[name]);
    return ok(isKey(words, sent) ? sent : first);
  },
  ...(saysWords && { words: (value) => words[value as Value] }),
});

const isKey = <Key extends string>(words: Readonly<Record<Key, string>>, key: string): key is Key => Object.hasOwn(words, key);

/** A list of options to choose one from. In the form of a new record, `first` is chosen. */
export const select = (
  label: string,
  load: LoadOptions,
  { first, ...options }: FieldOptions & { first?: string } = {},
): FormField<string> => ({
  label: options.history ?? label,
  body: textBody(100),
  views: async (input) => {
    const chosen = input.value ?? first;
    const described = { name: input.name, label, ...hintOf(options, input) };
    return [choiceView("select", described, await load(input.context, chosen), chosen === undefined ? [] : [chosen])];
  },
  read: ({ body, name }) => ok(readLines(body[name])),
});
