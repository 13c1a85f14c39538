// The package's entry `server-islands/build`.
export { buildSite, type Manifest } from "./build.ts";
export { findIslands, type IslandSource } from "./find-islands.ts";
export { minifyModule } from "./minify.ts";
export { commonOptions, runtime, type SiteOptions } from "./options.ts";
export { esbuildIslands, type PluginOptions } from "./plugins.ts";
export { BuildError, describeProblem, type Problem } from "./problems.ts";
export { problemsOf } from "./problems-of.ts";
export { viteIslands } from "./vite.ts";
