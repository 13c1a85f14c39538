import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Use } from "./data.ts";
import { attribute, element } from "./lib.ts";

const tags = /<([a-z][a-z0-9]*)((?:\s+[\w:@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?|\s+)*)\s*\/?>/g;
const attributes = /([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

/**
 * The elements and attributes of a template without its Handlebars tags. Markup that helpers write
 * is not seen.
 */
export function usesInView(root: string, file: string): Use[] {
  const source = readFileSync(join(root, file), "utf8");
  // Replacing signs by spaces keeps the line numbers.
  const blank = (sign: string) => sign.replace(/[^\n]/g, " ");
  const html = source.replace(/\{\{!--[\s\S]*?--\}\}|\{\{[\s\S]*?\}\}\}?/g, blank).replace(/<!--[\s\S]*?-->/g, blank);
  const uses: Use[] = [];
  for (const { 1: tag = "", 2: list = "", index } of html.matchAll(tags)) {
    const line = html.slice(0, index).split("\n").length;
    const features = [...list.matchAll(attributes)].map(([, name = "", double, single]) =>
      attribute(tag, name, (double ?? single ?? "").trim()),
    );
    for (const feature of [element(tag), ...features]) if (feature) uses.push({ feature, file, line, detected: false });
  }
  return uses;
}
