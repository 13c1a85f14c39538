import { prefixed } from "./prefixed.ts";
/**
 * Stores a name for the element that gets the focus after the page's reload; the element's island
 * knows this name.
 */
export function setReloadMark(mark: string): void {
  try {
    sessionStorage[prefixed("focus")] = mark;
  } catch {
    // Without storage the focus starts at the top.
  }
}

/**
 * Whether this page was reloaded with this mark; true only once. False if another element already
 * has the focus.
 */
export function consumeReloadMark(mark: string): boolean {
  try {
    if (sessionStorage[prefixed("focus")] !== mark) return false;
    delete sessionStorage[prefixed("focus")];
    return document.activeElement === document.body;
  } catch {
    return false;
  }
}
