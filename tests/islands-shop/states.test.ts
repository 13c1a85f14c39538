import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { openIslands } from "../../server/web/islands.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("tests/**/*.states.ts", { cwd: root, exclude: (path) => path.includes("fixtures") }).sort();

test("the gallery has states to show", () => {
  expect(files.length).toBeGreaterThan(0);
});

for (const file of files) {
  const island = basename(file, ".states.ts");
  test(`${island} can be shown in each of its states`, async () => {
    const { states }: { states: Record<string, object> } = await import(join(root, file));
    const islands = await openIslands(join(root, "dist"), { production: false });
    for (const props of Object.values(states)) expect(islands.render(island, props)).toContain(`data-island="${island}"`);
  });
}
