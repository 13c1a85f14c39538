// The entry `server-islands/internal`, which is not packed: what only this repository needs.
export { openDevBuild } from "../dev/build.ts";
export { buildSite } from "./build.ts";
export { findIslands, findIslandsAndEmbedded } from "./find-islands.ts";
export { minifyModule } from "./minify.ts";
export { commonOptions, type InternalOptions, runtime } from "./options.ts";
export { describeProblem } from "./problems.ts";
