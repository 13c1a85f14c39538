// The package's entry `server-islands/build`.
export { buildSite, type Manifest } from "./build.ts";
export { findIslands, type IslandSource } from "./find-islands.ts";
export { commonOptions, runtime, type SiteOptions } from "./options.ts";
export { BuildError, describeProblem, type Problem } from "./problems.ts";
