import { shopAddress } from "../shop.embedded.ts";
import { iconShapes } from "./icon-shapes.ts";
import { embeddedClasses, embeddedIds } from "./names.ts";

const ids = ["id", "for", "form", "aria-labelledby", "aria-describedby", "aria-controls"];
const addresses = ["href", "src", "action", "formaction"];

/**
 * Islands in the server's HTML that also run on embedding pages; forms and links of other islands
 * work natively.
 */
const embedded = ["heart-icon", "add-to-cart"];

/**
 * Adapts an element of the server's HTML; embedded/jsx-runtime.ts does the same for an island's
 * elements.
 */
export function adaptElement(element: Element): void {
  if (element.localName === "use") drawIcon(element);
  else adaptAttributes(element);
}

function adaptAttributes(element: Element): void {
  const change = (name: string, to: (value: string) => string) => {
    const value = element.getAttribute(name);
    if (value !== null) element.setAttribute(name, to(value));
  };
  element.setAttribute("class", embeddedClasses(element.getAttribute("class") ?? ""));
  for (const name of ids) change(name, embeddedIds);
  for (const name of addresses) change(name, shopAddress);
  change("srcset", (list) => list.replace(/(^|,\s*)(\/[^\s,]+)/g, (_, before, path) => before + shopAddress(path)));
  for (const name of ["data-ssr", "data-island-key"]) element.removeAttribute(name);
  if (!embedded.includes(element.getAttribute("data-island") ?? "")) element.removeAttribute("data-island");
}

function drawIcon(use: Element): void {
  const [, name = ""] = /^#i-(\w+)$/.exec(use.getAttribute("href") ?? "") ?? [];
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", iconShapes[name] ?? "");
  use.parentElement?.setAttribute("viewBox", "0 0 24 24");
  use.replaceWith(path);
}
