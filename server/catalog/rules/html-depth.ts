/**
 * The most levels of nested tags; no text needs as many. The sanitiser's time is quadratic in the
 * depth.
 */
export const mostHtmlDepth = 500;

/** Tags without content. */
const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

const blocks = "p h1 h2 h3 h4 h5 h6 div ul ol dl table blockquote section article figure pre form header footer".split(" ");

/**
 * The elements whose end tag may be omitted, by the name of a new tag. The new tag closes such an
 * element if it is the innermost open one.
 */
const closes = new Map<string, readonly string[]>([
  ...blocks.map((name): [string, string[]] => [name, ["p"]]),
  ["li", ["li"]],
  ["tr", ["tr", "th", "td"]],
  ["th", ["th"]],
  ["td", ["th", "td"]],
  ["dt", ["dt", "dd"]],
  ["dd", ["dt", "dd"]],
  ["option", ["option"]],
  ["a", ["a"]],
]);

const tag = /<(\/?)([a-z][^\s/>]*)/gi;

/**
 * The depth of the nested tags in an HTML text. If the depth is uncertain, the result is too high
 * rather than too low.
 */
export function htmlDepth(html: string): number {
  const open: string[] = [];
  const count = new Map<string, number>();
  const step = (name: string, by: number) => count.set(name, (count.get(name) ?? 0) + by);
  const close = () => {
    const last = open.pop();
    if (last !== undefined) step(last, -1);
    return last;
  };
  let deepest = 0;
  for (const [, end, spelled = ""] of html.matchAll(tag)) {
    const name = spelled.toLowerCase();
    if (empty.has(name)) continue;
    if (end === "") {
      while (closes.get(name)?.includes(open.at(-1) ?? "")) close();
      step(name, 1);
      deepest = Math.max(deepest, open.push(name));
    } else if ((count.get(name) ?? 0) > 0) {
      // The end tag also closes all tags that are still open inside its element.
      while (close() !== name);
    }
  }
  return deepest;
}
