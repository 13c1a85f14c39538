import { convertText } from "../../checked-props.ts";
import { didYouMean, nearest } from "../../render/nearest.ts";
import type { CompiledSchema } from "../../schema-keywords.ts";
import { type ElementProps, type PropsSchema, written, wrongProps } from "./check-props.ts";
import { triggerFault } from "./check-trigger.ts";
import { type Attribute, isPropsScript, type Tag } from "./tags.ts";

export type Schemas = Record<string, PropsSchema>;
/** A fault and its place in the text. */
export type Fault = { at: number; message: string };

/** Attributes of slots, which elements without `data-island` have too. */
const ofSlots = ["data-island-slot", "data-island-place"];
const own = ["data-island", "data-island-on", "data-island-key", "data-island-alive"];
const near = [...own, "data-props", "data-props-ref", "data-ssr"];

/** The faults of the elements that are islands. */
export function checkElements(tags: readonly Tag[], schemas: Schemas): Fault[] {
  const shared = sharedProps(tags);
  return tags.flatMap((tag) => (tag.attributes.has("data-island") ? checkIsland(tag, schemas, shared) : strayAttributes(tag)));
}

/**
 * The faults of an element that is no island but has attributes for islands, usually because
 * `data-island` is misspelt.
 */
function strayAttributes({ attributes }: Tag): Fault[] {
  return [...attributes].flatMap(([key, { at }]) => {
    const meant = key.startsWith("data-") ? nearest(key, [...near, ...ofSlots]) : undefined;
    if (meant && ofSlots.includes(meant))
      return meant === key ? [] : [{ at, message: `there is no attribute ${key}; did you mean ${meant}?` }];
    return meant
      ? [{ at, message: `${key} is on an element without data-island${meant === key ? "" : didYouMean(key, near)}` }]
      : [];
  });
}

function checkIsland(tag: Tag, schemas: Schemas, shared: ReadonlyMap<string, ElementProps>): Fault[] {
  const { attributes } = tag;
  const island = attributes.get("data-island") as Attribute;
  // An empty name marks the host of a shadow root with islands.
  if (island.value === "" && !island.dynamic) return [];
  const faults = [...checkAttributes(tag), ...checkTrigger(attributes.get("data-island-on")), ...checkFallback(tag)];
  if (island.dynamic) return faults;
  const schema = Object.hasOwn(schemas, island.value) ? schemas[island.value] : undefined;
  if (!schema) {
    const message = `no island is called ${island.value}${didYouMean(island.value, Object.keys(schemas))}`;
    return [...faults, { at: island.at, message }];
  }
  try {
    const wrong = wrongProps(schema, givenProps(tag, schema, shared));
    return [...faults, ...wrong.map((message) => ({ at: island.at, message: `${island.value} ${message}` }))];
  } catch (error) {
    return [...faults, { at: island.at, message: `${island.value}: ${(error as Error).message}` }];
  }
}

function checkAttributes({ attributes }: Tag): Fault[] {
  return [...attributes].flatMap(([key, { at }]) => {
    const isKnown = [...near, ...ofSlots].includes(key) || !key.startsWith("data-") || key.startsWith("data-prop-");
    const isUnknown = !isKnown && (key.startsWith("data-island") || nearest(key, near) !== undefined);
    return isUnknown ? [{ at, message: `there is no attribute ${key}${didYouMean(key, near)}` }] : [];
  });
}

function checkTrigger(on: Attribute | undefined): Fault[] {
  const message = on && !on.dynamic ? triggerFault(on.value) : undefined;
  return on && message ? [{ at: on.at, message }] : [];
}

/**
 * Reports an island without a fallback: its place is empty until its script is loaded, and stays
 * empty if loading fails.
 */
function checkFallback({ attributes, content, at }: Tag): Fault[] {
  if (attributes.has("data-ssr") || content === undefined || content.trim() !== "") return [];
  const name = attributes.get("data-island")?.value;
  return [{ at, message: `${name} has no fallback: put what works without scripts into the element` }];
}

/**
 * The props that an island gets: single props win over `data-props`, and these over the script.
 * Throws for invalid JSON.
 */
function givenProps({ attributes }: Tag, schema: PropsSchema, shared: ReadonlyMap<string, ElementProps>): ElementProps {
  const props = attributes.get("data-props");
  const ref = attributes.get("data-props-ref");
  const referred = ref ? shared.get(ref.value) : undefined;
  // If the page does not contain the script, another template may, so the script's props are
  // unknown.
  const open = props?.dynamic === true || (ref !== undefined && (referred?.open ?? true));
  const knownProps = { ...referred?.known, ...(props && !props.dynamic ? parseProps(props.value, "data-props") : {}) };
  for (const [key, { value, dynamic }] of attributes) {
    if (!key.startsWith("data-prop-")) continue;
    const name = key.slice(10).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    knownProps[name] = dynamic ? written : convertText(value, schema.properties?.[name] as CompiledSchema);
  }
  return { known: knownProps, open };
}

function parseProps(text: string, where: string): Record<string, unknown> {
  try {
    const props: unknown = JSON.parse(text);
    if (typeof props === "object" && props !== null && !Array.isArray(props)) return props as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${where} is no JSON: ${(error as Error).message}`);
  }
  throw new Error(`${where} must be a JSON object`);
}

/** The props in the page's JSON scripts, by id. */
function sharedProps(tags: readonly Tag[]): Map<string, ElementProps> {
  const shared = new Map<string, ElementProps>();
  for (const { attributes, content = "" } of tags.filter(isPropsScript)) {
    const id = attributes.get("id");
    if (!id) continue;
    try {
      shared.set(id.value, { known: parseProps(content, `#${id.value}`), open: false });
    } catch {
      shared.set(id.value, { known: {}, open: true });
    }
  }
  return shared;
}
