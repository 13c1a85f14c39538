import type { ComponentType } from "react";
import type { ZodType } from "zod";

/** One island of a chunk; `schema` is present in development only. */
export type IslandModule = {
  default: ComponentType<never> & {
    /** The component uses other elements of the page: the island waits until all are parsed. */
    needsPage?: boolean;
  };
  schema?: ZodType;
};

/** An island's element. */
export type SlotHost = HTMLElement & {
  /** Puts the content of a slot into its place; `Slot` calls it (slots.ts). */
  placeSlot?: (name: string, place: Element) => void;
};

/** An island's content; `slots.ts` leaves out what is in slots. */
export type IslandContent = {
  querySelector<One extends Element>(selector: string): One | null;
  querySelectorAll<One extends Element>(selector: string): Iterable<One>;
  cloneNode(deep: boolean): Node;
  replaceChildren(...nodes: Node[]): void;
  /** Follows changes of slots by other scripts; returns the changes outside of slots. */
  ownRecords?(records: MutationRecord[]): MutationRecord[];
};

/** Finds the element that replaces an island's element after a rendering. */
export type FindCounterpart = (old: Element) => Element | undefined;

/** Restores a value in the current field. */
export type Restore = (current: HTMLInputElement) => void;

/**
 * Parts that few islands need, in separate scripts (registry.ts). `recordPlaces` is for islands
 * that replace their element's content, `completeProps` for markup that no helper wrote,
 * `captureContents` for editable elements and file fields, and `openSlots` for elements with slots.
 */
export type Parts = {
  recordPlaces?: (el: IslandContent) => FindCounterpart;
  /**
   * The given props, checked and completed by the schema. Throws for props that the server would
   * refuse.
   */
  completeProps?: (props: object, el: HTMLElement) => object;
  captureContents?: (el: IslandContent, counterpart: FindCounterpart) => [HTMLElement, Restore][];
  openSlots?: (el: HTMLElement, fail: (error: unknown) => void) => IslandContent;
  /** Fetches the part that handles texts which others replace (texts.ts). */
  loadTexts?: () => Promise<TextsPart>;
};

/** The part that keeps an island's texts correct where others change them. */
export type TextsPart = { keepTexts: (el: Element, records: readonly MutationRecord[], isLate?: boolean) => void };

/** A mounted island. */
export type MountHandle = {
  /** Unmounts the island and restores the server's HTML. */
  unmount(): void;
  /**
   * The element that receives an event which was held for `target`; undefined if a button is busy
   * or gone.
   */
  find(target: Element): Element | undefined;
};

/**
 * Mounts an island on an element: hydrates its content, or replaces the content if `parts` has
 * `recordPlaces`. `key` is the prefix of the island's ids. `fail` receives an error that ended the
 * island, `report` an error after which it stays mounted.
 */
export type Mount = (
  el: HTMLElement,
  island: IslandModule,
  key: string,
  fail: (error: unknown) => void,
  report: (error: unknown) => void,
  parts: Parts,
) => MountHandle;

/** Exports of a file of islands. */
export type IslandChunk = { islands: Record<string, IslandModule> };
/** Further exports of the file that all others need. */
export type Core = Parts & {
  mount: Mount;
  /**
   * Resolves once mounting on the element would lose nothing, such as a press that has not ended
   * yet (settle.ts).
   */
  settle: (el: Element) => Promise<void>;
  /** Resolves once an island may be mounted, if a loader has to wait for something. */
  prepare?: () => Promise<unknown>;
};
/**
 * Fetches an island and the parts that its element needs; resolves once mounting would lose
 * nothing. If this build rendered the element's content and nothing has changed it, the island
 * hydrates the content. Otherwise the parts include `recordPlaces`, with which the island replaces
 * the content.
 */
export type Load = (name: string, el: HTMLElement) => Promise<readonly [core: Core, island: IslandModule]>;
