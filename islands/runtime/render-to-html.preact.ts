import "preact/compat";
import { options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import "./dom-props.preact.ts";
import { withIds } from "./root-ids.preact.ts";

/**
 * `render-to-html.ts` on Preact: a component as HTML, with the `useId` prefix that the browser will
 * use for the same key.
 */
export const renderToHtml = (element: VNode, key: string): string =>
  withIds(key, () => withTranslate(() => renderToString(element)));

/** Renders `translate="no"` as an attribute, which preact/compat would turn into a property. */
function withTranslate(render: () => string): string {
  const { vnode: before } = options;
  options.vnode = (vnode: VNode) => {
    before?.(vnode);
    const { props } = vnode as VNode<{ translate?: unknown }>;
    if (props.translate === false) props.translate = "no";
  };
  try {
    return render();
  } finally {
    if (before) options.vnode = before;
  }
}
