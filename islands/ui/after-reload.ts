import { prefixed } from "./prefixed.ts";
/** Stores which element gets the focus after the page's reload, by a name that its island knows. */
export function setReloadMark(mark: string): void {
  try {
    sessionStorage[prefixed("focus")] = mark;
  } catch {
    // Without storage the focus starts at the top.
  }
}

/**
 * Whether this page was reloaded for this mark, once; false if another element already has the
 * focus.
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
