import { allPages } from "../../content/rules/navigation.ts";
import type { Db } from "../../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { decided, type TypedText, undecidedError } from "../forms/meanings.ts";
import { isAddress, linksNamed, linkWords } from "./named-links.ts";

type LineLookup = {
  field: string;
  picked: readonly string[];
  /** whether a line without a bar is the name of a page, and not a heading */
  hasBareNames: boolean;
};

type Line = { name: string; target: string };

/** The name of a link and what was typed for its address; undefined if the line has no such text. */
function lineOf(text: string, hasBareNames: boolean): Line | undefined {
  const at = text.lastIndexOf("|");
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const target = text.slice(at + 1).trim();
  const isNamed = at >= 0 || (hasBareNames && name !== allPages);
  return isNamed && name !== "" && target !== "" && !isAddress(target) ? { name, target } : undefined;
}

/**
 * Replaces the names of pages in lines such as `Seeds | seeds` by their addresses. Refuses names
 * that no page has, or several; `picked` are the addresses that were chosen before.
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
