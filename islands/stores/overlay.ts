import { atom } from "nanostores";
import { place } from "./place.ts";

export type OverlayTexts = { title: string; message: string };

/** Texts of the running calls, the latest last. */
export const $overlay = atom<readonly OverlayTexts[]>([]);

const usual: OverlayTexts = { title: "Processing", message: "processing your request please wait..." };

/**
 * Shows the overlay until the returned function is called, once per call. Its island is placed at
 * the first call, unless the page has it.
 */
export function showOverlay(texts: Partial<OverlayTexts> = {}): () => void {
  const overlay = { ...usual, ...texts };
  place("overlay");
  $overlay.set([...$overlay.get(), overlay]);
  return () => $overlay.set($overlay.get().filter((other) => other !== overlay));
}
