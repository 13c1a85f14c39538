import { basename, isAbsolute } from "node:path";
import * as esbuild from "esbuild";
import type { IslandSource } from "./find.ts";
import { entryOf, type Group, groupModules } from "./groups.ts";
import { collectWanted, shortName, type Wanted } from "./names.ts";
import { common, preactFor, runtime, type Site } from "./options.ts";
import { type Chunks, islandEntries, leanCompat, leaveOutside, preactRoot, takeFrom } from "./plugins.ts";

export type ChunkFile = { name: string; file: string; contents: Uint8Array; imports: string[] };
export type BrowserBuild = { core: ChunkFile; groups: ChunkFile[]; islands: ChunkFile[] };
// It makes the page's one policy for HTML, and a second one of that name is refused: it lives in the core, also for the checks there.
const onlyOnce = runtime("trusted-html.ts");
type WriteEntry = (island: IslandSource) => string;
/** The islands that live in a shared chunk, by name: what a chunk of their own would export. */
type Packed = { name: string; exports: readonly string[] }[];

/** Core first, then what islands share from the widest group to the narrowest, then each island: every file knows the hashes it imports. */
export async function buildChunks(site: Site, islands: readonly IslandSource[], write: WriteEntry): Promise<BrowserBuild> {
  const entries = islandEntries(islands, write);
  const groups = await readGroups(site, islands, entries);
  const wanted = await readWanted(site, islands, groups, entries);
  const chunks: Chunks = new Map();
  const coreModules = [...wanted.keys()].filter((module) => !isAbsolute(module) || module === onlyOnce);
  const core = await buildGroup(site, { name: "core", modules: coreModules }, wanted, chunks, [preactRoot, leanCompat]);
  const shared: ChunkFile[] = [];
  const packed: ChunkFile[] = [];
  for (const group of groups) {
    const inside = islands.filter(({ name }) => group.modules.includes(entryOf(name)));
    const exports = inside.map((island) => ({ name: island.name, exports: exportsOf(write(island)) }));
    const chunk = await buildGroup(site, group, wanted, chunks, [entries, takeFrom(chunks)], exports);
    shared.push(chunk);
    packed.push(...inside.map(({ name }) => ({ ...chunk, name })));
  }
  const others = islands.filter(({ name }) => !packed.some((one) => one.name === name));
  const alone = await buildIslands(site, others, entries, chunks);
  return { core, groups: shared, islands: [...packed, ...alone].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Names that an island's entry exports beside its component. */
const exportsOf = (entry: string): string[] =>
  ["as", "schema"].filter((name) => new RegExp(`const ${name} |\\{ ${name} \\}`).test(entry));

async function readGroups({ dev }: Site, islands: readonly IslandSource[], entries: esbuild.Plugin): Promise<Group[]> {
  if (islands.length === 0) return [];
  const plugins = [entries, leaveOutside(new Set([onlyOnce]))];
  const { metafile } = await esbuild.build({ ...common(dev), entryPoints: entryPoints(islands), outdir: "/", plugins });
  return groupModules(metafile.inputs, islands);
}

async function readWanted({ dev }: Site, islands: readonly IslandSource[], groups: readonly Group[], entries: esbuild.Plugin) {
  const modules = groups.flatMap((group) => group.modules).filter((module) => isAbsolute(module));
  const { outputFiles } = await esbuild.build({
    ...common(dev),
    minify: false,
    sourcemap: false,
    entryPoints: [
      ...entryPoints(islands),
      ...modules.map((module, at) => ({ in: module, out: `module-${at}` })),
      runtime("mount.ts"),
    ],
    outdir: "/",
    plugins: [entries, preactRoot, leaveOutside(new Set([...modules, onlyOnce]))],
  });
  const wanted: Wanted = new Map();
  for (const { text } of outputFiles) collectWanted(text, wanted);
  return wanted;
}

async function buildGroup(
  { dev }: Site,
  group: Group,
  wanted: Wanted,
  chunks: Chunks,
  plugins: esbuild.Plugin[],
  packed: Packed = [],
): Promise<ChunkFile> {
  const exported = new Map<string, Map<string, string>>();
  let count = 0;
  for (const module of group.modules.filter((each) => !each.startsWith(entryOf("")))) {
    exported.set(module, new Map([...(wanted.get(module) ?? [])].sort().map((name) => [name, shortName(count++)])));
  }
  const lines = [...exported].map(([module, names]) => {
    const list = [...names].map(([name, short]) => `${name} as ${short}`).join(", ");
    return `export { ${list} } from ${JSON.stringify(module)};`;
  });
  if (group.name === "core") lines.push(`export { mount } from ${JSON.stringify(runtime("mount.ts"))};`);
  if (group.name === "core" && dev) lines.unshift(`export { check } from ${JSON.stringify(runtime("check.ts"))};`);
  lines.push(...packedLines(packed));
  const result = await esbuild.build({
    ...common(dev),
    stdin: { contents: lines.join("\n"), resolveDir: runtime(), sourcefile: `${group.name}.ts`, loader: "ts" },
    outdir: "/",
    entryNames: `${group.name}-[hash]`,
    plugins,
    alias: preactFor,
  });
  const [chunk] = chunkFiles(result, [group.name], dev);
  if (!chunk) throw new Error(`esbuild wrote no chunk for ${group.name}`);
  for (const [module, names] of exported) chunks.set(module, { file: chunk.file, names });
  return chunk;
}

/** Islands within a shared chunk are its export `packed`: what their own files would export, by name. */
function packedLines(packed: Packed): string[] {
  if (packed.length === 0) return [];
  const imports = packed.map(({ name, exports }, at) => {
    const list = ["default", ...exports].map((each) => `${each} as ${each}${at}`).join(", ");
    return `import { ${list} } from ${JSON.stringify(entryOf(name))};`;
  });
  const entries = packed.map(({ name, exports }, at) => {
    const list = ["default", ...exports].map((each) => `${each}: ${each}${at}`).join(", ");
    return `${JSON.stringify(name)}: { ${list} }`;
  });
  return [...imports, `export const packed = { ${entries.join(", ")} };`];
}

async function buildIslands({ dev }: Site, islands: readonly IslandSource[], entries: esbuild.Plugin, chunks: Chunks) {
  if (islands.length === 0) return [];
  const result = await esbuild.build({
    ...common(dev),
    entryPoints: entryPoints(islands),
    outdir: "/",
    entryNames: "[name]-[hash]",
    plugins: [entries, takeFrom(chunks)],
  });
  const names = islands.map(({ name }) => name);
  return chunkFiles(result, names, dev);
}

const entryPoints = (islands: readonly IslandSource[]) => islands.map(({ name }) => ({ in: `island:${name}`, out: name }));

function chunkFiles(
  { outputFiles, metafile }: esbuild.BuildResult<ReturnType<typeof common>>,
  names: string[],
  dev: boolean,
): ChunkFile[] {
  return names.map((name) => {
    const output = outputFiles.find(({ path }) => basename(path).replace(/-[A-Z0-9]{8}\.js$/, "") === name);
    if (!output) throw new Error(`esbuild wrote no chunk for ${name}`);
    const meta = Object.entries(metafile.outputs).find(([path]) => basename(path) === basename(output.path))?.[1];
    const imports = (meta?.imports ?? []).map(({ path }) => basename(path, ".js"));
    return {
      name,
      file: basename(output.path, ".js"),
      contents: dev ? output.contents : withLeanImports(output.contents),
      imports,
    };
  });
}

const importLine = /import\{([^}]*)\}from("\.\/[^"]+");/g;

/**
 * A chunk takes every name of the modules that it asks anything of, with a line for each: read as TypeScript, an import that nothing uses is
 * no import, and one line for each file serves as well.
 */
function withLeanImports(contents: Uint8Array): Uint8Array {
  const { target = "", charset = "utf8" } = common(false);
  const { code } = esbuild.transformSync(contents, { loader: "ts", target, charset, minify: true, format: "esm" });
  const taken = Map.groupBy(code.matchAll(importLine), ([, , file]) => file);
  const lines = [...taken].map(([file, imports]) => `import{${imports.map(([, names]) => names).join(",")}}from${file};`);
  return Buffer.from(lines.join("") + code.replace(importLine, ""));
}
