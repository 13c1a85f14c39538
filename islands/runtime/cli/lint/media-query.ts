import { didYouMean } from "../../render/nearest.ts";

const types = ["all", "print", "screen"];

/** Features that also have the prefixes `min-` and `max-`. */
const ranges = [
  ..."width height aspect-ratio device-width device-height device-aspect-ratio".split(" "),
  ..."color color-index monochrome resolution".split(" "),
];
const features = [
  ...ranges.flatMap((name) => [name, `min-${name}`, `max-${name}`]),
  ..."orientation scan grid update overflow-block overflow-inline color-gamut scripting".split(" "),
  ..."pointer hover any-pointer any-hover display-mode forced-colors inverted-colors".split(" "),
  ..."dynamic-range video-dynamic-range prefers-color-scheme prefers-contrast".split(" "),
  ..."prefers-reduced-data prefers-reduced-motion prefers-reduced-transparency".split(" "),
];

const name = "-?[a-z][a-z0-9-]*";
const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
/** A number, also with a unit, a ratio, a keyword, or a function such as `calc(1rem + 1px)`. */
const value = String.raw`(?:${number}(?:\s*/\s*${number}|[a-z]*)|[a-z-]+(?:\(.*\))?)`;
const compared = String.raw`${value}\s*(?:[<>]=?|=)\s*${value}`;
const between = String.raw`${value}\s*(?:<=?\s*${name}\s*<=?|>=?\s*${name}\s*>=?)\s*${value}`;

const isName = new RegExp(`^${name}$`, "i");
const isPair = new RegExp(String.raw`^(${name})\s*:\s*(${value})$`, "i");
const isRange = new RegExp(`^(?:${compared}|${between})$`, "i");
const isPrefixed = /(?:^|[\s<>=])(?:min|max)-/i;
const lacksColon = new RegExp(String.raw`^(${name})(?:\s+|\s*=\s*)(${value})$`, "i");
const isOperator = /^(?:and|or|not|only)$/i;

/**
 * Describes why a media query never matches; undefined if browsers can parse it. Reports only wrong
 * syntax and likely mistakes, since browsers add features and values.
 */
export function mediaQueryFault(query: string): string | undefined {
  return bracketFault(query) ?? firstFault(splitOutsideBrackets(query, ","), (one) => queryFault(one.trim()));
}

function firstFault(parts: readonly string[], faultOf: (part: string) => string | undefined): string | undefined {
  return parts.map(faultOf).find((fault) => fault !== undefined);
}

function bracketFault(query: string): string | undefined {
  let depth = 0;
  for (const sign of query) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (depth < 0) return "has a ) without its (";
  }
  return depth > 0 ? "has a ( without its )" : undefined;
}

function splitOutsideBrackets(text: string, separator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (depth === 0 && sign === separator) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The words and bracketed parts of a query, such as `screen`, `and` and `(min-width: 48rem)`. */
const wordsOf = (text: string): string[] => splitOutsideBrackets(text.replace(/\s+/g, " "), " ").filter(Boolean);

/** The fault of a media type with conditions, or of conditions alone. */
function queryFault(query: string): string | undefined {
  const words = wordsOf(query);
  const [type = "", and, ...conditions] = /^(?:not|only)$/i.test(words[0] ?? "") ? words.slice(1) : words;
  if (!isName.test(type) || isOperator.test(type)) return conditionFault(words);
  const isJoined = and === undefined || (/^and$/i.test(and) && !conditions.some((word) => /^or$/i.test(word)));
  if (!isJoined) return unreadable(query);
  if (!types.includes(type.toLowerCase())) return `has an unknown media type ${type}${didYouMean(type.toLowerCase(), types)}`;
  return and === undefined ? undefined : conditionFault(conditions);
}

/** The fault of bracketed parts that are joined by `and`, or by `or`. */
function conditionFault(words: readonly string[]): string | undefined {
  const shape = words.map((word) => (isOperator.test(word) ? word.toLowerCase() : "part")).join(" ");
  const parts = words.filter((word) => !isOperator.test(word));
  const isBracketed = parts.every((part) => /^[a-z-]*\(.*\)$/i.test(part));
  if (!isBracketed || !/^(?:not part|part(?: and part)*|part(?: or part)*)$/.test(shape)) return unreadable(words.join(" "));
  return firstFault(parts, partFault);
}

function partFault(part: string): string | undefined {
  // A function, such as `style(…)`, may be newer than this list of features.
  if (!part.startsWith("(")) return undefined;
  const inner = part.slice(1, -1).trim();
  return /^(?:\(|not\s*\()/i.test(inner) ? conditionFault(wordsOf(inner)) : featureFault(inner);
}

function featureFault(feature: string): string | undefined {
  const [, key = feature, text = ""] = isPair.exec(feature) ?? [];
  if (!isName.test(key)) return isRange.test(feature) && !isPrefixed.test(feature) ? undefined : unreadable(feature);
  const lower = key.toLowerCase();
  const hint = features.includes(lower) ? "" : didYouMean(lower, features);
  if (hint) return `has an unknown feature ${key}${hint}`;
  if (/(?:width|height)$/.test(lower) && Number(text)) return `has no unit after ${text}: write (${key}: ${text}px)`;
  return undefined;
}

function unreadable(text: string): string {
  const [, operator] = /\b(and|or|not)\(/i.exec(text) ?? [];
  if (operator) return `needs a space after ${operator}`;
  const [, key = "", given] = lacksColon.exec(text) ?? [];
  const meant = key && !isOperator.test(key) ? `${key}: ${given}` : isPair.exec(text)?.[0];
  return `cannot be read: write ${meant ? `(${meant})` : "a query such as (min-width: 48rem)"}`;
}
