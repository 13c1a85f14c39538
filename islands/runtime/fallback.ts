/**
 * A script of its own: needed where an island replaces the content of its element, as on pages that
 * others render, or where that is editable.
 */
export { recordPlaces } from "./counterpart.ts";
export { captureContents } from "./editable.ts";
