// For islands that start while their page is still loading: the parser may still be inside their
// element.

const waiting = new Set<() => void>();
const observer = new MutationObserver(lookAll);
document.addEventListener("readystatechange", lookAll);

function lookAll(): void {
  for (const look of waiting) look();
  if (waiting.size === 0) observer.disconnect();
}

/**
 * Whether something follows a node or one of its ancestors: the parser has then finished the node.
 * In the body only text counts, since scripts and extensions append elements to the body during
 * parsing.
 */
function isFollowed(node: Node | null | undefined): boolean {
  if (!node || node === document.body) return false;
  const { nextSibling, parentNode } = node;
  if (parentNode === document.body) return nextSibling instanceof Text;
  return nextSibling !== null || isFollowed(parentNode ?? (node as ShadowRoot).host);
}

/** The script with an island's props. Another element with this id may belong to other content. */
const propsScript = (id: string) => document.getElementById(id) && document.querySelector(`script[id="${id}"]`);

function isParsed(el: HTMLElement): boolean {
  const { propsRef } = el.dataset;
  return document.readyState !== "loading" || (isFollowed(el) && (!propsRef || isFollowed(propsScript(propsRef))));
}

/** Resolves once an element and its props are parsed completely. */
export const settle = (el: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(look);
    observer.observe(document, { childList: true, subtree: true });
    lookAll();
    function look() {
      if (isParsed(el) && waiting.delete(look)) resolve();
    }
  });
