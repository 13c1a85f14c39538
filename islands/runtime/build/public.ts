// The package's entry `server-islands/build`.
import { type Built, buildSite as build } from "./build.ts";
import type { SiteOptions } from "./site-options.ts";

export type { Built, Manifest } from "./build.ts";
export { esbuildIslands, type PluginOptions } from "./plugins.ts";
export { BuildError, describeProblem, type Problem } from "./problems.ts";
export { problemsOf } from "./problems-of.ts";
export type { Framework, SiteOptions } from "./site-options.ts";
export { viteIslands } from "./vite.ts";

/**
 * Builds a site's islands into `out`. Throws for every problem that prevents a build, and then
 * leaves the last build in place.
 */
export const buildSite = (options: SiteOptions): Promise<Built> => build(options);
