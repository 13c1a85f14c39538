import { parseArgs } from "node:util";
import { type Outcome, refuse } from "../outcome.ts";

type Arguments<Option extends string> = {
  words: string[];
  options: Partial<Record<Option, string>>;
  /** the values of `list` options, in the given order */
  lists: Partial<Record<Option, string[]>>;
};

/**
 * Parses a command's arguments. A `text` option needs a value. A `flag` has no value and is `""`. A
 * `list` may be given several times. An error message repeats the option as it was typed.
 */
export function readArguments<Option extends string>(
  args: readonly string[],
  options: Record<Option, "text" | "flag" | "list">,
): Outcome<Arguments<Option>> {
  const isKnown = (name: string): name is Option => Object.hasOwn(options, name);
  const types = Object.entries(options).map(([name, kind]) => [name, { type: kind === "flag" ? "boolean" : "string" }] as const);
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true });
  const parsed: Arguments<Option> = { words: [], options: {}, lists: {} };
  for (const token of tokens) {
    if (token.kind === "positional") parsed.words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!isKnown(name) || !rawName.startsWith("--")) return refuse("invalid", `unknown option ${rawName}`);
    if (parsed.options[name] !== undefined) return refuse("invalid", `${rawName} was given twice`);
    if (options[name] === "flag" && value !== undefined) return refuse("invalid", `${rawName} takes no value`);
    // A negative number is a value, which the command checks.
    if (options[name] !== "flag" && (!value || /^-(?!\d)/.test(value))) return refuse("invalid", `${rawName} needs a value`);
    if (options[name] === "list") {
      parsed.lists[name] = [...(parsed.lists[name] ?? []), value ?? ""];
      continue;
    }
    parsed.options[name] = value ?? "";
  }
  return { ok: true, value: parsed };
}
