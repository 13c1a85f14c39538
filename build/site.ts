import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildStylesheet, compressAll, copyStatic } from "./assets.ts";
import { type BrowserBuild, buildChunks, type ChunkFile } from "./chunks.ts";
import { buildEntry } from "./entry.ts";
import { findIslands, type IslandSource } from "./find.ts";
import { ownFile } from "./names.ts";
import type { Site } from "./options.ts";
import { moveIntoPlace, sweepUp } from "./place.ts";
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
  sweepUp(site.out);
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
  for (const { file, contents } of [browser.core, ...browser.groups]) writeScript(site, file, contents);
  for (const { name, contents } of browser.islands) writeScript(site, manifest.islands[name]?.file ?? name, contents);
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
  const build = createHash("sha256").update(files).digest("hex").slice(0, 8).toUpperCase();
  const fileOf = ({ name, file }: ChunkFile) => (shared.has(file) ? file : ownFile(name, build));
  return {
    build,
    css,
    entry: "entry",
    core: core.file,
    islands: Object.fromEntries(islands.map((chunk) => [chunk.name, { file: fileOf(chunk), imports: imports(chunk) }])),
  };
}
