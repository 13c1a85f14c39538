import { atom } from "nanostores";

/**
 * The code of the state that products are shipped to, such as `TX`. Undefined until the state is
 * known, and if the shopper chose no state.
 */
export const $shipTo = atom<string | undefined>(undefined);

/**
 * Marks the cards that may not be sold in this state (requirement 142). Must be called with the
 * parent of new cards.
 */
export function markRestricted(root: ParentNode): void {
  const area = $shipTo.get();
  for (const card of root.querySelectorAll<HTMLElement>("[data-restricted]"))
    card.toggleAttribute("data-refused", !!area && !!card.dataset.restricted?.split(" ").includes(area));
}
