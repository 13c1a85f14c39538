import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Message } from "esbuild";
import type { Built, Manifest } from "../../build/build.ts";
import { refuseTakenNames } from "../../build/chunks.ts";
import { findIslands, findStores, type IslandSource } from "../../build/find-islands.ts";
import { islandTypes, typesFile } from "../../build/island-types.ts";
import { contentHash } from "../../build/link.ts";
import { buildLoader, registryOf } from "../../build/loader-file.ts";
import type { InternalOptions } from "../../build/options.ts";
import { addToMark, moveIntoPlace, refuseOutFolder, removeStaleBuilds } from "../../build/out-folder.ts";
import type { Script } from "../../build/parse-script.ts";
import { refuseMissingPaths } from "../../build/resolve-site.ts";
import type { Schemas } from "../../build/server-bundle.ts";
import { buildStylesheet, buildStylesheets, copyStatic } from "../../build/static-files.ts";
import { findStrayProps } from "../../build/stray-props.ts";
import { type Graph, openGraph, withAddresses } from "./graph.ts";
import { type NamedModule, nameModules } from "./names.ts";
import { isExternal, openPackages, type Packages } from "./packages.ts";
import { writeScripts } from "./scripts.ts";
import { loadSchemas, serverFile } from "./server.ts";

export type ModuleSite = {
  /** Builds the changed files; `compiled` is their number. */
  build(): Promise<Built & { compiled: number }>;
  warnings(): Message[];
};

/** A placeholder for the registry in the loader, which is bundled only once. */
const anyRegistry = "ISLANDS_REGISTRY";

/**
 * Builds a site without bundling it: each file is its own module in the browser and on the server,
 * and is compiled when it changes. Packages are bundled once.
 */
export function openModuleSite(site: InternalOptions): ModuleSite {
  const graph = openGraph(site);
  const packages = openPackages(site);
  let written: Set<string> | undefined;
  let schemas: { of: string; read: Schemas } | undefined;
  let statics: { of: string; pictures: Record<string, string> } | undefined;

  async function buildInto(out: string, writtenPaths: Set<string>) {
    const target = { ...site, out };
    const sources = findIslands(site.islandsDir);
    refuseTakenNames(sources, []);
    const entries = [...sources.flatMap(({ component, props }) => [component, props]), ...findStores(site.islandsDir)];
    const [compiled, css, stylesheets] = await Promise.all([
      graph.update(entries),
      buildStylesheet(target),
      buildStylesheets(target),
    ]);
    const { browser, server } = await packages(packagesOf(graph));
    const namedModules = nameModules(graph.modules, browser);
    const write = writerInto(out, writtenPaths);
    writeModules(write, graph, namedModules, browser, server);
    const entry = serverFile(site, sources, namedModules, server);
    write(`server/${entry.file}`, entry.contents);

    const loaded = await loadSchemas(
      target,
      sources,
      entry.file,
      schemas?.of === ofProps(sources, namedModules) ? schemas.read : undefined,
    );
    schemas = { of: ofProps(sources, namedModules), read: loaded };
    const listed = listStatic(site);
    if (statics?.of !== listed || written === undefined) statics = { of: listed, pictures: copyStatic(target) };
    const { scripts, chunks } = writeScripts(sources, namedModules, browser, loaded.compiled);
    const { build, registry } = registryOf(scripts, chunks);
    const loader = await loaderWith(target, registry);
    for (const { file, contents } of [...scripts, loader.named]) write(`static/islands/${file}.js`, contents);
    replace(out, "static/islands/entry.js", loader.named.contents);
    replace(out, "static/islands/registry.js", loader.registry.contents);
    replace(out, "islands.schema.json", `${JSON.stringify(loaded.json, null, 2)}\n`);
    replace(out, typesFile, islandTypes(out, sources));
    replace(out, "islands.mjs", `export * from "./server/${entry.file}";\n`);
    const { pictures } = statics;
    const manifest: Manifest = { build, css, stylesheets, pictures, entry: loader.named.file, islands: chunks };
    replace(out, "manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
    return { build, islands: sources.length, compiled };
  }

  /**
   * The first build replaces the existing one. Later builds add files, then write the file that
   * names them.
   */
  async function buildFirst() {
    refuseOutFolder(site);
    refuseMissingPaths(site);
    mkdirSync(dirname(site.out), { recursive: true });
    removeStaleBuilds(site.out);
    const aside = mkdtempSync(`${site.out}.tmp-`);
    const writtenPaths = new Set<string>();
    try {
      const built = await buildInto(aside, writtenPaths);
      moveIntoPlace(aside, site.out, { builtAt: Date.now(), keep: false });
      written = writtenPaths;
      return built;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }

  async function buildAgain(writtenPaths: Set<string>) {
    const built = await buildInto(site.out, writtenPaths);
    addToMark(site.out, writtenPaths);
    return built;
  }

  return {
    warnings: () => [...graph.modules.values()].flatMap(({ warnings }) => warnings),
    async build() {
      const started = performance.now();
      const built = await (written ? buildAgain(written) : buildFirst());
      const milliseconds = Math.round(performance.now() - started);
      return { ...built, milliseconds, problems: findStrayProps(site.islandsDir) };
    },
  };
}

const packagesOf = ({ modules }: Graph): string[] =>
  [...new Set([...modules.values()].flatMap(({ imports }) => imports.packages))].sort();

type Write = (path: string, contents: string | Uint8Array) => void;

/** Writes a file unless it exists: a name always means the same content. */
const writerInto =
  (out: string, writtenPaths: Set<string>): Write =>
  (path, contents) => {
    if (writtenPaths.has(path)) return;
    replace(out, path, contents);
    writtenPaths.add(path);
  };

function replace(out: string, path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), contents);
}

