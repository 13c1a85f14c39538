import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as esbuild from "esbuild";
import type { ZodType } from "zod";
import type { CompiledSchema } from "../schema-keywords.ts";
import { findStores, type IslandSource } from "./find-islands.ts";
import { readSchema } from "./json-types.ts";
import { bundleOf, commonOptions, type InternalOptions, runtime } from "./options.ts";
import { BuildError, type Problem, shownPath } from "./problems.ts";
import { refuseImports } from "./refuse-imports.ts";

export type ServerBundle = {
  /** The schema of each island's props as browsers check it. */
  compiled: Record<string, CompiledSchema>;
  /**
   * The schemas for pages that other servers render, where some props of an island may be optional.
   */
  embedded: Record<string, CompiledSchema>;
  /** The import graph, by paths relative to this folder. */
  graph: esbuild.Metafile["inputs"];
};

type LoadedBundle = { islands: IslandSchemas; embedded: IslandSchemas };

/** The problem of a bundle that cannot be loaded, in the source file of the line that failed. */
function loadProblem(error: unknown, bundle: string): Problem {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const [, line] = /islands\.mjs:(\d+)/.exec(stack) ?? [];
  // esbuild writes a module's path above its code.
  const above = bundle
    .split("\n")
    .slice(0, Number(line ?? 0))
    .join("\n");
  const [, file] = [...above.matchAll(/^\/\/ (\S.*\.[jt]sx?)$/gm)].at(-1) ?? [];
  return { kind: "build", text: message, ...(file && { file: shownPath(resolve(import.meta.dirname, file)) }) };
}

/**
 * Writes `islands.mjs`, which renders islands on the server, and `islands.schema.json`, the schemas
 * of their props for other backends that render pages.
 */
export async function buildServerBundle(
  site: InternalOptions,
  islands: readonly IslandSource[],
  embedded: readonly IslandSource[] = [],
): Promise<ServerBundle> {
  const { islandsDir, out, framework } = site;
  const common = commonOptions(true, framework);
  const { outputFiles, metafile } = await bundleOf(site)("server", {
    ...common,
    plugins: [...(common.plugins ?? []), refuseImports],
    sourcemap: false,
    platform: "node",
    target: "node24",
    stdin: {
      contents: serverEntry(islands, findStores(islandsDir), embedded),
      resolveDir: runtime(),
      sourcefile: "islands.ts",
      loader: "ts",
    },
    outfile: "/islands.mjs",
    external: ["zod", ...(framework === "react" ? ["react", "react-dom"] : [])],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [bundle] = outputFiles;
  if (!bundle) throw new Error("esbuild wrote no server bundle");
  const path = join(out, "islands.mjs");
  writeFileSync(path, bundle.contents);
  const loaded: LoadedBundle = await import(pathToFileURL(path).href).catch((error) => {
    throw new BuildError([loadProblem(error, bundle.text)]);
  });
  const own = readSchemas(islands, loaded.islands);
  const forOthers = readSchemas(embedded, loaded.embedded);
  const json = site.embedded ? { ...marked(own.json, false), ...marked(forOthers.json, true) } : own.json;
  writeFileSync(join(out, "islands.schema.json"), `${JSON.stringify(json, null, 2)}\n`);
  return { compiled: own.compiled, embedded: { ...own.compiled, ...forOthers.compiled }, graph: metafile.inputs };
}

/**
 * Adds `x-embedded` for `islands lint`: whether pages that other servers render may use the
 * islands.
 */
const marked = (schemas: Record<string, object>, isEmbedded: boolean) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { ...schema, "x-embedded": isEmbedded }]));

export type IslandSchemas = Readonly<Record<string, { schema: ZodType }>>;

export type Schemas = { json: Record<string, object>; compiled: Record<string, CompiledSchema> };

/** Throws for props that a page cannot carry or a browser cannot check. */
export function readSchemas(islands: readonly IslandSource[], loaded: IslandSchemas): Schemas {
  const schemas: Schemas = { json: {}, compiled: {} };
  const problems: Problem[] = [];
  for (const island of islands) {
    const { schema } = loaded[island.name] ?? {};
    if (!schema) continue;
    if (!("_zod" in Object(schema))) {
      problems.push({ kind: "props", file: shownPath(island.props), text: "its export schema is no schema of zod 4" });
      continue;
    }
    const read = readSchema(schema, island);
    schemas.json[island.name] = read.json;
    schemas.compiled[island.name] = read.compiled;
    problems.push(...read.problems);
  }
  if (problems.length > 0) throw new BuildError(problems);
  return schemas;
}

/** The text of `islands.mjs`, with the addresses of the files that it imports. */
export function serverEntry(
  islands: readonly IslandSource[],
  stores: readonly string[],
  embedded: readonly IslandSource[] = [],
  addressOf: (path: string) => string = (path) => path,
): string {
  const quoted = (path: string) => JSON.stringify(addressOf(path));
  return [
    ...islands.flatMap(({ component, props }, at) => [
      `import component${at} from ${quoted(component)};`,
      `import { schema as schema${at} } from ${quoted(props)};`,
    ]),
    ...embedded.map(({ props }, at) => `import { schema as embedded${at} } from ${quoted(props)};`),
    ...stores.map((path, at) => `import * as store${at} from ${quoted(path)};`),
    `import { createIslands as createFrom } from ${quoted(runtime("render/islands.ts"))};`,
    "export const createIslands = (manifest, options) => createFrom(manifest, islands, options);",
    `export const islands = {${islands.map(({ name }, at) => `${JSON.stringify(name)}: { component: component${at}, schema: schema${at} }`)}};`,
    `export const embedded = {${embedded.map(({ name }, at) => `${JSON.stringify(name)}: { schema: embedded${at} }`)}};`,
    `export const stores = {${stores.map((path, at) => `${JSON.stringify(basename(path, ".ts"))}: store${at}`)}};`,
  ].join("\n");
}
