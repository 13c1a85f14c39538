import { basename, isAbsolute } from "node:path";
import * as esbuild from "esbuild";
import type { IslandSource } from "./find.ts";
import { type Group, groupModules } from "./groups.ts";
import { collectWanted, shortName, type Wanted } from "./names.ts";
import { common, preactFor, runtime, type Site } from "./options.ts";
import { type Chunks, islandEntries, leaveOutside, preactRoot, takeFrom } from "./plugins.ts";

export type ChunkFile = { name: string; file: string; contents: Uint8Array; imports: string[] };
export type BrowserBuild = { core: ChunkFile; groups: ChunkFile[]; islands: ChunkFile[] };
/** How many letters of its hash an island's file name carries. */
export const shortHash = 5;
// It makes the page's one policy for HTML, and a second one of that name is refused: it lives in the core, also for the checks there.
const onlyOnce = runtime("trusted-html.ts");
type WriteEntry = (island: IslandSource) => string;

/** Core first, then what islands share from the widest group to the narrowest, then each island: every file knows the hashes it imports. */
export async function buildChunks(site: Site, islands: readonly IslandSource[], write: WriteEntry): Promise<BrowserBuild> {
  const entries = islandEntries(islands, write);
  const groups = await readGroups(site, islands, entries);
  const wanted = await readWanted(site, islands, groups, entries);
  const chunks: Chunks = new Map();
  const coreModules = [...wanted.keys()].filter((module) => !isAbsolute(module) || module === onlyOnce);
  const core = await buildGroup(site, { name: "core", modules: coreModules }, wanted, chunks);
  const shared: ChunkFile[] = [];
  for (const group of groups) shared.push(await buildGroup(site, group, wanted, chunks));
  return { core, groups: shared, islands: await buildIslands(site, islands, entries, chunks) };
}

async function readGroups({ dev }: Site, islands: readonly IslandSource[], entries: esbuild.Plugin): Promise<Group[]> {
  if (islands.length === 0) return [];
  const plugins = [entries, leaveOutside(new Set([onlyOnce]))];
  const { metafile } = await esbuild.build({ ...common(dev), entryPoints: entryPoints(islands), outdir: "/", plugins });
  return groupModules(metafile.inputs, islands);
}

async function readWanted({ dev }: Site, islands: readonly IslandSource[], groups: readonly Group[], entries: esbuild.Plugin) {
  const modules = groups.flatMap((group) => group.modules);
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

async function buildGroup({ dev }: Site, group: Group, wanted: Wanted, chunks: Chunks): Promise<ChunkFile> {
  const exported = new Map<string, Map<string, string>>();
  let count = 0;
  for (const module of group.modules) {
    exported.set(module, new Map([...(wanted.get(module) ?? [])].sort().map((name) => [name, shortName(count++)])));
  }
  const lines = [...exported].map(([module, names]) => {
    const list = [...names].map(([name, short]) => `${name} as ${short}`).join(", ");
    return `export { ${list} } from ${JSON.stringify(module)};`;
  });
  if (group.name === "core") lines.push(`export { mount } from ${JSON.stringify(runtime("mount.ts"))};`);
  if (group.name === "core" && dev) lines.unshift(`export { check } from ${JSON.stringify(runtime("check.ts"))};`);
  const result = await esbuild.build({
    ...common(dev),
    stdin: { contents: lines.join("\n"), resolveDir: runtime(), sourcefile: `${group.name}.ts`, loader: "ts" },
    outdir: "/",
    entryNames: `${group.name}-[hash]`,
    plugins: group.name === "core" ? [preactRoot] : [takeFrom(chunks)],
    alias: preactFor,
  });
  const [chunk] = chunkFiles(result, [group.name]);
  if (!chunk) throw new Error(`esbuild wrote no chunk for ${group.name}`);
  for (const [module, names] of exported) chunks.set(module, { file: chunk.file, names });
  return chunk;
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
  return chunkFiles(result, names).map((chunk) => ({ ...chunk, file: shortFile(chunk) }));
}

// Every hash of an island stands in the loader, and nobody imports these files by name: five letters tell two builds apart.
const shortFile = ({ name, file }: ChunkFile) => file.slice(0, name.length + 1 + shortHash);

const entryPoints = (islands: readonly IslandSource[]) => islands.map(({ name }) => ({ in: `island:${name}`, out: name }));

function chunkFiles({ outputFiles, metafile }: esbuild.BuildResult<ReturnType<typeof common>>, names: string[]): ChunkFile[] {
  return names.map((name) => {
    const output = outputFiles.find(({ path }) => basename(path).replace(/-[A-Z0-9]{8}\.js$/, "") === name);
    if (!output) throw new Error(`esbuild wrote no chunk for ${name}`);
    const meta = Object.entries(metafile.outputs).find(([path]) => basename(path) === basename(output.path))?.[1];
    const imports = (meta?.imports ?? []).map(({ path }) => basename(path, ".js"));
    return { name, file: basename(output.path, ".js"), contents: output.contents, imports };
  });
}
