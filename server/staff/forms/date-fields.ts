import type { Dates } from "../../dates.ts";
import { invalidFields, ok } from "../../outcome.ts";
import type { WordsContext } from "../records/records.ts";
import { type EmptyOptions, type FieldOptions, lineField } from "./fields.ts";
import type { FormContext, FormField } from "./form.ts";

const momentWords = (value: unknown, { dates }: WordsContext) =>
  typeof value === "number" ? dates.moment(value).text : undefined;

const dayMs = 86_400_000;
/** The day of a moment by the shop's calendar, as `2026-12-01`. */
export const dayText = (at: number | null, dates: Dates): string =>
  at === null ? "" : new Date(dates.local(at).day * dayMs).toISOString().slice(0, 10);

/** The moment at which a typed day begins or ends; NaN for an invalid day. */
function momentOfDay(text: string, dates: Dates, edge: "begin" | "end"): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return Number.NaN;
  if (edge === "begin") return dates.startOf(text);
  return dates.startOf(new Date(Date.parse(text) + dayMs).toISOString().slice(0, 10)) - 1;
}

type DayOptions<None> = EmptyOptions<None> & { edge?: "begin" | "end"; initial?(context: FormContext): number };

/**
 * A day, stored as the moment of its beginning or end; an unchanged day keeps the stored moment.
 */
export const day = <None extends number | null>(label: string, options: DayOptions<None>): FormField<number | None> =>
  lineField<number | None>(
    label,
    { ...options, type: "date" },
    {
      ...(options.initial && { initial: options.initial }),
      show: (value, { dates }) => dayText(value, dates),
      read(text, { stored, context: { dates } }) {
        if (text === "") return ok(options.none);
        const isUnchanged = typeof stored === "number" && dayText(stored, dates) === text;
        return ok(isUnchanged ? stored : momentOfDay(text, dates, options.edge ?? "begin"));
      },
      words: momentWords,
    },
  );

/** A day and time in the shop's time zone; null if the field is empty. */
export const moment = (label: string, options: FieldOptions = {}): FormField<number | null> =>
  lineField<number | null>(
    label,
    { ...options, type: "datetime-local", most: 40 },
    {
      show: (value, { dates }) => (value === null ? "" : dates.typed(value)),
      read(text, { name, context: { dates } }) {
        const at = text === "" ? null : dates.atLocal(text);
        return Number.isNaN(at) ? invalidFields([{ field: name, message: "This is no day and time." }]) : ok(at);
      },
      words: momentWords,
    },
  );
