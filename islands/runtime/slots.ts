// A part for islands that wrap the server's HTML, in elements with `data-island-slot`.

import type { IslandContent, SlotHost } from "./contract.ts";

/**
 * The slots of an island. What is in another island, or in a slot, belongs to that one. The server
 * puts slots that the component did not place into a template without a name.
 */
const findSlots = (el: Element): HTMLTemplateElement[] =>
  [...el.querySelectorAll<HTMLTemplateElement>("[data-island-slot]")].filter(
    ({ parentElement }) => parentElement?.closest("[data-island],[data-island-slot]") === el,
  );

/**
 * Takes the slots of an island's element, for `Slot` to place. Returns the island's own content.
 */
export function openSlots(el: SlotHost, fail: (error: unknown) => void): IslandContent {
  const slots = new Map<string, HTMLElement>();

  function forEachSlot(visit: (slot: HTMLElement, name: string) => void): void {
    for (const found of findSlots(el))
      for (const slot of [...(found.content?.children ?? [found])] as HTMLElement[])
        visit(slot, slot.dataset.islandSlot as string);
  }

  const isOwn = (node: Node): boolean => {
    const slot = ((node as Element).closest ? (node as Element) : node.parentElement)?.closest("[data-island-slot]");
    return !slot || slot.contains(el);
  };

  forEachSlot((slot, name) => {
    if (slots.has(name)) throw new Error(`two slots ${name}`);
    slots.set(name, slot);
  });
  el.placeSlot = (name, place) => {
    const slot = slots.get(name);
    const before = slot?.parentNode;
    if (!before || before === place) return;
    // A copy without content marks the place in the server's HTML.
    slot.replaceWith(slot.cloneNode());
    place.replaceChildren(slot);
    // The component may remove the other place in the same task.
    queueMicrotask(() => before.isConnected && fail(new Error(`slot ${name} is placed twice`)));
  };

  const querySelectorAll = (selector: string) => [...el.querySelectorAll<never>(selector)].filter(isOwn);
  return {
    isOwnRecord: ({ target }) => isOwn(target),
    querySelectorAll,
    // Moving a slot loses the focus in it, so the focus is looked for in slots too.
    querySelector: (selector) => (selector === ":focus" ? el.querySelector(selector) : querySelectorAll(selector)[0]) ?? null,
    cloneNode(deep) {
      const clone = el.cloneNode(deep) as Element;
      if (deep) for (const slot of findSlots(el)) if (slot.content) slot.remove();
      return clone;
    },
    replaceChildren(...nodes) {
      delete el.placeSlot;
      el.replaceChildren(...nodes);
      forEachSlot((copy, name) => {
        const slot = slots.get(name);
        if (slot && slot !== copy) copy.replaceWith(slot);
      });
    },
  };
}
