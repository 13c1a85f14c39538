import * as runtime from "react/jsx-runtime";
import { shopAddress } from "../shop.embedded.ts";
import { embeddedClasses, embeddedIds } from "./names.ts";

type Props = Record<string, unknown>;

const ids = ["id", "htmlFor", "form", "aria-labelledby", "aria-describedby", "aria-controls"];
const addresses = ["href", "src", "action", "formAction"];

/**
 * The props of an element in a page that another server renders: with names that the page's styles
 * and scripts do not use, and with addresses of the shop.
 */
function embeddedProps(props: Props): Props {
  const changed: Props = { ...props, className: embeddedClasses(props.className as string | undefined) };
  for (const name of ids) if (typeof props[name] === "string") changed[name] = embeddedIds(props[name]);
  for (const name of addresses) if (typeof props[name] === "string") changed[name] = shopAddress(props[name]);
  return changed;
}

/** Whether an element is marked: in an SVG picture only `svg` is, not its paths. */
const isMarked = (type: unknown): boolean => typeof type === "string" && type !== "path";

const markedProps = (type: unknown, props: unknown): Props => (isMarked(type) ? embeddedProps(props as Props) : (props as Props));

export const jsx: typeof runtime.jsx = (type, props, key) => runtime.jsx(type, markedProps(type, props), key);
export const jsxs: typeof runtime.jsxs = (type, props, key) => runtime.jsxs(type, markedProps(type, props), key);

/** `jsx` and `jsxs` under the name that tests import. */
export const jsxDEV = (...[type, props, key, isStatic]: [...Parameters<typeof runtime.jsx>, boolean]) =>
  (isStatic ? jsxs : jsx)(type, props, key);

export { Fragment } from "react/jsx-runtime";
