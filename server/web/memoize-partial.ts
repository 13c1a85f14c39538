import handlebars from "handlebars";
import { LRUCache } from "lru-cache";
import { heldBytes } from "../held-bytes.ts";
import { newShortId } from "../ids.ts";
import type { Islands, PageIslands } from "./islands.ts";

/**
 * The HTML of a card, split at the places where its links contain the state to which products are
 * shipped. The parts are the same for all states.
 */
type SplitHtml = { parts: readonly string[]; islands: PageIslands };
/** The only value of the page that a card shows: the state to which products are shipped. */
type Root = { shipTo?: { area: string } | undefined };
type Options = Handlebars.RuntimeOptions & { data?: { islands?: PageIslands; root?: Root } };

/**
 * Stands for the state while a card is rendered for all states; random, so that no name contains
 * it.
 */
const statePlaceholder = `state-${newShortId()}`;

const sizeOf = ({ parts }: SplitHtml, key: string): number => heldBytes(key) + heldBytes(parts);

/**
 * Caches the rendered HTML of one template, for pages without a state or for pages with any state.
 */
function openMemo(template: HandlebarsTemplateDelegate, { openPage }: Islands, root: Root) {
  const byContext = new LRUCache<string, SplitHtml>({ maxSize: 4_000_000, sizeCalculation: sizeOf });
  // An object identifies one card, since no template changes the values it was given.
  const byObject = new WeakMap<object, SplitHtml>();
  const renderSplit = (context: object, options: Options): SplitHtml => {
    const key = JSON.stringify(context);
    const cached = byContext.get(key);
    if (cached) return cached;
    const islands = openPage();
    const html = template(context, { ...options, data: { ...options.data, root, islands } });
    const parted = { parts: html.split(statePlaceholder), islands };
    byContext.set(key, parted);
    return parted;
  };
  return (context: object, options: Options): SplitHtml => {
    const parted = byObject.get(context) ?? renderSplit(context, options);
    byObject.set(context, parted);
    return parted;
  };
}

/**
 * Makes a partial whose HTML is cached by its values. From the page, the HTML contains only the
 * state to which products are shipped (`@root.shipTo.area`), and only in links, so the cached HTML
 * serves all states. The HTML is not cached if its islands have ids of their own. It is not cached
 * either if the values have `kept`, which contains the visitor's token and must not be in a shared
 * cache.
 */
export function memoizePartial(template: HandlebarsTemplateDelegate, islands: Islands): HandlebarsTemplateDelegate {
  const withoutState = openMemo(template, islands, {});
  const forState = openMemo(template, islands, { shipTo: { area: statePlaceholder } });
  return (context: object, options?: Options) => {
    const page = options?.data?.islands;
    if (!page || "kept" in context) return template(context, options);
    const area = options?.data?.root?.shipTo?.area;
    const rendered = area === undefined ? withoutState(context, options) : forState(context, options);
    if (rendered.islands.keys > 0) return template(context, options);
    for (const name of rendered.islands.names) page.names.add(name);
    for (const name of rendered.islands.onLoad) page.onLoad.add(name);
    return area === undefined ? rendered.parts.join("") : rendered.parts.join(handlebars.escapeExpression(area));
  };
}
