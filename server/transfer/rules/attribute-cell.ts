import { slugOf } from "../../catalog/rules/slug.ts";
import { type Outcome, refuse } from "../../outcome.ts";

/** A value of an attribute. `position` is its stored position among the attribute's values. */
export type CellValue = { slug: string; name: string; position?: number };

/**
 * Writes the values of one attribute into one cell: `Oak; Grey oak [oak-2]; Ash [ash 3]`. Includes
 * the slug if it does not follow from the name, and the position if given. A backslash escapes the
 * next character.
 */
export const writeValues = (values: readonly CellValue[]): string => values.map(writeValue).join("; ");

function writeValue({ slug, name, position }: CellValue): string {
  const escaped = name.replace(/[\\;[\]]|^\s|\s$/gu, "\\$&");
  if (position === undefined) return slug === slugOf(name) ? escaped : `${escaped} [${slug}]`;
  return `${escaped} [${slug} ${position}]`;
}

/** Reads values that `writeValues` wrote; refuses with `invalid`. A blank cell has no values. */
export function readValues(cell: string): Outcome<CellValue[]> {
  const values: CellValue[] = [];
  for (const part of partsOf(cell)) {
    const value = readValue(part);
    if (!value) return refuse("invalid", `“${part.trim().slice(0, 60)}” is not in the form Name or Name [slug]`);
    values.push(value);
  }
  return { ok: true, value: values };
}

/** Splits at every unescaped `;` and skips empty parts. */
const partsOf = (cell: string): string[] => (cell.match(/(?:\\[\s\S]|[^;\\]|\\$)+/gu) ?? []).filter((part) => part.trim() !== "");

/** The most characters of a name. */
const longest = 2000;

// The second pattern starts where the first ends. A single pattern would backtrack over every way
// to divide the blanks between the two parts.
const nameShape = /(?:\\[\s\S]|[^\\[\]])+/uy;
const tailShape = /(?:\[([a-z0-9-]{1,64})(?: (\d{1,9}))?\])?$/uy;

function readValue(part: string): CellValue | undefined {
  if (part.length > longest) return undefined;
  const text = trimmed(part);
  nameShape.lastIndex = 0;
  const [escaped] = nameShape.exec(text) ?? [];
  if (escaped === undefined) return undefined;
  tailShape.lastIndex = escaped.length;
  const tail = tailShape.exec(text);
  if (!tail) return undefined;
  const [, valueName, place] = tail;
  const name = trimmed(escaped).replace(/\\([\s\S])/gu, "$1");
  const slug = valueName ?? slugOf(name);
  if (slug === "") return undefined;
  return { slug, name, ...(place !== undefined && { position: Number(place) }) };
}

/** The text without surrounding blanks; an escaped blank belongs to the name. */
function trimmed(text: string): string {
  const bare = text.trim();
  const marks = /\\*$/.exec(bare)?.[0].length ?? 0;
  return marks % 2 === 0 ? bare : text.trimStart().slice(0, bare.length + 1);
}
