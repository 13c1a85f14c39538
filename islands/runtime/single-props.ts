import type { IslandModule } from "./contract.ts";

/** Single props, `data-prop-x`, which our helper never writes: they win over the others. */
export function readSingleProps({ dataset }: HTMLElement, as: IslandModule["as"] = {}): Record<string, unknown> {
  const single: Record<string, unknown> = {};
  for (const key in dataset) {
    const name = key.replace(/^prop([A-Z])/, (_, first: string) => first.toLowerCase());
    if (name !== key) single[name] = (as[name] ?? String)(dataset[key] as string);
  }
  return single;
}
