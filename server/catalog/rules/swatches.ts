import type { Variant } from "./product.ts";

/** Names of colours, and the colours that are shown for them. */
const swatches: Readonly<Record<string, string>> = {
  amber: "#c8832b",
  beige: "#dccfb4",
  black: "#1c1c1c",
  blue: "#2f5f9e",
  bone: "#e6dfcf",
  bronze: "#8c6a3a",
  brown: "#6b4a32",
  burgundy: "#6d1f31",
  charcoal: "#3f4347",
  copper: "#b46a41",
  coral: "#e8775f",
  cream: "#f1e8d3",
  denim: "#48648a",
  gold: "#c49a3a",
  gray: "#8a8d8f",
  green: "#3f7a4a",
  grey: "#8a8d8f",
  indigo: "#3b3f7d",
  ink: "#20262e",
  ivory: "#f4efdf",
  khaki: "#a39a6b",
  lavender: "#b6a4d4",
  lilac: "#b9a0cf",
  lime: "#9dbf3b",
  maroon: "#6b2328",
  mint: "#a8d8bf",
  moss: "#6a7a3c",
  mustard: "#c79a2b",
  natural: "#e4d8bf",
  navy: "#22305a",
  olive: "#6f6f3a",
  orange: "#e08130",
  peach: "#f1b896",
  pine: "#23513f",
  pink: "#e59fb4",
  plum: "#5f2f56",
  purple: "#6c4496",
  red: "#b5322f",
  rose: "#d98a96",
  rust: "#a5502c",
  sage: "#9db08c",
  sand: "#d3bf98",
  silver: "#b9bdc1",
  sky: "#8fbbdd",
  slate: "#5b6770",
  stone: "#b3aa9b",
  tan: "#c3a37a",
  teal: "#22787a",
  turquoise: "#3fb1ac",
  violet: "#7350a8",
  white: "#ffffff",
  yellow: "#efca45",
};

/** The colour that the last word of a name such as `Forest green` means; undefined for others. */
export function swatchOf(name: string): string | undefined {
  const words = name.toLowerCase().split(/\s+/);
  const word = words.at(-1) ?? "";
  return Object.hasOwn(swatches, word) ? swatches[word] : undefined;
}

const isColour = (option: string): boolean => /^colou?r$/i.test(option);

/** The name of the variant's colour; undefined if colour is no option of it. */
export const colourOf = ({ options }: Pick<Variant, "options">): string | undefined =>
  Object.entries(options).find(([option]) => isColour(option))?.[1];

/**
 * The colours in which a product is sold, in the variants' order; empty if not all of them are
 * known and distinct.
 */
export function swatchesOf(variants: readonly Pick<Variant, "options">[]): string[] {
  const names = new Set(variants.flatMap((variant) => colourOf(variant) ?? []));
  const colours = new Set([...names].flatMap((name) => swatchOf(name) ?? []));
  return colours.size === names.size ? [...colours] : [];
}
