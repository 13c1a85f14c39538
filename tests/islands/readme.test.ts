// The package's README and guide say what is in the package.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readExports } from "../../islands/runtime/api.mjs";
import description from "../../islands/runtime/package.json" with { type: "json" };

const folder = join(import.meta.dirname, "../../islands/runtime");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const readme = read("README.md");
const guide = read("GUIDE.md");

/** The functions and values that a module exports. */
function exportsOf(source: string): string[] {
  const text = read(source);
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  return [...declared, ...listed.map((name) => name.trim()).filter((name) => name && !name.startsWith("type "))];
}

for (const [entry, target] of Object.entries(description.exports)) {
  if (typeof target === "string" || !("types" in target)) continue;
  test(`the entry ${entry} and all that it exports are in the guide`, () => {
    const name = entry === "." ? description.name : entry.slice(1);
    const row = guide.split("\n").find((line) => line.startsWith("| `") && line.includes(`\`${name}\``)) ?? "";

    expect(row).not.toBe("");
    expect(exportsOf(target.source).filter((name) => !row.includes(name))).toEqual([]);
  });
}

test("all that an entry exports, types too, has a comment, from which the packed API.md is made", () => {
  const sources = Object.values(description.exports).flatMap((target) =>
    typeof target === "object" && "types" in target ? [join(folder, target.source)] : [],
  );
  const exports = readExports(sources).flat();

  expect(exports.length).toBeGreaterThan(40);
  expect(exports.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([]);
});

test("the sizes in the README are those that npm run size holds", () => {
  const budgets = [...read("size.mjs").matchAll(/budget: ([\d_]+)/g)].map(([, budget = ""]) => budget.replace("_", ""));
  const sizes = [...readme.matchAll(/^\|.* \| ([\d.]+) kB \|$/gm)].map(([, size]) => Number(size) * 1000);

  expect(budgets).toHaveLength(3);
  expect(sizes).toEqual(budgets.map(Number));
});

test("the package's words are not those of the site in its repository", () => {
  const files = globSync("**/*.{ts,mjs,md}", { cwd: folder, exclude: ["node_modules", "dist"] });

  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => /\b(?:shop|storefront|checkout)/i.test(read(path)))).toEqual([]);
});

test("every version of the package is in its changelog", () => {
  expect(read("CHANGELOG.md")).toContain(`\n## ${description.version}\n`);
});
