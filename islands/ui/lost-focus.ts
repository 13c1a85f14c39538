/**
 * Whether nothing has the focus. An overlay that has just closed does not count: browsers blur it
 * only at the next frame.
 */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement.matches("body,dialog:not([open])");
