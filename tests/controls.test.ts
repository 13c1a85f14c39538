import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Container, type Document, parse } from "postcss";
import { expect, test } from "vitest";

const styles = join(import.meta.dirname, "../static/css");
const sheets = globSync("{*,{components,screens,embedded}/*}.css", { cwd: styles }).map((file) => ({
  file,
  sheet: parse(readFileSync(join(styles, file), "utf8")),
}));

function isForPointers(node: Container | Document | undefined): boolean {
  if (!node) return false;
  return ("params" in node && node.params === "(hover: hover)") || isForPointers(node.parent);
}

test("what a pointer changes is drawn where there is a pointer, so that a finger leaves nothing behind", () => {
  const places: string[] = [];
  for (const { file, sheet } of sheets)
    sheet.walkRules(/:hover/, (rule) => {
      places.push(`${file} ${isForPointers(rule)}`);
    });
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((place) => place.endsWith("false"))).toEqual([]);
});

test("only opacity and transform move, and what is hidden after them", () => {
  const moved = new Set<string>();
  for (const { sheet } of sheets)
    sheet.walkDecls(/^transition(-property)?$/, ({ value }) => {
      for (const part of value.split(",")) moved.add(part.trim().split(" ")[0] ?? "");
    });
  expect([...moved].filter((name) => !name.startsWith("var(") && name !== "none").sort()).toEqual([
    "opacity",
    "transform",
    "visibility",
  ]);
});
