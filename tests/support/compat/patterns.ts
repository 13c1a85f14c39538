import { type Feature, lookUp } from "./data.ts";

// esbuild makes no older one of these, and a chunk with a sign that a browser cannot read is no
// chunk.
const parts: readonly (readonly [sign: RegExp, feature: string])[] = [
  [/\(\?<[=!]/, "lookbehind_assertion"],
  [/\(\?<\w/, "named_capturing_group"],
  [/\\p\{/i, "unicode_character_class_escape"],
  [/\(\?[ims-]+:/, "modifier"],
];
const flagNames: Record<string, string> = { d: "hasIndices", s: "dotAll", u: "unicode", v: "unicodeSets", y: "sticky" };

/** The features of a regular expression beyond the oldest syntax. */
export function featuresOfPattern(literal: string): Feature[] {
  const end = literal.lastIndexOf("/");
  const features = [
    ...parts
      .filter(([sign]) => sign.test(literal.slice(0, end)))
      .map(([, name]) => lookUp("javascript", "regular_expressions", name)),
    ...[...literal.slice(end + 1)].map((flag) => lookUp("javascript", "builtins", "RegExp", flagNames[flag] ?? "")),
  ];
  return features.filter((feature) => feature !== undefined);
}
