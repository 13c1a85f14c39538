import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Built, buildSite, type Manifest } from "../build/build.ts";
import type { InternalOptions } from "../build/options.ts";
import { describeProblem, type Problem } from "../build/problems.ts";
import { problemOf, problemsOf } from "../build/problems-of.ts";
import { resolvePaths } from "../build/resolve-site.ts";
import { buildStylesheet, buildStylesheets } from "../build/static-files.ts";
import { openIncremental } from "./incremental.ts";
import { needsBundles } from "./modules/needs-bundles.ts";
import { openModuleSite } from "./modules/site.ts";

/** The result of a development build; without `built` the last good build stays in place. */
export type DevResult<Value> = { built?: Value; problems: readonly Problem[] };

/** `compiled` counts the compiled files; it is absent for a bundled site. */
export type DevBuilt = Built & { compiled?: number };

/** A site that is built again at each change. */
export type DevBuild = {
  build(): Promise<DevResult<DevBuilt>>;
  /** Builds only the stylesheet, writes it into the last build, and returns its address. */
  buildStyles(): Promise<DevResult<string>>;
  /** Must be called: otherwise esbuild's process keeps running. */
  close(): Promise<void>;
};

/**
 * Builds a site for development, again and again; a failed build leaves the last good build in
 * place. Only changed files are compiled. Pages that other servers render get bundles as in
 * production. So does a site that needs bundles for React, plugins or CommonJS packages.
 */
export function openDevBuild(options: Omit<InternalOptions, "dev" | "bundle">): DevBuild {
  const { bundle, warnings, close } = openIncremental();
  const site = resolvePaths({ ...options, dev: true, bundle }, process.cwd());
  const isBundled = site.framework === "react" || site.embedded || site.prepare || (site.plugins ?? []).length > 0;
  let modules = isBundled ? undefined : openModuleSite(site);
  const warned = (step?: string) => distinct(warnings(step).map(problemOf));

  async function buildModules(): Promise<DevBuilt> {
    try {
      return (await modules?.build()) ?? (await buildSite(site));
    } catch (error) {
      if (!needsBundles(error)) throw error;
      modules = undefined;
      return await buildSite(site);
    }
  }

  return {
    close,
    async build() {
      try {
        const built = await buildModules();
        return {
          built,
          problems: [...built.problems, ...distinct([...(modules?.warnings() ?? [])].map(problemOf)), ...warned()],
        };
      } catch (error) {
        return { problems: problemsOf(error) };
      }
    },
    async buildStyles() {
      try {
        const [css, stylesheets] = await Promise.all([buildStylesheet(site), buildStylesheets(site)]);
        const path = join(site.out, "manifest.json");
        const manifest: Manifest = JSON.parse(readFileSync(path, "utf8"));
        writeFileSync(path, `${JSON.stringify({ ...manifest, css, stylesheets }, null, 2)}\n`);
        return { built: css, problems: warned("styles") };
      } catch (error) {
        return { problems: problemsOf(error) };
      }
    },
  };
}

/** Removes repeated problems: the same file may be in several bundles. */
const distinct = (problems: readonly Problem[]): Problem[] =>
  problems.filter((one, at) => problems.findIndex((other) => describeProblem(other) === describeProblem(one)) === at);
