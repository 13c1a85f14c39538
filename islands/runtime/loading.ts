import type { IslandModule } from "./contract.ts";

// A part for islands that start while their page arrives: the parser may be inside of them.

const waiting = new Set<() => void>();
const observer = new MutationObserver(lookAll);
document.addEventListener("readystatechange", lookAll);

function lookAll(): void {
  for (const look of waiting) look();
  if (waiting.size === 0) observer.disconnect();
}

/**
 * Whether something follows a node, or a node around it. Scripts and extensions append elements to
 * the body while the parser is in an earlier one, so that in the body only text counts.
 */
function isFollowed(node: Node | null | undefined): boolean {
  if (!node || node === document.body) return false;
  const { nextSibling, parentNode } = node;
  if (parentNode === document.body) return nextSibling instanceof Text;
  return nextSibling !== null || isFollowed(parentNode ?? (node as ShadowRoot).host);
}

/** The script with an island's props; an element with its id may be somebody else's. */
const propsScript = (id: string) => document.getElementById(id) && document.querySelector(`script[id="${id}"]`);

function isParsed(el: HTMLElement, island: IslandModule | undefined): boolean {
  if (document.readyState !== "loading") return true;
  const { propsRef } = el.dataset;
  return !island?.default.needsPage && isFollowed(el) && (!propsRef || isFollowed(propsScript(propsRef)));
}

/**
 * Resolves once an element and its props are parsed completely, and the whole page if the component
 * needs it.
 */
export const waitForParser = (el: HTMLElement, island: IslandModule | undefined): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(look);
    observer.observe(document, { childList: true, subtree: true });
    lookAll();
    function look() {
      if (isParsed(el, island) && waiting.delete(look)) resolve();
    }
  });
