import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "postcss";
import { gate } from "../../../islands/supported-browsers.ts";
import { lacking, lookUp } from "./data.ts";

/**
 * Finds the rules for `(scripting: enabled)` that stand outside the `@supports` rule of the gate.
 * Browsers that fail the gate run no island, so they must not get these rules.
 */
export function ungatedStyles(root: string, file: string): string[] {
  const faults: string[] = [];
  parse(readFileSync(join(root, file), "utf8"), { from: file }).walkAtRules("media", (rule) => {
    if (!/scripting:\s*enabled/.test(rule.params)) return;
    const { parent } = rule;
    if (parent?.type === "atrule" && "params" in parent && parent.params === `selector(:${gate.selector})`) return;
    faults.push(`${file}:${rule.source?.start?.line} (scripting: enabled) must stand in @supports selector(:${gate.selector})`);
  });
  return faults;
}

/**
 * Checks that the browsers with the gate's CSS selector are exactly the browsers that pass the
 * gate.
 */
export function judgeSelector(): string[] {
  const selector = lookUp("css", "selectors", gate.selector);
  const cameTogether =
    selector && lacking(selector, gate.browsers).length === 0 && lacking({ first: gate.browsers }, selector.first).length === 0;
  return cameTogether
    ? []
    : [`islands/supported-browsers.ts: :${gate.selector} and ${gate.feature} did not come with the same versions`];
}
