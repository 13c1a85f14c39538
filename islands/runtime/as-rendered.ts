/**
 * Whether an element's content is still the content that this build rendered on the server.
 * `data-ssr` contains the build and the number of elements; a translator or an extension adds
 * elements, so the number then differs.
 */
export const isAsRendered = (el: HTMLElement, build: string): boolean =>
  el.dataset.ssr?.replace(`.${el.querySelectorAll("*").length}`, "") === build;
