import { z } from "zod";
import type { FieldError } from "../../outcome.ts";
import type { FormBody } from "./body.ts";
import { readList } from "./body.ts";

/** A possible meaning of a typed text: a value, and the label that people see. */
export type Meaning = { value: string; label: string };

/** The name of the form input with the ticked meanings of a field. */
export const pickName = (name: string): string => `${name}Pick`;
export const pickBody = z.union([z.string().max(500), z.array(z.string().max(500)).max(200)]).default([]);
export const picksIn = (body: FormBody, name: string): string[] => readList(body, pickName(name));

/** The ticked meanings, or else the only meaning; undefined if there is still a choice to make. */
export function decided(meanings: readonly Meaning[], picked: readonly string[]): readonly Meaning[] | undefined {
  const ticked = meanings.filter(({ value }) => picked.includes(value));
  if (ticked.length > 0) return ticked;
  return meanings.length === 1 ? meanings : undefined;
}

/** A typed text with its meanings. */
export type TypedText = { text: string; meanings: readonly Meaning[] };

/** Error messages for texts without a meaning (`none`) and with several meanings (`several`). */
export type MeaningWords = { none(texts: string): string; several(texts: string): string };

const quoted = (typed: readonly TypedText[]): string =>
  typed
    .slice(0, 5)
    .map(({ text }) => `“${text}”`)
    .join(", ");

/** The most meanings that are offered for a form. */
const mostOffered = 60;

/** The error for texts with no meaning or several; the error offers the meanings as choices. */
export function undecidedError(field: string, typed: readonly TypedText[], words: MeaningWords): FieldError {
  const unknown = typed.filter(({ meanings }) => meanings.length === 0);
  const several = typed.filter(({ meanings }) => meanings.length > 0);
  const choices = [...new Map(several.flatMap(({ meanings }) => meanings).map((each) => [each.value, each])).values()];
  const message = [
    ...(unknown.length > 0 ? [words.none(quoted(unknown))] : []),
    ...(several.length > 0 ? [words.several(quoted(several))] : []),
  ].join(" ");
  return { field, message, ...(choices.length > 0 && { choices: choices.slice(0, mostOffered) }) };
}

/** The values that typed texts mean, in their order; or an error if a text is still undecided. */
export function valuesOfTexts(
  field: string,
  typed: readonly TypedText[],
  picked: readonly string[],
  words: MeaningWords,
): { values: string[]; error?: FieldError } {
  const undecided = typed.filter(({ meanings }) => decided(meanings, picked) === undefined);
  if (undecided.length > 0) return { values: [], error: undecidedError(field, undecided, words) };
  const values = typed.flatMap(({ meanings }) => decided(meanings, picked) ?? []).map(({ value }) => value);
  return { values: [...new Set(values)] };
}
