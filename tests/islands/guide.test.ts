// The examples of docs/embedding.md. The TypeScript is in guide/, where it is compiled and run; the
// markup is checked with the shop's own islands.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { describeProblem } from "server-islands/build";
import { expect, test } from "vitest";
import { lintText } from "../../islands/runtime/cli/lint/lint.ts";
import { openIslands } from "../../server/web/islands.ts";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/embedding.md"), "utf8");

/** The examples in these languages, each with its line in the guide. */
const examplesIn = (...languages: string[]) =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, language = ""]) => languages.includes(language))
    .map(({ index, 2: text = "" }) => ({ line: guide.slice(0, index).split("\n").length, text }));

const files = globSync("guide/**/*.{ts,tsx}", { cwd: import.meta.dirname });
const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8").trim();

for (const { line, text } of examplesIn("ts", "tsx")) {
  test(`the example at line ${line} of the guide is a file that is compiled and run`, () => {
    const [, path, code = ""] = /^(?:\/\/ (\S+\.tsx?)\b.*\n)?([\s\S]*)$/.exec(text) ?? [];
    const candidates = path ? [join("guide", path)] : files;

    expect(candidates.map(textOf)).toContain(code.trim());
  });
}

const islands = await openIslands(join(root, "dist"), { production: false });
const schemas = JSON.parse(readFileSync(join(root, "dist/islands.schema.json"), "utf8"));

for (const { line, text } of examplesIn("html")) {
  test(`the markup at line ${line} of the guide has islands that there are, with right props and triggers`, () => {
    expect(lintText(text, "embedding.md", schemas).map(describeProblem)).toEqual([]);
  });
}

/** The values for the guide's templates. */
const values = {
  heart: { productId: "p-1", name: "Salt" },
  buy: { variantId: "v-77", name: "Salt, 100 g", category: "Salt", price: 4.5 },
};

for (const { line, text } of examplesIn("hbs")) {
  test(`the template at line ${line} of the guide is rendered`, () => {
    expect(Handlebars.compile(text)(values, { helpers: { island: islands.helper } })).toContain("data-island=");
  });
}

test("each custom property of the guide has its value in the stylesheet for other pages, and is used there", () => {
  const css = readFileSync(join(root, "dist/static/islands/islands.css"), "utf8");
  const [, looks = ""] = /^### Looks\n(.*?)^## /ms.exec(guide) ?? [];
  const names = [...looks.matchAll(/`(--storefront-[\w-]+)`/g)].map(([, name = ""]) => name);

  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !css.includes(`${name}:`) || !css.includes(`var(${name})`))).toEqual([]);
});
