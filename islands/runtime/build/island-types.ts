import { relative } from "node:path";
import type { IslandSource } from "./find-islands.ts";

/** The name of the declarations in the output folder. */
export const typesFile = "islands.d.ts";

/**
 * The text of `islands.d.ts`, by which TypeScript knows the islands' names and props
 * (render/island-types.ts).
 */
export function islandTypes(out: string, islands: readonly IslandSource[]): string {
  const pathOf = (props: string) => JSON.stringify(relative(out, props).replaceAll("\\", "/"));
  return [
    "// Written by the build: TypeScript checks the names and props of islands by this file.",
    "export {};",
    'declare module "server-islands/server" {',
    "  interface IslandSchemas {",
    ...islands.map(({ name, props }) => `    ${JSON.stringify(name)}: typeof import(${pathOf(props)}).schema;`),
    "  }",
    "}",
    "",
  ].join("\n");
}
