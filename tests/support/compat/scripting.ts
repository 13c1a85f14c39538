import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "postcss";
import { gate } from "../../../islands/supported-browsers.ts";
import { lacking, lookUp } from "./data.ts";

/**
 * Finds styles for running scripts outside the gate. Browsers that fail the gate start no island.
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

/** Checks that exactly the browsers that pass the gate have the selector. */
export function judgeSelector(): string[] {
  const selector = lookUp("css", "selectors", gate.selector);
  const cameTogether =
    selector && lacking(selector, gate.browsers).length === 0 && lacking({ first: gate.browsers }, selector.first).length === 0;
  return cameTogether
    ? []
    : [`islands/supported-browsers.ts: :${gate.selector} and ${gate.feature} did not come with the same versions`];
}
