import type { DrawnCategory } from "./motifs.ts";

export type BannerCategory = DrawnCategory | "home";

/**
 * One piece of a hero picture: the key of its drawing, the position of its middle (of 1600), its
 * size, and its distance in pixels behind the front row. For a garment, the fourth value is the
 * distance of its middle from the top, and `turn` is its rotation in degrees.
 */
export type Piece = readonly [key: string, x: number, size: number, back: number, turn?: number];
type Pieces = readonly [Piece, ...Piece[]];
type Lineups = readonly [Pieces, ...Pieces[]];

const seeds: Lineups = [
  [
    ["seeds-packet-citrus-moss.cream.amber-lemon_haze-1-v0", 920, 0.72, 0],
    ["seeds-sprout-leaf-rust.moss.cream-no_4-1-v0", 1230, 0.7, 14],
    ["seeds-vial-fern-cream.leaf.leaf-wild_lot-1-v0", 1450, 0.6, 40],
    ["seeds-pouch-moon-indigo.lilac.lemon-north_moon-1-v0", 690, 0.6, 46],
  ],
];

const glass: Lineups = [
  [
    ["glass-beaker-none-teal.gold-norrland-1-v0", 960, 0.76, 0],
    ["glass-flask-none-violet.gold-_-1-v0", 1230, 0.7, 20],
    ["glass-tube-none-amber.teal-norrland-1-v0", 720, 0.66, 44],
    ["glass-cone-none-lime.gold-_-1-v0", 1480, 0.62, 40],
  ],
];

const mushrooms: Lineups = [
  [
    ["mushrooms-tuft-none-amber.brick-_-1-v0", 1030, 0.7, 0],
    ["mushrooms-oyster-none-smoke-_-1-v0", 1370, 0.6, 18],
    ["mushrooms-kit-none-rose.kraft.ink-pink_oyster-1-v0", 730, 0.62, 40],
  ],
];

const badu: Lineups = [
  [
    ["badu-candle-fern-sage.cream.leaf-greenhouse-1-v0", 930, 0.7, 0],
    ["badu-mug-leaf-bone.kraft.leaf-that_badu-1-v0", 1230, 0.62, 16],
    ["badu-caddy-leaf-leaf.cream.leaf-no_1_tin-1-v0", 700, 0.64, 44],
    ["badu-papers-leaf-kraft.ink.leaf-unbleached-1-v0", 1480, 0.56, 30],
  ],
];

const home: Lineups = [
  [
    ["seeds-packet-bloom-cream.leaf.coral-first_light-1-v0", 860, 0.66, 0],
    ["mushrooms-king-none-kraft-_-1-v0", 1320, 0.62, 24],
    ["glass-beaker-none-leaf.gold-norrland-1-v0", 1130, 0.74, 30],
    ["badu-candle-leaf-honey.cream.leaf-that_badu-1-v0", 1500, 0.46, 10],
  ],
];

const apparel: Lineups = [
  [
    ["apparel-tote-fern-bone.leaf.amber-grow_slow-1-v0", 1390, 0.62, 420, 9],
    ["apparel-hoodie-none-sage.pine.pine-slow_growth-1-v0", 980, 0.78, 356, -5],
    ["apparel-beanie-leaf-amber.cream.leaf-_-1-v0", 1300, 0.42, 160, 8],
  ],
  [
    ["apparel-overshirt-none-rust.ink.cream-_-1-v0", 980, 0.8, 350, 4],
    ["apparel-joggers-leaf-charcoal.cream.cream-_-1-v0", 1400, 0.74, 380, -7],
    ["apparel-cap-mountain-moss.cream.lemon-_-1-v0", 1240, 0.46, 540, -6],
  ],
  [
    ["apparel-tee-sun-cream.coral.lemon-field_club-1-v0", 920, 0.8, 360, -6],
    ["apparel-jacket-leaf-navy.cream.coral-badu_works-1-v0", 1330, 0.74, 350, 7],
    ["apparel-socks-leaf-cream.leaf.coral-_-1-v0", 1150, 0.42, 530, 12],
  ],
];

/** Compositions of hero pictures for the home page and the landing pages. */
export const lineups: Record<BannerCategory, Lineups> = { seeds, glass, mushrooms, apparel, "that-badu": badu, home };
