import { type Outcome, refuse } from "../../outcome.ts";
import { slugOf } from "./slug.ts";

/** A value of an attribute; `position` is its place among the attribute's values, as the shop counts them. */
export type CellValue = { slug: string; name: string; position?: number };

/**
 * The values of one attribute in one cell: `Oak; Grey oak [oak-2]; Ash [ash 3]`. The slug stands there when the name does not make it,
 * the place when it is given. A backslash takes the meaning from what follows it.
 */
export const writeValues = (values: readonly CellValue[]): string => values.map(writeValue).join("; ");

function writeValue({ slug, name, position }: CellValue): string {
  const escaped = name.replace(/[\\;[\]]|^\s|\s$/gu, "\\$&");
  if (position === undefined) return slug === slugOf(name) ? escaped : `${escaped} [${slug}]`;
  return `${escaped} [${slug} ${position}]`;
}

export function readValues(cell: string): Outcome<CellValue[]> {
  const values: CellValue[] = [];
  for (const part of partsOf(cell)) {
    const value = readValue(part);
    if (!value) return refuse(`“${part.trim().slice(0, 60)}” is not like Name or Name [slug]`);
    values.push(value);
  }
  return { ok: true, value: values };
}

/** Split at every `;` that no backslash stands before; empty parts are passed over. */
const partsOf = (cell: string): string[] => (cell.match(/(?:\\[\s\S]|[^;\\]|\\$)+/gu) ?? []).filter((part) => part.trim() !== "");

/** Far more than a name has; a longer text would take long to look through. */
const longest = 2000;

const shape = /^\s*((?:\\[\s\S]|[^\\[\]])+?)\s*(?:\[([a-z0-9-]{1,64})(?: (\d{1,9}))?\]\s*)?$/u;

function readValue(part: string): CellValue | undefined {
  const [, escaped, given, place] = (part.length <= longest && shape.exec(part)) || [];
  if (escaped === undefined) return undefined;
  const name = escaped.replace(/\\([\s\S])/gu, "$1");
  const slug = given ?? slugOf(name);
  if (slug === "") return undefined;
  return { slug, name, ...(place !== undefined && { position: Number(place) }) };
}
