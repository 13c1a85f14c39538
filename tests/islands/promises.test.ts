import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const project = join(import.meta.dirname, "../..");

test("each promise of the guide names a test that there is", () => {
  const guide = readFileSync(join(project, "docs/embedding.md"), "utf8");
  const [, section = ""] = guide.split("### Where each is tested");
  const rows = [...section.matchAll(/^\| [^|]+ \| `([^`]+)` \| (.+) \|$/gm)];

  expect(rows.length).toBeGreaterThan(20);
  const lacking = rows.filter(([, file = "", name = ""]) => !readFileSync(join(project, "tests", file), "utf8").includes(name));
  expect(lacking.map(([row]) => row)).toEqual([]);
});
