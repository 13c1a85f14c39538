// Tests that the reference pages in docs/ are complete, since a newcomer looks nowhere else.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import program from "../package.json" with { type: "json" };

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

test("docs/configuration.md has each variable that an operator may set", () => {
  const sources = ["server/config.ts", ...globSync("server/config/*.ts", { cwd: root })].map(read);
  const names = sources.flatMap((text) => namesIn(text, /^ +([A-Z][A-Z0-9_]{3,}): /gm));
  const guide = read("docs/configuration.md");

  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => name !== "STORE_FAILPOINT" && !guide.includes(`\`${name}\``))).toEqual([]);
});

test("docs/commands.md has each command of the owner and each script of the project", () => {
  const [, commands = ""] = /^const commands\b[^{]*\{\n(.*?)^\};/ms.exec(read("server/cli/main.ts")) ?? [];
  const names = namesIn(commands, /^ {2}"?([\w-]+)"?: /gm);
  const scripts = Object.keys(program.scripts).filter((name) => !/^(?:pre|post)/.test(name));
  const guide = read("docs/commands.md");

  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !guide.includes(`npm run store -- ${name}`))).toEqual([]);
  expect(scripts.filter((name) => !new RegExp(`\`npm (run (-s )?)?${name}\\b`).test(guide))).toEqual([]);
});

/** The number in kB after these words in a file. */
const budgetIn = (path: string, before: string) =>
  Number(
    read(path)
      .split(before)[1]
      ?.match(/[\d_]+/)?.[0]
      .replace("_", ""),
  ) / 1000;

test("the sizes that the README and docs/embedding.md name are those that are held", () => {
  const size = "tests/support/size.ts";
  const guide = read("docs/embedding.md");

  for (const name of ["shoppingScreens", "formScreens", "touch"])
    expect(guide).toContain(` | ${budgetIn(size, `const ${name} =`)} |`);
  expect(guide).toContain(`| ${budgetIn(size, '"loader with its registry"')}; `);
  const oneIsland = budgetIn("islands/runtime/size.mjs", '"all for one island that the server rendered"');
  expect(read("README.md")).toContain(`at most ${oneIsland} kB`);
  expect(guide).toContain(`one small island at ${oneIsland} kB`);
});
