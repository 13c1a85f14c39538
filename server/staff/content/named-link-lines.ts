import { allPages } from "../../content/rules/navigation.ts";
import type { Db } from "../../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { decided, type TypedText, undecidedError } from "../forms/meanings.ts";
import { isAddress, linksNamed, linkWords } from "./named-links.ts";

type LineLookup = {
  field: string;
  picked: readonly string[];
  /** whether a line without a bar names a page; otherwise the line is a heading */
  hasBareNames: boolean;
};

type Line = { name: string; target: string };

/** The words of a line's link and the text for the address; undefined for other lines. */
function lineOf(text: string, hasBareNames: boolean): Line | undefined {
  const at = text.lastIndexOf("|");
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const target = text.slice(at + 1).trim();
  const isNamed = at >= 0 || (hasBareNames && name !== allPages);
  return isNamed && name !== "" && target !== "" && !isAddress(target) ? { name, target } : undefined;
}

/**
 * Replaces the names of pages in lines such as `Seeds | seeds` by addresses. Refuses a name that no
 * page has, or that several have unless `picked`, the chosen addresses, decides between them.
 */
export async function withAddresses(db: Db, text: string, { field, picked, hasBareNames }: LineLookup): Promise<Outcome<string>> {
  const undecided: TypedText[] = [];
  const lines: string[] = [];
  for (const written of text.split(/\r\n?|\n/)) {
    const line = lineOf(written.trim(), hasBareNames);
    const typed = line && (await linksNamed(db, line.target));
    const [chosen] = (typed && decided(typed.meanings, picked)) ?? [];
    if (typed && !chosen) undecided.push(typed);
    lines.push(line && chosen ? `${line.name} | ${chosen.value}` : written);
  }
  return undecided.length > 0 ? invalidFields([undecidedError(field, undecided, linkWords)]) : ok(lines.join("\n"));
}
