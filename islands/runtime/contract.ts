import type { ComponentType } from "react";
import type { ZodType } from "zod";

/**
 * One island of a chunk. `as` turns a single `data-prop-x` text into the schema's type; `schema`
 * comes in development only.
 */
export type IslandModule = {
  default: ComponentType<never>;
  as?: Record<string, (text: string) => unknown>;
  schema?: ZodType;
};

/**
 * Brings an element to life; the answer ends it and puts the server's HTML back. `build` is the one
 * that may be hydrated, `key` makes the island's ids its own, `fail` is told of whatever throws.
 */
export type Mount = (
  el: HTMLElement,
  island: IslandModule,
  build: string,
  key: string,
  fail: (error: unknown) => void,
) => () => void;

/**
 * Development only: throws at props that the schema refuses, reports where the server's HTML
 * differs from the component's.
 */
export type Check = (el: HTMLElement, island: IslandModule, build: string) => void;

type Core = { mount: Mount; check?: Check };
/** What a file of islands exports; the core lies in the chunk that all of them import. */
export type IslandChunk = Core & { islands: Record<string, IslandModule> };
export type Load = (name: string) => Promise<readonly [Core, IslandModule]>;
