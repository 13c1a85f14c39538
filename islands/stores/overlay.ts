import { atom } from "nanostores";
import { place } from "./place.ts";

export type OverlayTexts = { title: string; message: string };

/** What is going on, the latest last; empty while no call runs. */
export const $overlay = atom<readonly OverlayTexts[]>([]);

const usual: OverlayTexts = { title: "Processing", message: "processing your request please wait..." };

/**
 * Its island comes with the first call, unless the page holds it already. Shows the overlay until
 * the answer is called, once per call: two at a time end one by one.
 */
export function showOverlay(texts: Partial<OverlayTexts> = {}): () => void {
  const shown = { ...usual, ...texts };
  place("overlay");
  $overlay.set([...$overlay.get(), shown]);
  return () => $overlay.set($overlay.get().filter((other) => other !== shown));
}
