import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { withRootIds } from "./root-ids.preact.ts";

/** As `draw.ts`, on Preact. */
export const draw = (element: VNode, key: string): string => renderToString(withRootIds(element, key));