/** Writes each module twice, since a browser and the server find packages at different places. */
function writeModules(
  write: Write,
  { modules }: Graph,
  namedModules: ReadonlyMap<string, NamedModule>,
  browser: Packages,
  server: Packages,
): void {
  const fileOf = (path: string) => namedModules.get(path)?.file;
  for (const { path, text } of modules.values()) {
    const inBrowser = withAddresses(
      text,
      (one) => `./${fileOf(one)}.js`,
      (name) => `../packages/${browser.pathOf(name)}`,
    );
    const onServer = withAddresses(
      text,
      (one) => `./${fileOf(one)}.mjs`,
      (name) => (isExternal(name) ? name : `../packages/${server.pathOf(name)}`),
    );
    write(`static/islands/modules/${fileOf(path)}.js`, inBrowser);
    write(`server/modules/${fileOf(path)}.mjs`, onServer);
  }
  for (const { path, contents } of browser.files) write(`static/islands/packages/${path}`, contents);
  for (const { path, contents } of server.files) write(`server/packages/${path}`, contents);
}

/**
 * The names of the islands and of the files with their schemas, as one text. The schemas are read
 * again only if this text has changed.
 */
const ofProps = (sources: readonly IslandSource[], namedModules: ReadonlyMap<string, NamedModule>): string =>
  sources.map(({ name, props }) => `${name} ${namedModules.get(props)?.file}`).join();

const listStatic = ({ staticDir }: InternalOptions): string =>
  staticDir === undefined
    ? ""
    : globSync("**", { cwd: staticDir })
        .map((path) => {
          const { mtimeMs, size } = statSync(join(staticDir, path));
          return `${path} ${mtimeMs} ${size}`;
        })
        .join();

async function loaderWith(site: InternalOptions, registry: string): Promise<{ named: Script; registry: Script }> {
  const loader = await buildLoader(site, anyRegistry);
  const filled = ({ contents }: Script) => contents.replace(JSON.stringify(anyRegistry), () => JSON.stringify(registry));
  const contents = filled(loader.named);
  return {
    named: { file: `entry-${contentHash(contents)}`, contents },
    registry: { ...loader.registry, contents: filled(loader.registry) },
  };
}
