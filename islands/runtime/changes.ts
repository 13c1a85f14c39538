/** What live islands carry. */
export const aliveMarker = "data-island-alive";

/**
 * Watches a live island for what others do to it: calls `update` when its props changed. A morph
 * (Idiomorph, Turbo, htmx) makes it what the server rendered, without the marker of live islands: its
 * content is put back, as the component believes it to be. The returned function ends this.
 */
export function watchChanges(el: Element, update: () => void): () => void {
  const observer = new MutationObserver((records) => {
    const morphed = !el.hasAttribute(aliveMarker);
    if (morphed) {
      // Attributes are morphed before the content; what came before is the component's own work.
      const first = records.findIndex(({ attributeName }) => attributeName === aliveMarker);
      records.slice(first).reverse().forEach(undo);
      el.toggleAttribute(aliveMarker);
    }
    if (morphed || records.some(isProp)) update();
  });

  const isProp = ({ target, attributeName }: MutationRecord) => target === el && attributeName?.startsWith("data-prop");

  function undo({ target, attributeName, oldValue, addedNodes, removedNodes, nextSibling }: MutationRecord): void {
    for (const node of addedNodes) (node as ChildNode).remove();
    for (const node of removedNodes) target.insertBefore(node, nextSibling);
    if (!attributeName) target.nodeValue = oldValue;
    else if (target !== el) {
      if (oldValue === null) (target as Element).removeAttribute(attributeName);
      else (target as Element).setAttribute(attributeName, oldValue);
    }
  }

  observer.observe(el, { subtree: true, childList: true, attributeOldValue: true, characterDataOldValue: true });
  return () => observer.disconnect();
}
