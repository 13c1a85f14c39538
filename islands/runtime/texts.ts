// A part for pages on which others, such as a translator, replace the texts of live islands.

/** Nodes that others put in the place of a component's text. */
type Replacement = {
  parent: Node;
  /** The replaced text. */
  content: string;
  nodes: readonly Node[];
  /** The text is not back in its place yet. */
  isNew: boolean;
  /** The component has written its text since. */
  isStale: boolean;
};

const replacements = new Map<Node, Replacement>();

const isReplacement = (node: Node) => [...replacements.values()].some(({ nodes }) => nodes.some((one) => one.contains(node)));

/** Removes the replacement of a component's text, and shows the text again. */
function end(text: Text, { nodes, parent, content, isStale }: Replacement): void {
  replacements.delete(text);
  for (const node of nodes) if (node.parentNode === parent) (node as ChildNode).remove();
  if (!isStale) text.data ||= content;
}

/** The nodes that others put in the place of a removed node. */
function findSubstitutes({ addedNodes, previousSibling, nextSibling }: MutationRecord, removed: Node): readonly Node[] {
  const added = [...addedNodes].filter((node) => !replacements.has(node));
  // A wrapper may be added first; then the text is moved into the wrapper, or removed.
  const wrapper = [previousSibling, nextSibling].find(
    (node) => node && (node.contains(removed) || (node.nodeName === "FONT" && !isReplacement(node))),
  );
  return added[0] || !wrapper ? added : [wrapper];
}

function follow(record: MutationRecord, isLate: boolean): void {
  const { target, oldValue, removedNodes } = record;
  const ofTarget = replacements.get(target);
  if (ofTarget && (ofTarget.isNew || !oldValue || (target as Text).data)) ofTarget.isStale = true;
  if (!target.isConnected || (target as HTMLElement).isContentEditable || isReplacement(target)) return;
  for (const removed of removedNodes) {
    const ofRemoved = replacements.get(removed);
    if (removed.parentNode === target || ofRemoved?.isNew) continue;
    if (ofRemoved) {
      end(removed as Text, ofRemoved);
      continue;
    }
    const nodes = findSubstitutes(record, removed);
    for (const replacement of replacements.values())
      replacement.nodes = replacement.nodes.flatMap((node) => (node === removed ? nodes : node));
    if (removed.nodeType === 3 && nodes[0] && !isReplacement(nodes[0]))
      replacements.set(removed, {
        parent: target,
        content: (removed as Text).data,
        nodes,
        isNew: true,
        isStale: isLate,
      });
  }
}

/** Puts a replaced text back before its replacement, and empties it. */
function settle(text: Text, replacement: Replacement): void {
  const { parent, nodes, isNew, isStale } = replacement;
  const present = nodes.filter((node) => node.parentNode === parent);
  if (isNew && text.parentNode !== parent && present[0]) {
    // The wrapper of a moved text keeps a copy.
    if (text.parentNode) text.replaceWith(text.cloneNode());
    parent.insertBefore(text, present[0]);
  }
  if (isStale || !present[0] || !text.isConnected) end(text, replacement);
  else {
    if (isNew) text.data = "";
    replacement.isNew = false;
    if (text.nextSibling !== present[0]) text.after(...present);
  }
}

/**
 * Keeps the text nodes of an island's component where the framework expects them, although others
 * replaced them: an emptied text node stays before its replacement. When the component changes or
 * removes its text, the replacement is removed. `isLate` says that the component may have rendered
 * since the records: its texts are then shown instead.
 */
export function keepTexts(el: Element, records: readonly MutationRecord[], isLate = false): void {
  for (const record of records) follow(record, isLate);
  // The records of other islands' texts may not have been handled yet.
  for (const [text, replacement] of replacements)
    if (el.contains(replacement.parent) || !replacement.parent.isConnected) settle(text as Text, replacement);
}
