import { escapeHtml } from "./escape.ts";
import { didYouMean } from "./nearest.ts";

/** The HTML of an island's slots, by name. */
export type Slots = Readonly<Record<string, string>>;

/** The element of a slot: a `div` without a class by default. */
export type SlotOptions = { tag?: string; class?: string };

/** The HTML of a slot, alone or with the element around it: `{ html, tag: "tr" }`. */
export type SlotContent = string | ({ html: string } & SlotOptions);

const optionNames = ["tag", "class"];

const placePattern = / data-island-place="([^"]*)"[^>]*>/g;

/**
 * Puts slots into the places that a component rendered. What has no place goes into a template at
 * the end, from which the browser takes it. Throws for a slot with two places.
 */
export function placeSlots(island: string, html: string, slots: Slots): string {
  const unplaced = new Map(Object.entries(slots));
  const placed = html.replace(placePattern, (place, name: string) => {
    if (!Object.hasOwn(slots, name)) return place;
    const content = unplaced.get(name);
    if (content === undefined) throw new Error(`Island ${island}: slot ${name} is placed twice`);
    unplaced.delete(name);
    return place + content;
  });
  const rest = [...unplaced.values()].join("");
  return rest ? `${placed}<template data-island-slot="">${rest}</template>` : placed;
}

/** The element around a slot's HTML. */
export function slotElement(name: string, html: string, options: SlotOptions = {}): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`Slot ${JSON.stringify(name)}: its name may have letters, digits, _ and -`);
  for (const option of Object.keys(options)) {
    if (!optionNames.includes(option))
      throw new Error(`Slot ${name}: there is no option ${option}${didYouMean(option, optionNames)}`);
  }
  const { tag = "div", class: className } = options;
  const classes = className === undefined ? "" : ` class="${escapeHtml(className)}"`;
  return `<${tag} data-island-slot="${name}"${classes}>${html}</${tag}>`;
}

/** The slots of the block that is read now; templates are rendered synchronously. */
let current: Map<string, string> | undefined;

function withSlots<Result>(slots: Map<string, string> | undefined, read: () => Result): Result {
  const outer = current;
  current = slots;
  try {
    return read();
  } finally {
    current = outer;
  }
}

/**
 * The slots in an island's block, or the HTML of a block without slots. A blank block counts as one
 * with slots, all of which were left out.
 */
export function readBlock(island: string, block: () => string): { html: string | undefined; slots: Slots } {
  const slots = new Map<string, string>();
  const html = withSlots(slots, block);
  const isBlank = html.trim() === "";
  if (slots.size === 0 && !isBlank) return { html, slots: {} };
  if (!isBlank)
    throw new Error(
      `Island ${island}: beside its slots the block has ${JSON.stringify(html.trim().slice(0, 80))}, which has no place`,
    );
  return { html: undefined, slots: Object.fromEntries(slots) };
}

/** Adds a slot to the block that is read now. */
export function takeSlot(name: string, block: (() => string) | undefined, options: SlotOptions): void {
  const slots = current;
  if (!block || !slots) throw new Error(`Slot ${name}: write {{#slot "${name}"}} as a block in a block {{#island …}}`);
  if (slots.has(name)) throw new Error(`Slot ${name}: the island has two slots of this name`);
  slots.set(name, slotElement(name, withSlots(undefined, block), options));
}
