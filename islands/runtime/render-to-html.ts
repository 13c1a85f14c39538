import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { suspended } from "./suspended.ts";

/**
 * A component as HTML, with the `useId` prefix that the browser will use for the same key. Throws
 * if the island suspends.
 */
export function renderToHtml(element: ReactElement, key: string, island: string): string {
  const html = renderOrThrow(element, key, island);
  // React's mark of a fallback whose content only the browser renders.
  if (html.includes("<!--$!-->")) throw suspended(island, "what is in its Suspense suspends or throws");
  return html;
}

function renderOrThrow(element: ReactElement, key: string, island: string): string {
  try {
    return renderToString(element, { identifierPrefix: `P${key}-` });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("A component suspended")) throw suspended(island);
    throw error;
  }
}
