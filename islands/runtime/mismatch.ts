/** A difference of two renderings; null stands for a part that one of them lacks. */
type Mismatch = { path: string; server: string | null; browser: string | null };

type Content = Node | string;

export function findMismatches(server: ParentNode, browser: ParentNode): Mismatch[] {
  return compareChildren(server, browser, "");
}

function compareChildren(server: Node, browser: Node, path: string): Mismatch[] {
  const [theirs, ours] = [contentOf(server), contentOf(browser)];
  const mismatches: Mismatch[] = [];
  for (let at = 0; at < Math.max(theirs.length, ours.length); at++) {
    mismatches.push(...compare(theirs[at], ours[at], `${path}${nameOf(ours[at] ?? theirs[at])}[${at}]`));
  }
  return mismatches;
}

function compare(theirs: Content | undefined, ours: Content | undefined, path: string): Mismatch[] {
  if (!(theirs instanceof Element && ours instanceof Element && theirs.localName === ours.localName)) {
    return theirs === ours ? [] : [{ path, server: nodeText(theirs), browser: nodeText(ours) }];
  }
  return [...compareAttributes(theirs, ours, path), ...compareChildren(theirs, ours, `${path} > `)];
}

function compareAttributes(theirs: Element, ours: Element, path: string): Mismatch[] {
  const names = new Set([...theirs.getAttributeNames(), ...ours.getAttributeNames()]);
  // A fold that the shopper opened is no mismatch.
  names.delete("open");
  return [...names]
    .map((name) => ({ path: `${path}@${name}`, server: theirs.getAttribute(name), browser: ours.getAttribute(name) }))
    .filter((one) => one.server !== one.browser);
}

/** Elements and texts; adjacent texts are one, as a parser joins them, and comments are ignored. */
function contentOf(node: Node): Content[] {
  const content: Content[] = [];
  for (const child of node.childNodes) {
    const last = content.at(-1);
    if (child instanceof Element) content.push(child);
    else if (child.nodeType === Node.TEXT_NODE && typeof last === "string")
      content[content.length - 1] = last + child.textContent;
    else if (child.nodeType === Node.TEXT_NODE) content.push(child.textContent ?? "");
  }
  return content.filter((child) => child !== "");
}

const nameOf = (node: Content | undefined) => (node instanceof Element ? node.localName : "text");
const nodeText = (node: Content | undefined) =>
  node instanceof Element ? node.outerHTML : ((node as string | undefined) ?? null);
