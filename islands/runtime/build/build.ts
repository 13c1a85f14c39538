import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildChunks, type Chunk } from "./chunks.ts";
import { buildEmbedded, embeddedSources } from "./embedded.ts";
import { buildEmbeddedStylesheet } from "./embedded-stylesheet.ts";
import { findIslands, findIslandsAndEmbedded } from "./find-islands.ts";
import { islandTypes, typesFile } from "./island-types.ts";
import { buildLoader, registryOf } from "./loader-file.ts";
import type { InternalOptions } from "./options.ts";
import { moveIntoPlace, refuseOutFolder, removeStaleBuilds } from "./out-folder.ts";
import { type Problem, shownPath } from "./problems.ts";
import { refuseMissingPaths, resolvePaths } from "./resolve-site.ts";
import { buildServerBundle } from "./server-bundle.ts";
import { buildStylesheet, buildStylesheets, compressAll, copyStatic } from "./static-files.ts";
import { findStrayProps } from "./stray-props.ts";

/** `manifest.json`: the files of the page and of each island. Scripts are named without `.js`. */
export type Manifest = {
  /**
   * An id that changes with any script. `data-ssr` contains it, so that a page is hydrated only by
   * the components that rendered it.
   */
  build: string;
  /** The stylesheet's address; empty if the site has none. */
  css: string;
  /** Addresses of the stylesheets of parts of the site, by name. */
  stylesheets: Record<string, string>;
  /** Content-hashed addresses of pictures, by their paths in `staticDir`. */
  pictures: Record<string, string>;
  entry: string;
  islands: Record<string, Chunk>;
};

/** `problems` do not prevent using the build. */
export type Built = { build: string; islands: number; milliseconds: number; problems: Problem[] };

/**
 * Builds in a temporary folder and then renames the folder, so that nobody reads an incomplete
 * build. Throws if there is no island, or if the build would delete files that no build made.
 * `builtAt` is the time of the build in ms.
 */
export async function buildSite(options: InternalOptions, builtAt = Date.now()): Promise<Built> {
  const started = performance.now();
  const site = resolvePaths(options, process.cwd());
  refuseOutFolder(site);
  refuseMissingPaths(site);
  mkdirSync(dirname(site.out), { recursive: true });
  removeStaleBuilds(site.out);
  const aside = { ...site, out: mkdtempSync(`${site.out}.tmp-`) };
  try {
    // A temporary folder is readable only by its owner, but the server may run as another user.
    chmodSync(aside.out, 0o777 & ~process.umask());
    const manifest = await buildInto(aside);
    moveIntoPlace(aside.out, site.out, { builtAt, keep: site.keep ?? !site.dev });
    const milliseconds = Math.round(performance.now() - started);
    const problems = findStrayProps(site.islandsDir);
    return { build: manifest.build, islands: Object.keys(manifest.islands).length, milliseconds, problems };
  } finally {
    rmSync(aside.out, { recursive: true, force: true });
  }
}

async function buildInto(site: InternalOptions): Promise<Manifest> {
  const sources = (site.embeddedAlone ? findIslandsAndEmbedded : findIslands)(site.islandsDir);
  if (sources.length === 0)
    throw new Error(
      `There is no island in ${shownPath(site.islandsDir)}: an island is <feature>/<name>.tsx with <name>.props.ts beside it`,
    );
  mkdirSync(join(site.out, "static/islands"), { recursive: true });
  const pictures = copyStatic(site);
  const embedded = site.embedded && { options: site.embedded, sources: embeddedSources(site.islandsDir) };
  const [server, css, stylesheets] = await Promise.all([
    buildServerBundle(site, sources, embedded?.sources),
    buildStylesheet(site),
    buildStylesheets(site),
    embedded && buildEmbeddedStylesheet(site, embedded.options),
  ]);
  const { scripts, islands } = await buildChunks(site, sources, server);
  const { build, registry } = registryOf(scripts, islands);
  const loader = await buildLoader(site, registry);
  const entry = loader.named;
  const stable = embedded
    ? await buildEmbedded(site, embedded.options, embedded.sources, server.embedded)
    : [{ ...entry, file: "entry" }];
  for (const { file, contents } of [...scripts, entry, loader.registry, ...stable])
    writeFileSync(join(site.out, "static/islands", `${file}.js`), contents);
  const manifest = { build, css, stylesheets, pictures, entry: entry.file, islands };
  writeFileSync(join(site.out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(site.out, typesFile), islandTypes(site.out, sources));
  await compressAll(site);
  if (site.sources !== undefined) writeFileSync(join(site.out, "sources"), site.sources);
  return manifest;
}
