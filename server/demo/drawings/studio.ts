import { mix } from "./colours.ts";
import { ring } from "./paths.ts";
import type { Sheet, Stop } from "./sheet.ts";
import type { Subject } from "./subject.ts";
import { disc, roundPaint, tilt, turned } from "./turned.ts";

/**
 * A place for photographs: a wall with a round plinth, lit by a lamp at the upper left. `mirror` is
 * the strength of the plinth's reflections, 0 on chalk; `scale` is the size of a single subject.
 */
export type Studio = { scene: string; mirror: number; scale: number };

/** A subject on a plinth: `id` is the id of its group, `x` and `y` are where its foot stands. */
type Placed = { id: string; floor: number; x: number; y: number; size: number };

const [axis, horizon, radius] = [480, 812, 424];

/** Every plinth has its top at the same height, and leaves the picture at the bottom. */
function plinth(sheet: Sheet, side: string, top: readonly Stop[], glint: number): string {
  const rim = sheet.linear([
    [0, "#ffffff", glint * 0.3],
    [0.25, "#ffffff", glint],
    [1, "#ffffff", glint * 0.1],
  ]);
  const front = `M${axis - radius} ${horizon}A${radius} ${radius * tilt} 0 0 0 ${axis + radius} ${horizon}`;
  const body = turned([
    [radius, horizon],
    [radius, 1000],
  ]).path;
  return `<path d="${body}" fill="${side}"/>${disc(axis, horizon, radius, `fill="${sheet.radial(top, 0.4, 0.4, 0.62)}"`)}<path d="${front}" fill="none" stroke="${rim}" stroke-width="3"/>`;
}

const wall = (sheet: Sheet, stops: readonly Stop[]) =>
  `<path d="M0 0h960v960H0z" fill="${sheet.radial(stops, 0.46, 0.42, 0.68)}"/>`;

/** The black studio has a polished dark plinth, on which products stand. */
export const blackStudio = (sheet: Sheet, tint: string): Studio => ({
  scene:
    wall(sheet, [
      [0, mix("#282e31", tint, 0.16)],
      [0.45, mix("#111416", tint, 0.06)],
      [1, "#000000"],
    ]) +
    plinth(
      sheet,
      roundPaint(sheet, "#14171a", 0.2),
      [
        [0, mix("#3d4347", tint, 0.12)],
        [0.5, "#1b1f21"],
        [1, "#0b0d0e"],
      ],
      0.6,
    ),
  mirror: 0.3,
  scale: 1,
});

/** The white studio has a chalk plinth, on which apparel stands. */
export const whiteStudio = (sheet: Sheet): Studio => ({
  scene:
    wall(sheet, [
      [0, "#ffffff"],
      [0.72, "#ffffff"],
      [1, "#f6f6f4"],
    ]) +
    plinth(
      sheet,
      sheet.linear([
        [0, "#d9d9d4"],
        [0.27, "#f8f8f6"],
        [0.6, "#e6e6e2"],
        [1, "#c6c6c0"],
      ]),
      [
        [0, "#ffffff"],
        [0.6, "#f8f8f6"],
        [1, "#ecece8"],
      ],
      1,
    ),
  mirror: 0,
  scale: 0.92,
});

const use = ({ id, floor, x, y, size }: Placed, up: 1 | -1) =>
  `<use href="#${id}" transform="translate(${x - axis * size} ${y - floor * size * up})scale(${size} ${size * up})"/>`;

/** Subjects on the plinth, the farthest first. */
function photographed(sheet: Sheet, { scene, mirror }: Studio, pieces: readonly Placed[]): string {
  const top = sheet.clip(ring(axis, horizon, radius, radius * tilt));
  const mirrored = pieces.map((piece) => use(piece, -1)).join("");
  const reflection = mirror ? `<g clip-path="${top}" opacity="${mirror}">${mirrored}</g>` : "";
  return scene + reflection + pieces.map((piece) => use(piece, 1)).join("");
}

/** The four views of a subject: alone, as a pair, from close up, and with its packaging. */
export function pictured(sheet: Sheet, studio: Studio, subject: Subject, view: number, packaging: () => Subject): string {
  const at = ({ body, floor }: Subject, x: number, y: number, size: number): Placed => ({
    id: sheet.keep(body),
    floor,
    x,
    y: horizon + y,
    size: size * studio.scale,
  });
  if (view === 1) return photographed(sheet, studio, [at(subject, 650, -22, 0.66), at(subject, 372, 20, 0.76)]);
  if (view === 3) return photographed(sheet, studio, [at(packaging(), 596, -18, 0.66), at(subject, 320, 20, 0.7)]);
  const alone = photographed(sheet, studio, [at(subject, axis, 0, 1)]);
  if (view !== 2) return alone;
  const x = axis + (subject.focus[0] - axis) * studio.scale;
  const y = horizon + (subject.focus[1] - subject.floor) * studio.scale;
  return `<g transform="translate(${near(x)} ${near(y)})scale(${closeUp})">${alone}</g>`;
}

const closeUp = 2.1;
/** Moves an enlarged picture so that `spot` is in the middle, as far as the picture reaches. */
const near = (spot: number) => Math.max(Math.min(480 - spot * closeUp, 0), 960 - 960 * closeUp);
