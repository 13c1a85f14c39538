import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

/** A component as HTML, with the `useId` prefix that the browser will use for the same key. */
export const renderToHtml = (element: ReactElement, key: string): string =>
  renderToString(element, { identifierPrefix: `P${key}-` });
