/** Whether an island replaces the content of its element, or has some that is editable. */
export const needsFallback = (el: HTMLElement, build: string): unknown =>
  el.dataset.ssr !== build || el.querySelector("[contenteditable]");
