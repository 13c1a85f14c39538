/**
 * Whether an element's content is what a build rendered on the server. `data-ssr` has the build and
 * the number of elements: a translator or an extension that changed the content has added some.
 */
export const isAsRendered = (el: HTMLElement, build: string): boolean =>
  el.dataset.ssr?.replace(`.${el.querySelectorAll("*").length}`, "") === build;
