import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("no style sheet changes the letters of what the requirements spell", () => {
  const files = globSync("{static,views,islands}/**/*.css", { cwd: root });
  expect(files).toContain("static/css/components/notice.css");
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => /text-transform(?!: none)|first-letter|first-line|font-variant(-caps)?:.*caps/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
