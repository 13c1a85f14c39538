import { type Feature, lookUp } from "./data.ts";

// Parts of a regular expression that esbuild does not rewrite for older browsers. If a browser
// cannot read one of them, it rejects the whole chunk.
const parts: readonly (readonly [sign: RegExp, feature: string])[] = [
  [/\(\?<[=!]/, "lookbehind_assertion"],
  [/\(\?<\w/, "named_capturing_group"],
  [/\\p\{/i, "unicode_character_class_escape"],
  [/\(\?[ims-]+:/, "modifier"],
];
const flagNames: Record<string, string> = { d: "hasIndices", s: "dotAll", u: "unicode", v: "unicodeSets", y: "sticky" };

/** The features of a regular expression that the oldest syntax lacks. */
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
