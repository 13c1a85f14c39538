// The package's entry `server-islands/dev`: for development, never in production.
export type { Problem } from "../build/problems.ts";
export { describeProblem, shownPath } from "../build/problems.ts";
export { problemsOf } from "../build/problems-of.ts";
export { type DevBuild, type DevResult, openDevBuild } from "./build.ts";
export { type DevServer, openDevServer } from "./server.ts";
export { devPath } from "./state.ts";
export { watchFolders } from "./watch.ts";
