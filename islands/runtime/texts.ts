// A part for pages on which others, such as a translator, replace the texts of live islands.

import { onEmptied } from "./emptied-texts.ts";

/** Nodes that others put in the place of a component's text. */
type Replacement = { parent: Node; content: string; nodes: readonly Node[]; isNew: boolean };

const replacements = new Map<Text, Replacement>();

const removeAll = (nodes: readonly Node[]) => {
  for (const node of nodes) (node as ChildNode).remove();
};

/** Shows a component's text again instead of its replacement. */
function show(text: Text): void {
  const { content, nodes } = replacements.get(text) ?? { nodes: [] };
  text.data ||= content ?? "";
  replacements.delete(text);
  removeAll(nodes);
}

/** Handles a text that the component wrote: its replacement is out of date. */
function showWritten(text: Text): void {
  const { nodes } = replacements.get(text) ?? { nodes: [] };
  replacements.delete(text);
  removeAll(nodes);
}

const isReplacement = (node: Node) => [...replacements.values()].some(({ nodes }) => nodes.some((one) => one.contains(node)));

/** The nodes that stand in the place of a removed node. */
function findSubstitutes({ target, addedNodes, previousSibling, nextSibling }: MutationRecord, removed: Node): Node[] {
  const isInPlace = (node: Node | null) => node?.parentNode === target && !replacements.has(node as Text);
  const added = [...addedNodes].filter(isInPlace);
  // A wrapper may be added before the text is moved into it, or removed.
  const wrapper = [previousSibling, nextSibling].find(
    (node) => isInPlace(node) && (node?.contains(removed) || (node?.nodeName === "FONT" && !isReplacement(node))),
  );
  return added[0] || !wrapper ? added : [wrapper];
}

function follow(record: MutationRecord, isLate: boolean): void {
  const { target, oldValue, removedNodes } = record;
  const written = target as Text;
  if (replacements.has(written) && (!oldValue || written.data)) showWritten(written);
  if (!target.isConnected || (target as HTMLElement).isContentEditable || isReplacement(target)) return;
  for (const removed of removedNodes) {
    if (removed.parentNode === target) continue;
    const text = removed as Text;
    if (replacements.has(text)) {
      show(text);
      continue;
    }
    const nodes = findSubstitutes(record, removed);
    for (const replacement of replacements.values())
      replacement.nodes = replacement.nodes.flatMap((node) => (node === removed ? nodes : node));
    if (removed.nodeType !== 3 || !nodes[0] || isReplacement(nodes[0])) continue;
    const content = text.data;
    // The wrapper of a moved text keeps a copy.
    if (text.parentNode) text.replaceWith(text.cloneNode());
    target.insertBefore(text, nodes[0]);
    if (isLate) removeAll(nodes);
    else replacements.set(text, { parent: target, content, nodes, isNew: true });
  }
}

/**
 * Keeps the text nodes of components where the framework expects them, although others replaced
 * them: an emptied text node stays before its replacement. When the component changes or removes
 * its text, the replacement is removed. `isLate` says that the component may have rendered since
 * the records: its texts are then shown instead.
 */
export function keepTexts(records: readonly MutationRecord[], isLate = false): void {
  for (const record of records) follow(record, isLate);
  for (const [text, replacement] of replacements) {
    const { parent, nodes, isNew } = replacement;
    const present = nodes.filter((node) => node.parentNode === parent);
    if (!present[0] || !text.isConnected) show(text);
    else {
      // The component may have written a text that was emptied before.
      if (isNew) text.data = "";
      replacement.isNew = false;
      if (text.nextSibling !== present[0]) text.after(...present);
    }
  }
}

onEmptied((text) => replacements.has(text) && showWritten(text));
