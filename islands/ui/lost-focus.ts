/**
 * Whether nothing has the focus: neither an element nor an overlay that has just closed, which
 * browsers blur at the next frame only.
 */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement.matches("body,dialog:not([open])");
