import type { ComponentType } from "react";
import type { ZodType } from "zod";

/** One island of a chunk; `schema` is present in development only. */
export type IslandModule = {
  default: ComponentType<never>;
  schema?: ZodType;
};

/** Finds what stands for an element of the island after a rendering. */
export type FindCounterpart = (old: Element) => Element | undefined;

/** Restores a value in the current field. */
export type Restore = (current: HTMLInputElement) => void;

/**
 * What few islands need, in scripts of their own (registry.ts): `recordPlaces` where an island replaces the
 * content of its element, `completeProps` too where no helper wrote the markup, `captureContents` where
 * something is editable, or takes files.
 */
export type Parts = {
  recordPlaces?: (el: Element) => FindCounterpart;
  /** The props given, checked and completed by the schema; throws at what the server would refuse. */
  completeProps?: (given: object, el: HTMLElement) => object;
  captureContents?: (el: Element, counterpart: FindCounterpart) => [HTMLElement, Restore][];
};

export type Mounted = {
  /** Unmounts the island and restores the server's HTML. */
  unmount(): void;
  /** Who gets an event that was held for this element; nobody where a button is busy or gone. */
  find(target: Element): Element | undefined;
};

/**
 * Mounts an island on an element. `build` is the build that may be hydrated, `key` the prefix of the
 * island's ids. `fail` receives the error that ended it, `report` one that leaves it as it is.
 */
export type Mount = (
  el: HTMLElement,
  island: IslandModule,
  build: string,
  key: string,
  fail: (error: unknown) => void,
  report: (error: unknown) => void,
  parts: Parts,
) => Mounted;

/** Exports of a file of islands. */
export type IslandChunk = { islands: Record<string, IslandModule> };
/** What the file that all others need exports as well. */
export type Core = Parts & {
  mount: Mount;
  /** Resolves when mounting on the element loses nothing. */
  settle: (el: Element) => Promise<void>;
  /** Resolves when an island may be mounted: a loader may wait for it. */
  prepare?: () => Promise<unknown>;
};
/**
 * Fetches an island and what its element needs, with the build that the island is of: HTML that
 * another one rendered is not hydrated.
 */
export type Load = (name: string, el: HTMLElement) => Promise<readonly [core: Core, island: IslandModule, build: string]>;
