import { drawnUrl } from "../../media/drawn-urls.ts";
import { colours } from "./colours.ts";
import { lookOf, svg } from "./draw.ts";
import { type BannerCategory, lineups, type Piece } from "./lineups.ts";
import { painterOf } from "./motifs.ts";
import { openSheet, type Sheet, type Stop } from "./sheet.ts";
import { parseDrawnKey } from "./spec.ts";
import type { Subject } from "./subject.ts";

export const isBannerCategory = (name: string): name is BannerCategory => Object.hasOwn(lineups, name);

const [width, height] = [1600, 1000];

function paint(sheet: Sheet, key: string): Subject {
  const spec = parseDrawnKey(key);
  const painter = spec && painterOf(spec.category, spec.motif);
  if (!painter) throw new Error(`no such piece: ${key}`);
  return painter(sheet, lookOf(spec));
}

/** The light of a hero picture: its wall, the glow on it, and the bench in front. */
type Light = { wall: readonly Stop[]; glow: number; top: readonly Stop[]; front: readonly Stop[]; edge: number; mirror: number };

const dark: Light = {
  wall: [
    [0, "#2a312c"],
    [0.4, "#12161a"],
    [1, "#000000"],
  ],
  glow: 0.3,
  top: [
    [0, "#000000", 0],
    [0.6, "#101314", 0.6],
    [1, "#23282a", 0.85],
  ],
  front: [
    [0, "#101314"],
    [1, "#000000"],
  ],
  edge: 0.35,
  mirror: 0.3,
};

const light: Light = {
  wall: [
    [0, "#fbf9f3"],
    [0.6, "#f3efe5"],
    [1, "#e7e1d3"],
  ],
  glow: 0,
  top: [
    [0, "#e4decf"],
    [0.2, "#efeade"],
    [1, "#fbf9f4"],
  ],
  front: [
    [0, "#e2dccd"],
    [1, "#cfc8b7"],
  ],
  edge: 0.9,
  mirror: 0,
};

const floor = 836;
const edge = 888;

/** Subjects in a row on a bench; garments are on a light one, products on a dark, glossy one. */
function onBench(
  sheet: Sheet,
  pieces: readonly Piece[],
  tint: string,
  { wall, glow, top, front, edge: glint, mirror }: Light,
): string {
  const row = [...pieces].sort((one, other) => other[3] - one[3]);
  const placed = row.map(([key, x, size, back]) => {
    const subject = paint(sheet, key);
    const id = sheet.keep(subject.body);
    const standing = (up: 1 | -1) =>
      `<use href="#${id}" transform="translate(${x - 480 * size} ${floor - back - subject.floor * size * up})scale(${size} ${size * up})"/>`;
    return { upright: standing(1), mirrored: mirror ? standing(-1) : "" };
  });
  const halo = sheet.radial(
    [
      [0, tint, glow],
      [1, tint, 0],
    ],
    0.55,
    0.4,
    0.5,
  );
  const down = (stops: readonly Stop[]) => sheet.linear(stops, 0, 0, 0, 1);
  return [
    sheet.coats(`M0 0h${width}v${height}H0z`, [`fill="${sheet.radial(wall, 0.5, 0.42, 0.6)}"`, `fill="${halo}"`]),
    `<g opacity="${mirror}">${placed.map(({ mirrored }) => mirrored).join("")}</g>`,
    `<path d="M0 756h${width}v${edge - 756}H0z" fill="${down(top)}"/>`,
    `<path d="M0 ${edge}h${width}V${height}H0z" fill="${down(front)}"/>`,
    `<path d="M0 ${edge}h${width}" stroke="#fff" stroke-opacity="${glint}" stroke-width="3"/>`,
    ...placed.map(({ upright }) => upright),
  ].join("");
}

/**
 * Hero art of 1600 by 1000; `seed` is a hex number that chooses one of the category's compositions.
 */
export function drawBanner({ seed, category }: { seed: string; category: BannerCategory }): string {
  const choices = lineups[category];
  const pieces = choices[Number.parseInt(seed, 16) % choices.length] ?? choices[0];
  const sheet = openSheet(`banner-${category}-${seed}`);
  const tint = parseDrawnKey(pieces[0][0])?.colours[0] ?? "leaf";
  const content = onBench(sheet, pieces, colours[tint], category === "apparel" ? light : dark);
  return svg(width, height, sheet.definitions() + content);
}

/** The address of a page's hero art; `at` chooses one of its compositions. */
export const bannerUrl = (page: string, at = 0): string => drawnUrl(`banner-${page}-${at.toString(16)}`);
