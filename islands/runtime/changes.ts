import type { Parts } from "./contract.ts";

/** The attribute of live islands. */
export const aliveMarker = "data-island-alive";

/**
 * Watches a live island for changes by other scripts, and calls `update` when its props change. A
 * morph (Idiomorph, Turbo, htmx) restores the server's markup, and so removes the marker of live
 * islands. The component's content is then put back. When others replace a text, the part that
 * handles this is fetched. `ownRecords` leaves out changes that are not the island's, such as those
 * in slots; after a morph it is called once more. Returns a function that stops watching.
 */
export function watchChanges(
  el: Element,
  update: () => void,
  { loadTexts }: Parts,
  report: (error: unknown) => void,
  ownRecords: (records: MutationRecord[]) => MutationRecord[],
): () => void {
  let isLoaded: boolean | undefined;
  // The records since the first replaced text that the part has not handled yet. A failed fetch of
  // the part leaves them here.
  const pending: MutationRecord[] = [];
  const observer = new MutationObserver((all) => {
    const records = ownRecords(all);
    const morphed = !el.hasAttribute(aliveMarker);
    if (morphed) {
      // A morph changes attributes before the content. Earlier records are changes by the component
      // itself.
      const first = records.findIndex(({ attributeName }) => attributeName === aliveMarker);
      records.slice(first).reverse().forEach(undo);
      el.toggleAttribute(aliveMarker);
      ownRecords([]);
    }
    if (morphed || records.some(isProp)) update();
    if (morphed || (!isLoaded && !pending[0] && !records.some(isReplacedText))) return;
    pending.push(...records);
    loadTexts?.().then(({ keepTexts }) => {
      keepTexts(el, pending.splice(0), !isLoaded);
      isLoaded = true;
    }, report);
  });

  // The framework never replaces a text in one step, and adds no font element.
  const isReplacedText = ({ addedNodes: [added], removedNodes: [removed] }: MutationRecord) =>
    added?.nodeName === "FONT" || (removed?.nodeType === 3 && (added ?? removed.parentNode));

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
