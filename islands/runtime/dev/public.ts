// The package's entry `server-islands/dev`: for development, never in production.
import type { SiteOptions } from "../build/site-options.ts";
import { type DevBuild, openDevBuild as open } from "./build.ts";

export type { Problem } from "../build/problems.ts";
export { describeProblem, shownPath } from "../build/problems.ts";
export { problemsOf } from "../build/problems-of.ts";
export type { DevBuild, DevResult } from "./build.ts";
export { type DevServer, type DevServerOptions, openDevServer } from "./server.ts";
export { devPath } from "./state.ts";
export { watchFolders } from "./watch.ts";

/**
 * Builds a site for development, again and again; a failed build leaves the last good build in
 * place. Only changed files are compiled; a site with React, plugins or CommonJS packages is
 * bundled as a whole.
 */
export const openDevBuild = (options: Omit<SiteOptions, "dev">): DevBuild => open(options);
