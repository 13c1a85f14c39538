/** A difference between two renderings; null stands for a part that is missing in one of them. */
type Mismatch = { path: string; server: string | null; browser: string | null };

type Content = Node | string;

/** The slots that the component does not place. */
const unplaced = "template[data-island-slot]";

/** Elements whose content the component does not render. */
const foreign = "[contenteditable]:not([contenteditable=false]),[data-island-place]";

export function findMismatches(server: ParentNode, browser: ParentNode): Mismatch[] {
  return compareChildren(server, browser, "");
}

function compareChildren(server: Node, browser: Node, path: string): Mismatch[] {
  const serverContent = contentOf(server);
  const browserContent = contentOf(browser);
  const mismatches: Mismatch[] = [];
  for (let at = 0; at < Math.max(serverContent.length, browserContent.length); at++) {
    mismatches.push(
      ...compare(serverContent[at], browserContent[at], `${path}${nameOf(browserContent[at] ?? serverContent[at])}[${at}]`),
    );
  }
  return mismatches;
}

function compare(server: Content | undefined, browser: Content | undefined, path: string): Mismatch[] {
  if (!(server instanceof Element && browser instanceof Element && server.localName === browser.localName)) {
    return server === browser ? [] : [{ path, server: nodeText(server), browser: nodeText(browser) }];
  }
  // The visitor may have typed into an editable element, and slots are not the component's.
  const children = browser.matches(foreign) ? [] : compareChildren(server, browser, `${path} > `);
  return [...compareAttributes(server, browser, path), ...children];
}

function compareAttributes(server: Element, browser: Element, path: string): Mismatch[] {
  const names = new Set([...server.getAttributeNames(), ...browser.getAttributeNames()]);
  // A `<details>` that the visitor opened is no mismatch.
  names.delete("open");
  return [...names]
    .map((name) => ({ path: `${path}@${name}`, server: server.getAttribute(name), browser: browser.getAttribute(name) }))
    .filter((one) => one.server !== one.browser);
}

/**
 * The elements and texts of a node. Adjacent texts are joined, as a parser joins them; comments are
 * ignored.
 */
function contentOf(node: Node): Content[] {
  const content: Content[] = [];
  for (const child of node.childNodes) {
    const last = content.at(-1);
    if (child instanceof Element && !child.matches(unplaced)) content.push(child);
    else if (child.nodeType === Node.TEXT_NODE && typeof last === "string")
      content[content.length - 1] = last + child.textContent;
    else if (child.nodeType === Node.TEXT_NODE) content.push(child.textContent ?? "");
  }
  return content.filter((child) => child !== "");
}

const nameOf = (node: Content | undefined) => (node instanceof Element ? node.localName : "text");
const nodeText = (node: Content | undefined) =>
  node instanceof Element ? node.outerHTML : ((node as string | undefined) ?? null);
