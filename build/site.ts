import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as esbuild from "esbuild";
import { buildStylesheet, compressAll, copyStatic } from "./assets.ts";
import { type BrowserBuild, buildChunks, type ChunkFile, shortHash } from "./chunks.ts";
import { findIslands, type IslandSource } from "./find.ts";
import { shortName } from "./names.ts";
import { common, projectRoot, type Site } from "./options.ts";
import { buildServerBundle, type PropsSchemas } from "./server-bundle.ts";

/** `dist/manifest.json`: what a page has to link, and what belongs to each island. Files are named without `.js`. */
export type Manifest = {
  build: string;
  css: string | null;
  entry: string;
  core: string;
  islands: Record<string, { file: string; imports: string[] }>;
};

/** Builds everything aside and then moves it into place, so that nobody ever reads half a build. */
export async function buildSite(site: Site): Promise<{ build: string; islands: number; milliseconds: number }> {
  const started = performance.now();
  mkdirSync(dirname(site.out), { recursive: true });
  const aside = { ...site, out: mkdtempSync(`${site.out}.tmp-`) };
  try {
    const manifest = await buildInto(aside);
    moveIntoPlace(aside.out, site.out);
    const milliseconds = Math.round(performance.now() - started);
    return { build: manifest.build, islands: Object.keys(manifest.islands).length, milliseconds };
  } finally {
    rmSync(aside.out, { recursive: true, force: true });
  }
}

async function buildInto(site: Site): Promise<Manifest> {
  const islands = findIslands(site.root);
  mkdirSync(join(site.out, "static/islands"), { recursive: true });
  copyStatic(site);
  const [schemas, css] = await Promise.all([buildServerBundle(site, islands), buildStylesheet(site)]);
  const browser = await buildChunks(site, islands, (island) => islandEntry(site, island, schemas));
  const manifest = manifestOf(browser, css);
  for (const chunk of [browser.core, ...browser.groups, ...browser.islands]) writeScript(site, chunk.file, chunk.contents);
  writeScript(site, "entry", await buildEntry(site, manifest));
  writeFileSync(join(site.out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await compressAll(site);
  return manifest;
}

const writeScript = ({ out }: Site, file: string, contents: Uint8Array) =>
  writeFileSync(join(out, "static/islands", `${file}.js`), contents);

/** An island's chunk: its component, how its single props become numbers and booleans, and in development its schema. */
function islandEntry({ dev }: Site, { name, component, props }: IslandSource, schemas: PropsSchemas): string {
  const kinds: Record<string, string> = { number: "Number", integer: "Number", boolean: '(text) => text !== "false"' };
  const as = Object.entries(schemas[name]?.properties ?? {})
    .filter(([, { type }]) => kinds[String(type)])
    .map(([prop, { type }]) => `${JSON.stringify(prop)}: ${kinds[String(type)]}`);
  return [
    `export { default } from ${JSON.stringify(component)};`,
    as.length > 0 ? `export const as = { ${as.join(", ")} };` : "",
    dev ? `export { schema } from ${JSON.stringify(props)};` : "",
  ].join("\n");
}

function manifestOf({ core, groups, islands }: BrowserBuild, css: string | null): Manifest {
  const shared = new Map(groups.map(({ file, imports }) => [file, imports]));
  const all = (imports: readonly string[]): string[] => imports.flatMap((file) => [file, ...all(shared.get(file) ?? [])]);
  const imports = (chunk: ChunkFile) => [...new Set(all(chunk.imports))].filter((file) => file !== core.file);
  const files = [core, ...groups, ...islands].map(({ file }) => file).join(" ");
  return {
    build: createHash("sha256").update(files).digest("base64url").slice(0, 8),
    css,
    entry: "entry",
    core: core.file,
    islands: Object.fromEntries(islands.map((chunk) => [chunk.name, { file: chunk.file, imports: imports(chunk) }])),
  };
}

/** The loader with its registry: per island the letters of its hash, then a letter for each shared chunk that it imports. */
async function buildEntry({ dev }: Site, { build, core, islands }: Manifest): Promise<Uint8Array> {
  const shared = [...new Set(Object.values(islands).flatMap(({ imports }) => imports))];
  const letters = new Map(shared.map((file, at) => [file, shortName(at)]));
  if (shared.length > 26) throw new Error("More than 26 shared chunks: the registry names each by one letter");
  const chunks = Object.entries(islands).map(([name, { file, imports }]) => {
    return [name, file.slice(-shortHash) + imports.map((one) => letters.get(one)).join("")] as const;
  });
  const compiled = {
    build,
    core,
    chunks: Object.fromEntries(chunks),
    shared: Object.fromEntries([...letters].map(([file, letter]) => [letter, file])),
  };
  const registry = Object.entries(compiled).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const { outputFiles } = await esbuild.build({
    ...common(dev),
    entryPoints: [join(projectRoot, "islands/entry.ts")],
    outdir: "/",
    plugins: [
      {
        name: "registry",
        setup(plugin) {
          plugin.onResolve({ filter: /^islands:registry$/ }, ({ path }) => ({ path, namespace: "registry" }));
          plugin.onLoad({ filter: /.*/, namespace: "registry" }, () => ({ contents: registry.join("\n"), loader: "js" }));
        },
      },
    ],
  });
  const [entry] = outputFiles;
  if (!entry) throw new Error("esbuild wrote no entry");
  return entry.contents;
}

// Another build may finish at the same moment: whoever comes second moves the other's aside and tries again.
function moveIntoPlace(from: string, to: string): void {
  for (let tries = 0; ; tries++) {
    const old = `${from}-old-${tries}`;
    try {
      if (existsSync(to)) renameSync(to, old);
      renameSync(from, to);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      rmSync(old, { recursive: true, force: true });
      if (tries === 5) throw error;
    }
  }
}
