// The package's entry `server-islands/server`.
export type { Manifest } from "../build/build.ts";
export { checkProps } from "./check-props.ts";
export type { IslandOptions } from "./element.ts";
export { type FileOptions, serveFiles } from "./files.ts";
// A build's `islands.d.ts` could not add to an interface that is exported by its name.
export * from "./island-types.ts";
export type { Islands } from "./islands.ts";
export { openIslands, type ServerModule } from "./open.ts";
export type { PageIslands } from "./page.ts";
export type { SlotContent, SlotOptions } from "./slots.ts";
