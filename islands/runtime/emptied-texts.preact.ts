import { options } from "preact";

/**
 * Calls `emptied` with each text that a component renders empty. Preact writes only texts that
 * differ from the text in the page.
 */
export function onEmptied(emptied: (text: Text) => void): void {
  const { diffed } = options;
  options.diffed = (vnode) => {
    diffed?.(vnode);
    const { props, __e } = vnode as unknown as { props: unknown; __e: Text };
    if (props === "") emptied(__e);
  };
}
