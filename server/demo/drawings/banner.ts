import { drawnUrl } from "../../media/drawn-urls.ts";
import { colours } from "./colours.ts";
import { lookOf, svg } from "./draw.ts";
import { type BannerCategory, lineups, type Piece } from "./lineups.ts";
import { painterOf } from "./motifs.ts";
import { openSheet, type Sheet } from "./sheet.ts";
import { parseDrawnKey } from "./spec.ts";
import { withReflection } from "./studio.ts";
import type { Subject } from "./subject.ts";

export const isBannerCategory = (name: string): name is BannerCategory => Object.hasOwn(lineups, name);

const [width, height] = [1600, 1000];

function paint(sheet: Sheet, key: string): Subject {
  const spec = parseDrawnKey(key);
  const painter = spec && painterOf(spec.category, spec.motif);
  if (!painter) throw new Error(`no such piece: ${key}`);
  return painter(sheet, lookOf(spec));
}

/** The dark version: products stand in a row on the glossy table. */
function onTable(sheet: Sheet, pieces: readonly Piece[], tint: string): string {
  const wall = sheet.radial(
    [
      [0, "#2a312c"],
      [0.4, "#12161a"],
      [1, "#000000"],
    ],
    0.5,
    0.42,
    0.6,
  );
  const glow = sheet.radial(
    [
      [0, tint, 0.3],
      [1, tint, 0],
    ],
    0.55,
    0.4,
    0.5,
  );
  const row = [...pieces].sort((one, other) => other[3] - one[3]);
  const drawing = row.map(([key, x, size, back]) => {
    const subject = paint(sheet, key);
    const top = 860 - back - subject.floor * size;
    return `<g transform="translate(${x - 480 * size} ${top})scale(${size})">${withReflection(sheet, sheet.keep(subject.body), subject.floor)}</g>`;
  });
  const ground = `M0 0h${width}v${height}H0z`;
  return `${sheet.coats(ground, [`fill="${wall}"`, `fill="${glow}"`])}${drawing.join("")}`;
}

/** The light version: garments lie on warm paper. */
function onPaper(sheet: Sheet, pieces: readonly Piece[]): string {
  const ground = sheet.linear(
    [
      [0, "#f7f4ec"],
      [0.5, "#f1ede2"],
      [1, "#e6e0d2"],
    ],
    0,
    0,
    1,
    1,
  );
  const drawing = pieces.map(([key, x, size, down, turn = 0]) => {
    const { body } = paint(sheet, key);
    return `<g transform="translate(${x - 480 * size} ${down - 480 * size})scale(${size})rotate(${turn} 480 480)"><g filter="${sheet.cast(18, 0.34)}">${body}</g></g>`;
  });
  return `<path d="M0 0h${width}v${height}H0z" fill="${ground}"/>${drawing.join("")}`;
}

/**
 * Hero art of 1600 by 1000; `seed` is a hex number that chooses one of the category's compositions.
 */
export function drawBanner({ seed, category }: { seed: string; category: BannerCategory }): string {
  const choices = lineups[category];
  const pieces = choices[Number.parseInt(seed, 16) % choices.length] ?? choices[0];
  const sheet = openSheet(`banner-${category}-${seed}`);
  const tint = parseDrawnKey(pieces[0][0])?.colours[0] ?? "leaf";
  const content = category === "apparel" ? onPaper(sheet, pieces) : onTable(sheet, pieces, colours[tint]);
  return svg(width, height, sheet.definitions() + content);
}

/** The address of a page's hero art; `at` chooses one of its compositions. */
export const bannerUrl = (page: string, at = 0): string => drawnUrl(`banner-${page}-${at.toString(16)}`);
