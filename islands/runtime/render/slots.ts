import { escapeHtml } from "./escape.ts";

/** The HTML of an island's slots, by name. */
export type Slots = Readonly<Record<string, string>>;

export type SlotOptions = { tag?: string; class?: string };

const placePattern = / data-island-place="([^"]*)"[^>]*>/g;

/**
 * Puts slots into the places that a component rendered. What has no place goes into a template at
 * the end, from which the browser takes it. Throws for a slot with two places.
 */
export function placeSlots(island: string, html: string, slots: Slots): string {
  const unplaced = new Map(Object.entries(slots));
  const placed = html.replace(placePattern, (place, name: string) => {
    const content = unplaced.get(name);
    if (content === undefined && slots[name] !== undefined) throw new Error(`Island ${island}: slot ${name} is placed twice`);
    unplaced.delete(name);
    return place + (content ?? "");
  });
  const rest = [...unplaced.values()].join("");
  return rest ? `${placed}<template data-island-slot="">${rest}</template>` : placed;
}

/** The element around a slot's HTML. */
export function slotElement(name: string, html: string, { tag = "div", class: className }: SlotOptions = {}): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`The name of a slot has letters, digits and hyphens: ${JSON.stringify(name)}`);
  const classes = className === undefined ? "" : ` class="${escapeHtml(className)}"`;
  return `<${tag} data-island-slot="${name}"${classes}>${html}</${tag}>`;
}
