import type { DrawnCategory } from "./motifs.ts";

export type BannerCategory = DrawnCategory | "home";

/**
 * One piece of a hero picture: the key of its drawing, the position of its middle (of 1600), its
 * size, and its distance in pixels behind the front row. Narrow windows cut off 130 pixels at the
 * left and the right, wide ones 80 at the top and the bottom.
 */
export type Piece = readonly [key: string, x: number, size: number, back: number];
type Pieces = readonly [Piece, ...Piece[]];
type Lineups = readonly [Pieces, ...Pieces[]];

const seeds: Lineups = [
  [
    ["seeds-packet-citrus-moss.cream.amber-lemon_meridian-1-v0", 610, 0.88, 0],
    ["seeds-sprout-leaf-rust.moss.cream-no_4-1-v0", 957, 0.85, 18],
    ["seeds-vial-fern-cream.leaf.leaf-wild_lot_17-1-v0", 1203, 0.73, 52],
    ["seeds-pouch-berry-charcoal.violet.mint-night_berry-1-v0", 352, 0.73, 60],
  ],
];

const glass: Lineups = [
  [
    ["glass-beaker-none-teal.gold-norrland-1-v0", 654, 0.93, 0],
    ["glass-flask-none-violet.gold-_-1-v0", 957, 0.85, 26],
    ["glass-tube-none-cherry.gold-norrland-1-v0", 386, 0.81, 57],
    ["glass-cone-none-lime.teal-studio_9-1-v0", 1237, 0.76, 52],
  ],
];

const mushrooms: Lineups = [
  [
    ["mushrooms-tuft-none-amber.brick-_-1-v0", 733, 0.85, 0],
    ["mushrooms-oyster-none-slate-_-1-v0", 1114, 0.73, 23],
    ["mushrooms-kit-none-rose.cream.plum-pink_oyster-1-v0", 397, 0.76, 52],
  ],
];

const badu: Lineups = [
  [
    ["badu-candle-fern-sage.cream.leaf-greenhouse-1-v0", 590, 0.85, 0],
    ["badu-mug-leaf-bone.kraft.leaf-that_badu-1-v0", 880, 0.69, 21],
    ["badu-caddy-leaf-leaf.cream.leaf-no_1_tin-1-v0", 363, 0.78, 57],
    ["badu-papers-leaf-kraft.ink.leaf-unbleached-1-v0", 1240, 0.66, 39],
  ],
];

const home: Lineups = [
  [
    ["seeds-packet-bloom-blush.plum.rose-garden_rose-1-v0", 542, 0.81, 0],
    ["mushrooms-king-none-kraft-_-1-v0", 1058, 0.76, 31],
    ["glass-beaker-none-teal.gold-norrland-1-v0", 845, 0.9, 39],
    ["badu-candle-fern-sage.cream.leaf-greenhouse-1-v0", 1259, 0.56, 13],
  ],
];

const apparel: Lineups = [
  [
    ["apparel-hoodie-none-sage.pine.cream-slow_growth-1-v0", 612, 0.79, 16],
    ["apparel-tote-fern-bone.leaf.amber-grow_slow-1-v0", 1010, 0.68, 44],
    ["apparel-beanie-leaf-amber.cream.leaf-_-1-v0", 1214, 0.46, 4],
  ],
  [
    ["apparel-overshirt-none-rust.ink.cream-_-1-v0", 590, 0.9, 16],
    ["apparel-joggers-leaf-smoke.ink.ink-_-1-v0", 1040, 0.82, 40],
    ["apparel-cap-mountain-moss.cream.lemon-_-1-v0", 1196, 0.48, 0],
  ],
  [
    ["apparel-tee-sun-cream.coral.lemon-field_club-1-v0", 568, 0.88, 34],
    ["apparel-jacket-leaf-navy.cream.coral-field_works-1-v0", 1024, 0.89, 20],
    ["apparel-socks-leaf-cream.leaf.coral-_-1-v0", 806, 0.46, 0],
  ],
];

/** Compositions of hero pictures for the home page and the landing pages. */
export const lineups: Record<BannerCategory, Lineups> = { seeds, glass, mushrooms, apparel, "that-badu": badu, home };
