// A part for islands that wrap the server's HTML, in elements with `data-island-slot`.

import type { IslandContent, SlotHost } from "./contract.ts";

type Slot = HTMLElement & Partial<Pick<HTMLTemplateElement, "content">>;

/**
 * The elements of an island with `data-island-slot`. Those in another island, or in a slot, belong
 * to that one. Slots that are not placed are in a template whose attribute is empty.
 */
const findMarked = (el: Element): Slot[] =>
  [...el.querySelectorAll<Slot>("[data-island-slot]")].filter(
    ({ parentElement }) => parentElement?.closest("[data-island],[data-island-slot]") === el,
  );

/**
 * Takes the slots of an island's element, for `Slot` to place. Returns the island's own content.
 */
export function openSlots(el: SlotHost, fail: (error: unknown) => void): IslandContent {
  const slots: Record<string, Slot> = Object.create(null);
  const places: Record<string, Element> = Object.create(null);
  // Contains the slots that are not placed, so that copies of the page have them too.
  const unplaced = document.createElement("template");
  unplaced.dataset.islandSlot = "";
  /** The slots, also those that were just replaced. */
  let all: Slot[] = [];

  const isOwn = (node: Node) => !all.some((slot) => slot.contains(node));
  const isAlive = () => el.matches("[data-island-alive]");
  const isShown = (name: string) => el.contains(places[name] as Element);

  /** Takes slots that are not known yet, and forgets those that others have removed. */
  function takeSlots(records?: readonly MutationRecord[]): void {
    for (const name in slots) if (isAlive() && isShown(name) && !slots[name]?.parentNode) delete slots[name];
    for (const found of findMarked(el))
      for (const slot of (found.content?.children ?? [found]) as Iterable<Slot>) {
        const name = slot.dataset.islandSlot as string;
        if (all.includes(slot)) continue;
        if (!records && slots[name]) throw new Error(`slot ${name} is marked twice`);
        // A morph may have marked an element of the component, which is about to be restored.
        slots[name] =
          !records || isAlive() || records.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(slot)))
            ? slot
            : (slot.cloneNode(true) as Slot);
      }
    all.push(...Object.values(slots));
  }

  /** Puts slots into their places, and the others into the template. */
  function arrange(): void {
    for (const name in slots) if (isShown(name)) el.placeSlot?.(name, places[name] as Element);
    // Until this task, slots stay in removed elements, so that the loader finds their islands.
    setTimeout(() => {
      if (!el.placeSlot) return;
      unplaced.content.replaceChildren();
      for (const name in slots) if (!isShown(name)) unplaced.content.append(slots[name] as Slot);
      if (!el.contains(unplaced)) el.append(unplaced);
      all = Object.values(slots);
    });
  }

  takeSlots();
  el.placeSlot = (name, place) => {
    const slot = slots[name];
    const before = places[name];
    places[name] = place;
    if (!slot) return;
    if (!place.contains(slot)) place.replaceChildren(slot);
    // The component may remove the other place in the same task.
    queueMicrotask(() => before !== place && before?.isConnected && fail(new Error(`slot ${name} is placed twice`)));
  };
  arrange();

  const querySelectorAll = (selector: string) => [...el.querySelectorAll<never>(selector)].filter(isOwn);
  return {
    ownRecords(records) {
      const own = records.filter(({ target }) => isOwn(target));
      if (own[0]) takeSlots(own);
      if (isAlive()) arrange();
      return own.filter(({ target }) => isOwn(target));
    },
    querySelectorAll,
    // Moving a slot loses the focus in it. So a focused element in a slot is found too, even if a
    // field of the island is looked for: the focus is then captured.
    querySelector: (selector) => querySelectorAll(selector)[0] ?? el.querySelector(":focus"),
    cloneNode(deep) {
      for (const found of findMarked(el)) if (found.content) found.remove();
      // In the document of a template's content no image is loaded and no custom element is made.
      const copy = deep ? unplaced.content.ownerDocument.importNode(el, deep) : el;
      for (const slot of findMarked(copy)) slot.replaceWith(slot.cloneNode());
      return deep ? copy : el.cloneNode();
    },
    replaceChildren(...nodes) {
      delete el.placeSlot;
      el.replaceChildren(...nodes);
      // After a morph into another island, the slots belong to that one.
      if (!isAlive()) return;
      for (const mark of findMarked(el)) {
        const name = mark.dataset.islandSlot as string;
        mark.replaceWith(slots[name] ?? "");
        delete slots[name];
      }
      unplaced.content.append(...Object.values(slots));
      if (unplaced.content.firstChild) el.append(unplaced);
    },
  };
}
