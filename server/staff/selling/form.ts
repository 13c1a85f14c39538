import type { Dates } from "../../dates.ts";
import { parseDollars } from "../../money.ts";
import type { FieldError } from "../../outcome.ts";

type Field = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string;
  type?: string;
  inputmode?: string;
  required?: boolean;
  /** the choice that needs it, in words */
  onlyFor?: string;
  autocomplete: string;
  maxlength: string;
};
type Area = { name: string; label: string; value: string; hint?: string; error?: string; maxlength: string };
type Choice = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  type: "radio" | "checkbox";
  options: { value: string; label: string; checked: boolean }[];
};

type Select = Pick<Choice, "name" | "label" | "error" | "options">;

/** One question of a form: exactly one of the four is set. */
export type FormPart = { field?: Field; area?: Area; select?: Select; choice?: Choice };

type FieldMore = Partial<Pick<Field, "hint" | "type" | "inputmode" | "required" | "onlyFor">>;
export const fieldPart = (name: string, label: string, value: string, more: FieldMore = {}): FormPart => ({
  field: { name, label, value, autocomplete: "off", maxlength: "300", ...more },
});
export const areaPart = (name: string, label: string, value: string, hint: string, maxlength = "20000"): FormPart => ({
  area: { name, label, value, hint, maxlength },
});

type Option = { value: string; label: string };
export const selectPart = (name: string, label: string, options: readonly Option[], chosen: string): FormPart => ({
  select: { name, label, options: options.map((each) => ({ ...each, checked: each.value === chosen })) },
});
export const radioPart = (name: string, label: string, options: readonly Option[], chosen: string, hint?: string): FormPart => ({
  choice: {
    ...{ name, label, type: "radio" },
    ...(hint !== undefined && { hint }),
    options: options.map((each) => ({ ...each, checked: each.value === chosen })),
  },
});
export const checksPart = (
  name: string,
  label: string,
  options: readonly Option[],
  chosen: readonly string[],
  hint?: string,
): FormPart => ({
  choice: {
    ...{ name, label, type: "checkbox" },
    ...(hint !== undefined && { hint }),
    options: options.map((each) => ({ ...each, checked: chosen.includes(each.value) })),
  },
});

export type Typed = Readonly<Record<string, unknown>>;

/** A typed line, trimmed; empty if it is absent. */
export const typedText = (typed: Typed, name: string): string =>
  typeof typed[name] === "string" ? typed[name].slice(0, 20_000).replaceAll("\r", "").trim() : "";

/** The values of a field that may be sent several times. */
export const typedList = (typed: Typed, name: string): string[] => {
  const value = typed[name];
  const all = Array.isArray(value) ? value : [value];
  return [...new Set(all.filter((each): each is string => typeof each === "string" && each !== ""))];
};

/**
 * A typed amount in cents; `none` for an empty text, NaN for an invalid one, which the rules
 * refuse.
 */
export function typedCents<None>(typed: Typed, name: string, none: None): number | None {
  const text = typedText(typed, name);
  return text === "" ? none : (parseDollars(text) ?? Number.NaN);
}

export function typedNumber<None>(typed: Typed, name: string, none: None): number | None {
  const text = typedText(typed, name);
  if (text === "") return none;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** A whole percentage, with or without a percent sign. */
export const typedPercent = (typed: Typed, name: string): number =>
  typedNumber({ ...typed, [name]: typedText(typed, name).replace(/\s*%$/, "") }, name, Number.NaN);

const dayMs = 86_400_000;
/** The day of a moment by the shop's calendar, as `2026-12-01`. */
export const dayText = (at: number | null, dates: Dates): string =>
  at === null ? "" : new Date(dates.local(at).day * dayMs).toISOString().slice(0, 10);

/**
 * The moment at which a typed day begins or, with `end`, ends; the stored one if the day is
 * unchanged.
 */
export function typedDay<None>(
  typed: Typed,
  name: string,
  { none, stored, dates, isEnd = false }: { none: None; stored: number | null | undefined; dates: Dates; isEnd?: boolean },
): number | None {
  const text = typedText(typed, name);
  if (text === "") return none;
  if (typeof stored === "number" && dayText(stored, dates) === text) return stored;
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return Number.NaN;
  if (!isEnd) return dates.startOf(text);
  return dates.startOf(new Date(Date.parse(text) + dayMs).toISOString().slice(0, 10)) - 1;
}

/** The form with its typed values and errors. */
export function withTyped(parts: readonly FormPart[], typed: Typed | undefined, errors: readonly FieldError[]): FormPart[] {
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  return parts.map(({ field, area, select, choice }) => {
    const name = (field ?? area ?? select ?? choice)?.name ?? "";
    const error = errorOf(name);
    const wrong = error === undefined ? {} : { error };
    const value = typed && typedText(typed, name);
    if (field) return { field: { ...field, ...(value !== undefined && { value }), ...wrong } };
    if (area) return { area: { ...area, ...(value !== undefined && { value }), ...wrong } };
    const chosen = typed && typedList(typed, name);
    const options = ((select ?? choice)?.options ?? []).map((each) =>
      chosen ? { ...each, checked: chosen.includes(each.value) } : each,
    );
    if (select) return { select: { ...select, options, ...wrong } };
    if (!choice) return {};
    return { choice: { ...choice, options, ...wrong } };
  });
}
