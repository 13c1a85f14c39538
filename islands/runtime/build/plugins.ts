import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin as EsbuildPlugin } from "esbuild";
import { buildSite } from "./build.ts";
import { describeProblem } from "./problems.ts";
import { problemsOf } from "./problems-of.ts";
import { resolvePaths } from "./resolve-site.ts";
import type { SiteOptions } from "./site-options.ts";

/** The options of `buildSite`; a plugin knows by itself whether it builds for development. */
export type PluginOptions = Omit<SiteOptions, "dev"> & Partial<Pick<SiteOptions, "dev">>;

/** The files that the islands are made of, as far as the options name them. */
export function sourceFiles({ islandsDir, staticDir, stylesheet }: SiteOptions): string[] {
  const folders = [islandsDir, staticDir, stylesheet && dirname(stylesheet)].filter((folder) => folder !== undefined);
  return folders.flatMap((folder) =>
    globSync("**/*", { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
}

/**
 * Builds the islands after each of esbuild's builds, and reports errors as errors of that build.
 * Relative paths begin at esbuild's own folder. In esbuild's watch mode a change of an island
 * starts a build too.
 */
export const esbuildIslands = (options: PluginOptions): EsbuildPlugin => ({
  name: "server-islands",
  setup(build) {
    const site = resolvePaths({ dev: false, ...options }, build.initialOptions.absWorkingDir ?? process.cwd());
    // esbuild watches what a resolved path names beside itself: here each entry names the islands.
    build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...place }) => {
      if (place.kind !== "entry-point" || pluginData === site) return undefined;
      const resolved = await build.resolve(path, { ...place, pluginData: site });
      const watchFiles = sourceFiles(site);
      return { ...resolved, watchFiles, watchDirs: [...new Set(watchFiles.map((file) => dirname(file)))] };
    });
    build.onEnd(async () => {
      try {
        const { problems } = await buildSite(site);
        return { warnings: problems.map((problem) => ({ text: describeProblem(problem) })) };
      } catch (error) {
        return { errors: problemsOf(error).map((problem) => ({ text: describeProblem(problem) })) };
      }
    });
  },
});
