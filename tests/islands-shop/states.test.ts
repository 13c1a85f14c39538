import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { findIslands, findIslandsAndEmbedded } from "server-islands/internal";
import { expect, test } from "vitest";
import { openIslands } from "../../server/web/islands.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("tests/**/*.states.ts", { cwd: root, exclude: (path) => path.includes("fixtures") }).sort();
const own = findIslands(join(root, "islands")).map(({ name }) => name);

test("every island has states to be shown in, those of pages that others render too", () => {
  const islands = findIslandsAndEmbedded(join(root, "islands")).map(({ name }) => name);
  expect(files.map((file) => basename(file, ".states.ts")).sort()).toEqual(islands.sort());
  expect(islands).toContain("order-lookup");
});

type States = { states: Record<string, object>; presses?: object; answers?: object };

for (const file of files) {
  const island = basename(file, ".states.ts");
  test(`${island} can be shown in each of its states`, async () => {
    const { states, presses = {}, answers = {} }: States = await import(join(root, file));
    expect(Object.keys(states)).not.toEqual([]);
    expect(Object.keys(states)).toEqual(expect.arrayContaining([...Object.keys(presses), ...Object.keys(answers)]));
    if (!own.includes(island)) return;
    const islands = await openIslands(join(root, "dist"), { production: false });
    for (const props of Object.values(states)) expect(islands.render(island, props)).toContain(`data-island="${island}"`);
  });
}
