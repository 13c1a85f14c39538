import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";

/** A line of a record's history. */
export type HistoryEntry = { at: string; who: string; what: string; note: string };

const fieldText = (text: string | null): string => {
  if (text === null) return "";
  const fields = JSON.parse(text) as Record<string, unknown>;
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
};

/** Who did it, by name: `owner` is a command. */
export function whoOf(actor: string | null, names: ReadonlyMap<string, string>): string {
  if (actor?.startsWith("staff:")) return names.get(actor.slice("staff:".length)) ?? "staff";
  return actor === "owner" ? "owner’s command" : (actor ?? "");
}

/** The ids of the staff that histories name. */
export const staffIn = (actors: readonly (string | null)[]): string[] => [
  ...new Set(actors.flatMap((actor) => (actor?.startsWith("staff:") ? [actor.slice("staff:".length)] : []))),
];

/** Entries of the audit as people read them. */
export const auditHistory = (
  entries: readonly Row<"audit_entry">[],
  names: ReadonlyMap<string, string>,
  dates: Dates,
): HistoryEntry[] =>
  entries.map(({ at, actor, action, before, after }) => ({
    at: dates.moment(at).text,
    who: whoOf(actor, names),
    what: action,
    note: [fieldText(before), fieldText(after)].filter(Boolean).join(" → "),
  }));
