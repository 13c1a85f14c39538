import type { WordsContext } from "../records/records.ts";

/** The name of a record; a removed record is named by its id. */
export const nameWords = (id: string, noun: string, { referenced }: WordsContext): string =>
  referenced.get(id) ?? `removed ${noun} ${id}`;

/** The names of several records; undefined if there are none. */
export const namesWords = (value: unknown, noun: string, context: WordsContext): string | undefined =>
  Array.isArray(value) ? value.map((id) => nameWords(String(id), noun, context)).join(", ") || undefined : undefined;
