import "preact/compat";
import { options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import "./dom-props.preact.ts";
import { withIds } from "./root-ids.preact.ts";
import { isPromise, suspended } from "./suspended.ts";

/**
 * `render-to-html.ts` on Preact: a component as HTML, with the `useId` prefix that the browser will
 * use for the same key. Throws if the island suspends.
 */
export function renderToHtml(element: VNode, key: string, island: string): string {
  refusePromises(element, island);
  try {
    return withIds(key, () => withElements(island, () => renderToString(element)));
  } catch (error) {
    // The renderer's error for a thrown promise names its function that waits.
    if (error instanceof Error && error.message.includes("renderToStringAsync")) throw suspended(island);
    throw error;
  }
}

/**
 * Renders `translate="no"` as an attribute, which preact/compat would turn into a property, and
 * refuses promises.
 */
function withElements(island: string, render: () => string): string {
  const { vnode: before } = options;
  options.vnode = (vnode: VNode) => {
    before?.(vnode);
    refusePromises(vnode, island);
    const { props } = vnode as VNode<{ translate?: unknown }>;
    if (props.translate === false) props.translate = "no";
  };
  try {
    return render();
  } finally {
    if (before) options.vnode = before;
  }
}

/** Throws for an async component or a promise, for which Preact would render nothing. */
function refusePromises({ type, props }: VNode, island: string): void {
  const isAsync = typeof type === "function" && type.constructor.name === "AsyncFunction";
  if (isAsync || hasPromise(props.children)) throw suspended(island);
}

const hasPromise = (children: unknown): boolean => (Array.isArray(children) ? children.some(hasPromise) : isPromise(children));
