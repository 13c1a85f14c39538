import type { Fault } from "./check-elements.ts";
import type { Markup, Tag } from "./tags.ts";

/** A part of the text that is one element, or a block of the helper. */
type Extent = { start: number; end: number; slot: string | undefined };

const helperBlock = /\{\{~?#\s*island\b|\{\{~?\/\s*island\b/g;

/** A branch or a loop of a template: a page may have only one of the slots before and after it. */
const branch = /\{%|\{\{~?\s*(?:[#^/]|else\b)|<\?|<%/;

const slotOf = ({ attributes }: Tag) => attributes.get("data-island-slot");

/**
 * The faults of `data-island-slot`: no name, a name that its island has twice, a slot around it, or
 * no island around it. A template without islands is not judged, since another one may include it
 * into an island.
 */
export function checkSlots({ tags, constructs }: Markup, text: string): Fault[] {
  const extents = [...tags.flatMap(extentOf), ...blocksOf(text)].sort((a, b) => a.start - b.start);
  const isJudged = extents.some(({ slot }) => slot === undefined) || constructs.length === 0;
  const seen = new Map<string, number>();
  return tags.flatMap((tag) => {
    const slot = slotOf(tag);
    // The server writes a template without a name.
    if (!slot || slot.dynamic || (tag.name === "template" && slot.value === "")) return [];
    const { at, value: name } = slot;
    if (name === "") return [{ at, message: "data-island-slot has no name: write the one that the component gives to Slot" }];
    const around = extents.filter(({ start, end }) => start < tag.at && tag.at < end).at(-1);
    if (!around) return isJudged ? [{ at, message: `slot ${name} is in no island` }] : [];
    if (around.slot !== undefined)
      return [{ at, message: `slot ${name} is in slot ${around.slot}, where no island can place it` }];
    const key = `${around.start} ${name}`;
    const former = seen.get(key);
    seen.set(key, at);
    const isTwice = former !== undefined && !branch.test(text.slice(former, at));
    return isTwice ? [{ at, message: `the island has two slots ${name}` }] : [];
  });
}

/** The extent of an island or a slot, to the end of the text if it has no end tag. */
function extentOf(tag: Tag): Extent[] {
  const { attributes, at, contentAt, content } = tag;
  const slot = slotOf(tag);
  if (!attributes.get("data-island") && !slot?.value) return [];
  const end = content === undefined ? Number.POSITIVE_INFINITY : contentAt + content.length;
  return [{ start: at, end, slot: attributes.has("data-island") ? undefined : slot?.value }];
}

function blocksOf(text: string): Extent[] {
  const open: number[] = [];
  return [...text.matchAll(helperBlock)].flatMap(({ 0: tag, index }) => {
    if (tag.includes("#")) open.push(index);
    const start = tag.includes("#") ? undefined : open.pop();
    return start === undefined ? [] : [{ start, end: index, slot: undefined }];
  });
}
