// Of no effect in browsers (build/options.ts), which have dom-props.preact.ts.
import "preact/compat";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import "./dom-props.preact.ts";
import { withIds } from "./root-ids.preact.ts";

/** As `render-to-html.ts`, on Preact. */
export const renderToHtml = (element: VNode, key: string): string => withIds(key, () => renderToString(element));
