import { basename, relative } from "node:path";
import type * as esbuild from "esbuild";
import { usedKeywords } from "./compile-schema.ts";
import type { IslandSource } from "./find-islands.ts";
import { type LinkableScript, linkScripts } from "./link.ts";
import { minifyModule } from "./minify.ts";
import { type BundleOptions, bundleOf, commonOptions, type InternalOptions, runtime, targetOf } from "./options.ts";
import type { ServerBundle } from "./server-bundle.ts";
import { core, type IslandFile, partFiles, parts, sharedModules, virtual } from "./shared-modules.ts";

/** A script without `.js`, and all scripts that it needs, directly or indirectly. */
export type Chunk = { file: string; imports: string[] };
type Chunks = { scripts: LinkableScript[]; islands: Record<string, Chunk> };

const working = import.meta.dirname;

/**
 * Bundles the islands: a content-hashed file for each or for a group, and files for shared modules.
 */
export async function buildChunks(
  site: InternalOptions,
  islands: readonly IslandSource[],
  server: Pick<ServerBundle, "compiled" | "graph">,
): Promise<Chunks> {
  const files = islandFiles(islands, site.chunkGroups ?? {});
  const entryOf = ({ component }: IslandSource) => relative(working, component).replaceAll("\\", "/");
  const shared = sharedModules(server.graph, files, entryOf, site.sections);
  const texts = new Map(files.map((file) => [file.name, entryText(file, shared.get(file) ?? [], site)]));
  texts.set("props", propsText(islands, server.compiled));
  const common = commonOptions(site.dev, site.framework, site.plugins);
  const options: BundleOptions = {
    ...common,
    target: targetOf(site),
    splitting: true,
    // The linker tells variables apart by their names; minifyModule shortens the names.
    minify: false,
    minifySyntax: !site.dev,
    minifyWhitespace: !site.dev,
    entryPoints: [
      ...files.map(({ name }) => ({ in: virtual(name), out: name })),
      ...Object.entries(partFiles).map(([out, file]) => ({ in: file ? runtime(`${file}.ts`) : virtual(out), out })),
    ],
    outdir: "/",
    entryNames: "[name]-[hash]",
    chunkNames: "shared-[hash]",
    // A package without side effects is imported on purpose: the import only decides in which chunk
    // it is.
    logOverride: { "ignored-bare-import": "silent" },
    plugins: [...(common.plugins ?? []), virtualEntries(texts)],
  };
  const { outputFiles, metafile } = await bundleOf(site)("chunks", options, JSON.stringify([...texts]));
  const outputs = Object.entries(metafile.outputs);
  const chunkFiles = outputFiles.map(({ path, text }) => ({ file: basename(path, ".js"), contents: text }));
  // The order of these scripts must not depend on their contents: others contain their numbers.
  const dynamic = outputs
    .filter(([path, { entryPoint }]) => entryPoint && basename(path).startsWith("shared-"))
    .sort(([, a], [, b]) => ((a.entryPoint ?? "") < (b.entryPoint ?? "") ? -1 : 1))
    .map(([path]) => basename(path, ".js"));
  const scripts = await linkScripts(chunkFiles, dynamic, async (text) => (site.dev ? text : minifyModule(text)));
  const byName = new Map([...scripts.values()].map((script) => [script.file, script]));
  const withNeeds = (file: string): string[] => [file, ...(byName.get(file)?.needs ?? []).flatMap(withNeeds)];
  const chunkOf = ({ name }: IslandFile): Chunk => {
    const [path = ""] = outputs.find(([, { entryPoint }]) => entryPoint === virtual(name)) ?? [];
    const { file } = scripts.get(basename(path, ".js")) ?? {};
    if (!file) throw new Error(`esbuild wrote no file for ${name}`);
    return { file, imports: [...new Set(withNeeds(file).slice(1))] };
  };
  const entries = files.flatMap((file) => file.islands.map(({ name }) => [name, chunkOf(file)] as const));
  return { scripts: [...byName.values()], islands: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Throws if an island has the name of another script. */
export function refuseTakenNames(islands: readonly IslandSource[], groups: readonly string[]): void {
  const conflict = islands.find(({ name }) => [core, ...parts, "shared", ...groups].includes(name));
  if (!conflict) return;
  throw new Error(`No island may be called ${conflict.name}: another script of the build has this name, so rename the island`);
}

/** The files of islands and chunk groups. Ignores names of islands that the site does not have. */
function islandFiles(islands: readonly IslandSource[], groups: Readonly<Record<string, readonly string[]>>): IslandFile[] {
  refuseTakenNames(islands, Object.keys(groups));
  const grouped = Object.entries(groups).map(([name, names]) => ({
    name,
    islands: islands.filter((island) => names.includes(island.name)),
  }));
  const inGroup = new Set(grouped.flatMap((group) => group.islands));
  const alone = islands.filter((island) => !inGroup.has(island)).map((island) => ({ name: island.name, islands: [island] }));
  const files = [...grouped.filter((group) => group.islands.length > 0), ...alone];
  return files.some(({ name }) => name === core) ? files : [{ name: core, islands: [] }, ...files];
}

/** The text of an entry, whose exports are `IslandChunk`, and for the core also `Core`. */
function entryText({ name: file, islands }: IslandFile, shared: readonly string[], { dev, prepare }: InternalOptions): string {
  const quoted = JSON.stringify;
  const coreExports = [
    dev ? ["checkAndMount as mount", runtime("check.ts")] : ["mount", runtime("mount.ts")],
    ["settle", runtime("settle.ts")],
    ...(prepare ? [["prepare", prepare]] : []),
  ];
  const islandEntry = ({ name }: IslandSource, at: number) =>
    `${quoted(name)}: { default: island${at}${dev ? `, schema: schema${at}` : ""} }`;
  return [
    ...shared.map((path) => `import ${quoted(path)};`),
    ...islands.map(({ component }, at) => `import island${at} from ${quoted(component)};`),
    ...(dev ? islands.map(({ props }, at) => `import { schema as schema${at} } from ${quoted(props)};`) : []),
    ...(file === core ? coreExports.map(([name, path]) => `export { ${name} } from ${quoted(path)};`) : []),
    `export const islands = { ${islands.map(islandEntry).join(", ")} };`,
  ].join("\n");
}

/**
 * The text of the script for islands whose markup no helper wrote (`completeProps` of `Parts`). It
 * contains the schemas of the islands.
 */
function propsText(islands: readonly IslandSource[], compiled: ServerBundle["compiled"]): string {
  const schemas = Object.fromEntries(islands.map(({ name }) => [name, compiled[name]]));
  // Some keywords are reserved words, which no variable may have as its name.
  const keywords = usedKeywords(Object.values(schemas).filter((schema) => schema !== undefined));
  const local = (name: string) => `read_${name}`;
  return [
    `import { completeProps } from ${JSON.stringify(runtime("checked-props.ts"))};`,
    `import { ${keywords.map((name) => `${name} as ${local(name)}`).join(", ")} } from ${JSON.stringify(runtime("schema-keywords.ts"))};`,
    `const keywords = { ${keywords.map((name) => `${name}: ${local(name)}`).join(", ")} };`,
    `const schemas = ${JSON.stringify(schemas)};`,
    "const complete = (props, { dataset }) => completeProps(dataset, props, schemas[dataset.island], keywords);",
    "export { complete as completeProps };",
    // `?copy` makes this a module of its own for esbuild, which else makes a shared script of it.
    `export { recordPlaces } from ${JSON.stringify(`${runtime("counterpart.ts")}?copy`)};`,
  ].join("\n");
}

const virtualEntries = (texts: ReadonlyMap<string, string>): esbuild.Plugin => ({
  name: "virtual-entries",
  setup(build) {
    const namespace = "island-file";
    build.onResolve({ filter: /^island-file:/ }, ({ path }) => ({ path: path.slice(virtual("").length), namespace }));
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: texts.get(path) ?? "",
      loader: "ts",
      resolveDir: working,
    }));
  },
});
