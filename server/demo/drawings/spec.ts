import { type Art, isArt, prints } from "./art.ts";
import { type Colour, isColour } from "./colours.ts";
import { type DrawnCategory, isDrawnCategory, motifNames, painterOf } from "./motifs.ts";
import { hashed } from "./sheet.ts";

/**
 * All values that determine a drawn picture. `label` is the text on it. `view` 0 shows the piece
 * alone; the next views show a pair, a detail, and the piece with its packaging.
 */
export type DrawnSpec = {
  category: DrawnCategory;
  motif: string;
  art: Art | "none";
  colours: readonly Colour[];
  label: string;
  seed: string;
  view: number;
};

export type DrawnWish = Partial<DrawnSpec> & Pick<DrawnSpec, "category" | "seed">;

export const viewCount = 4;

const palettes: Record<DrawnCategory, readonly (readonly Colour[])[]> = {
  seeds: [
    ["moss", "cream", "amber"],
    ["indigo", "lilac", "lemon"],
    ["cream", "rust", "paper"],
    ["pine", "gold", "cream"],
    ["kraft", "leaf", "cream"],
  ],
  glass: [
    ["teal", "gold", "rose"],
    ["violet", "gold", "sky"],
    ["amber", "teal", "lemon"],
    ["ocean", "lime", "ice"],
  ],
  mushrooms: [
    ["smoke", "kraft", "ink"],
    ["cocoa", "cream", "leaf"],
    ["cream", "leaf", "brick"],
    ["amber", "brick", "cream"],
  ],
  apparel: [
    ["sage", "pine", "cream"],
    ["charcoal", "gold", "cream"],
    ["cream", "leaf", "coral"],
    ["navy", "cream", "coral"],
    ["rust", "cream", "lemon"],
  ],
  "that-badu": [
    ["leaf", "cream", "leaf"],
    ["cream", "leaf", "honey"],
    ["ink", "gold", "gold"],
    ["plum", "gold", "blush"],
  ],
};

const chosen = <Item>(list: readonly Item[], seed: string, salt: string): Item | undefined =>
  list[hashed(salt + seed) % list.length];

/**
 * Completes a wish, which may specify only some values of a drawing. The motif, the art and the
 * colours then follow from the wish's seed.
 */
export function completed(wish: DrawnWish): DrawnSpec {
  const seed = /^[0-9a-f]{1,8}$/.test(wish.seed) ? wish.seed : hashed(wish.seed).toString(16);
  return {
    category: wish.category,
    motif: wish.motif ?? chosen(motifNames(wish.category), seed, "motif") ?? "",
    art: wish.art ?? chosen(Object.keys(prints).filter(isArt), seed, "art") ?? "leaf",
    colours: wish.colours ?? chosen(palettes[wish.category], seed, "colours") ?? ["leaf"],
    label: lettered(wish.label ?? ""),
    seed,
    view: wish.view ?? 0,
  };
}

/**
 * Reduces a text to characters that a picture can show: at most 24 capitals, figures and single
 * spaces.
 */
const lettered = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim()
    .slice(0, 24)
    .trim();

const shape =
  /^(seeds|glass|mushrooms|apparel|badu)-([a-z]{2,12})-([a-z]{2,10})-([a-z.]{2,40})-([a-z0-9_]{1,24})-([0-9a-f]{1,8})-v([0-3])$/;

/**
 * The key of a drawing, such as `seeds-packet-citrus-moss.cream.amber-lemon_haze-7f3a-v0`. The
 * category `that-badu` is `badu` here.
 */
export function drawnKey(spec: DrawnSpec): string {
  const category = spec.category === "that-badu" ? "badu" : spec.category;
  const label = spec.label === "" ? "_" : spec.label.toLowerCase().replaceAll(" ", "_");
  return [category, spec.motif, spec.art, spec.colours.join("."), label, spec.seed, `v${spec.view}`].join("-");
}

/**
 * Parses a drawing's key; undefined for all other keys, so that arbitrary text in an address is
 * never drawn.
 */
export function parseDrawnKey(key: string): DrawnSpec | undefined {
  const [, first = "", motif = "", art = "", inks = "", label = "", seed = "", view = ""] = shape.exec(key) ?? [];
  const category = first === "badu" ? "that-badu" : first;
  const colours = inks.split(".");
  if (!isDrawnCategory(category) || !painterOf(category, motif)) return undefined;
  if (!(art === "none" || isArt(art)) || colours.length > 3 || !colours.every(isColour)) return undefined;
  const spec: DrawnSpec = {
    category,
    motif,
    art,
    colours,
    label: label.replaceAll("_", " ").trim().toUpperCase(),
    seed,
    view: Number(view),
  };
  return drawnKey(spec) === key ? spec : undefined; // one address for one picture
}
