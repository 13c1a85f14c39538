import type { ComponentType } from "react";
import type { ZodType } from "zod";

/**
 * One island of a chunk. `as` converts a single `data-prop-x` text to the schema's type; `schema`
 * is present in development only.
 */
export type IslandModule = {
  default: ComponentType<never>;
  as?: Record<string, (text: string) => unknown>;
  schema?: ZodType;
};

/**
 * Mounts an island on an element; returns a function that unmounts it and restores the server's
 * HTML. `build` is the build that may be hydrated, `key` the prefix of the island's ids. `fail`
 * receives the error that ended it, `report` one that leaves it as it is.
 */
export type Mount = (
  el: HTMLElement,
  island: IslandModule,
  build: string,
  key: string,
  fail: (error: unknown) => void,
  report: (error: unknown) => void,
) => () => void;

/**
 * Development only: throws at props that the schema refuses, reports where the server's HTML
 * differs from the component's.
 */
export type Check = (el: HTMLElement, island: IslandModule, build: string) => void;

/** Exports of a file of islands. */
export type IslandChunk = { islands: Record<string, IslandModule> };
/** What the file that all others need exports as well. */
export type Core = {
  mount: Mount;
  check?: Check;
  /** Resolves when an island may be mounted: a loader may wait for it. */
  prepare?: () => Promise<unknown>;
};
/** With the build that the island is of: HTML that another one rendered is not hydrated. */
export type Load = (name: string) => Promise<readonly [core: Core, island: IslandModule, build: string]>;
