import { expect, test } from "vitest";
import { groupModules } from "../../build/groups.ts";

const island = (feature: string, name: string) => ({ name, feature, component: "", props: "" });
const importing = (...paths: string[]) => ({
  bytes: 100,
  imports: paths.map((path) => ({ path, kind: "import-statement" as const })),
});
const chunkOf = (module: string, graph: Record<string, ReturnType<typeof importing>>, islands: ReturnType<typeof island>[]) =>
  groupModules(graph, islands).find(({ modules }) => modules.some((path) => path.endsWith(module)))?.name;

test("what only the customer's own screens and the checkout share is paid for by no shopping page, however little it is", () => {
  const islands = [island("checkout", "a"), island("identity", "b"), island("customers", "c"), island("catalog", "d")];
  const field = { "field.ts": importing(), "island:a": importing("field.ts"), "island:b": importing("field.ts") };

  const without = { ...field, "island:c": importing("field.ts"), "island:d": importing() };
  expect(chunkOf("field.ts", without, islands)).toBe("working");
  const withGoods = { ...without, "island:d": importing("field.ts") };
  expect(chunkOf("field.ts", withGoods, islands)).toBe("shared");
});
