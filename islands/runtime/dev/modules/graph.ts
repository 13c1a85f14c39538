import { existsSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { commonOptions, type InternalOptions, targetOf } from "../../build/options.ts";
import { refuseImports } from "../../build/refuse-imports.ts";
import { NeedsBundles } from "./needs-bundles.ts";

/**
 * A separately compiled file of a site. `withAddresses` replaces the placeholders in its imports.
 */
export type Module = {
  path: string;
  source: string;
  text: string;
  /** Paths of imported files of the site, and names of imported packages. */
  imports: { modules: string[]; packages: string[] };
  warnings: esbuild.Message[];
};

export type Graph = {
  /**
   * Compiles changed files, and files that the entries reach for the first time; returns their
   * number.
   */
  update(entries: readonly string[]): Promise<number>;
  modules: ReadonlyMap<string, Module>;
};

const modulePrefix = "island-module:";
const packagePrefix = "island-package:";

/** The text of a module, with addresses in place of its imports' placeholders. */
export const withAddresses = (text: string, ofModule: (path: string) => string, ofPackage: (name: string) => string): string =>
  text.replace(/"island-(module|package):([^"]+)"/g, (_, kind, encoded) =>
    JSON.stringify((kind === "module" ? ofModule : ofPackage)(decodeURIComponent(encoded))),
  );

export function openGraph(site: InternalOptions): Graph {
  const modules = new Map<string, Module>();

  async function compile(paths: readonly string[]): Promise<void> {
    const common = commonOptions(true);
    // The files are read before they are compiled, so that a change during the compilation is
    // compiled next time.
    const sources = paths.map(readIfThere);
    const { outputFiles, metafile, warnings } = await esbuild.build({
      ...common,
      logLevel: "silent",
      target: targetOf(site),
      entryPoints: paths.map((path, at) => ({ in: path, out: String(at) })),
      outdir: "/",
      plugins: [refuseImports, addressImports(site.islandsDir)],
    });
    for (const { path: written, text } of outputFiles) {
      const at = Number(basename(written, ".js"));
      const [path, source = ""] = [paths[at], sources[at]];
      const output = Object.entries(metafile.outputs).find(([name]) => basename(name) === basename(written))?.[1];
      if (path === undefined || !output) continue;
      modules.set(path, { path, source, text, imports: importsOf(output), warnings: warnings.filter(isOf(path)) });
    }
  }

  async function update(entries: readonly string[]): Promise<number> {
    for (const { path, source } of [...modules.values()]) if (readIfThere(path) !== source) modules.delete(path);
    let compiled = 0;
    for (;;) {
      const reached = reach(entries, modules);
      const missing = [...reached].filter((path) => !modules.has(path));
      if (missing.length === 0) {
        for (const path of modules.keys()) if (!reached.has(path)) modules.delete(path);
        return compiled;
      }
      // esbuild reports a missing file, with the line, when it compiles a file that imports it. So
      // the files that import a deleted file are compiled again.
      const deleted = missing.filter((path) => !entries.includes(path) && !existsSync(path));
      const importers = [...modules.values()].filter(({ imports }) => imports.modules.some((path) => deleted.includes(path)));
      const paths = [...new Set([...missing.filter((path) => !deleted.includes(path)), ...importers.map(({ path }) => path)])];
      await compile(paths);
      compiled += paths.length;
    }
  }

  return { update, modules };
}

/** A module and all its direct and indirect imports, by paths. */
export function reach(entries: readonly string[], modules: ReadonlyMap<string, Module>): Set<string> {
  const reached = new Set(entries);
  // A loop over a set also visits elements that are added during the loop.
  for (const path of reached) for (const imported of modules.get(path)?.imports.modules ?? []) reached.add(imported);
  return reached;
}

export const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

const isOf =
  (path: string) =>
  ({ location }: esbuild.Message) =>
    location !== null && resolve(import.meta.dirname, "../../build", location.file) === path;

function importsOf({ imports }: esbuild.Metafile["outputs"][string]): Module["imports"] {
  const after = (prefix: string) =>
    imports.filter(({ path }) => path.startsWith(prefix)).map(({ path }) => decodeURIComponent(path.slice(prefix.length)));
  return { modules: after(modulePrefix), packages: after(packagePrefix) };
}

/**
 * Keeps each import, and replaces its address by a placeholder that names the imported file or
 * package.
 */
const addressImports = (islandsDir: string): esbuild.Plugin => ({
  name: "address-imports",
  setup(build) {
    const externals = new Set<string>();
    build.onResolve({ filter: /.*/ }, async ({ path, resolveDir, importer, kind, pluginData }) => {
      if (kind === "entry-point" || pluginData === modulePrefix) return null;
      if (kind === "require-call") throw new NeedsBundles(`${importer} calls require`);
      const isFile = path.startsWith(".") || isAbsolute(path);
      if (isFile && existsSync(join(resolveDir, path)) && /\.\w+$/.test(path))
        return { path: modulePrefix + encodeURIComponent(join(resolveDir, path)), external: true };
      if (!isFile && externals.has(path)) return { path: packagePrefix + encodeURIComponent(path), external: true };
      const from = isFile ? resolveDir : islandsDir;
      const resolved = await build.resolve(path, { resolveDir: from, importer, kind, pluginData: modulePrefix });
      if (resolved.errors.length > 0) return { errors: resolved.errors };
      externals.add(path);
      const address = isFile ? modulePrefix + encodeURIComponent(resolved.path) : packagePrefix + encodeURIComponent(path);
      return { path: address, external: true };
    });
  },
});
