import { atom } from "nanostores";
import { place } from "./place.ts";

export type OverlayTexts = { title: string; message: string };

/** Texts of the running calls, the latest last. */
export const $overlay = atom<readonly OverlayTexts[]>([]);

const usual: OverlayTexts = { title: "Processing", message: "processing your request please wait..." };

/**
 * Shows the overlay until the returned function is called. The first call adds the overlay's
 * island, unless the page contains it.
 */
export function showOverlay(texts: Partial<OverlayTexts> = {}): () => void {
  const overlay = { ...usual, ...texts };
  place("overlay");
  $overlay.set([...$overlay.get(), overlay]);
  return () => $overlay.set($overlay.get().filter((other) => other !== overlay));
}
