import { lighter, mix } from "./colours.ts";
import { curve, type Point } from "./paths.ts";
import type { Sheet } from "./sheet.ts";
import { disc, type Profile, tilt, turned } from "./turned.ts";

/**
 * Clear blown glass in front of a dark background: bright at its edges, almost invisible in the
 * middle, with two soft reflections of light.
 */
export type Blown = {
  tint?: string;
  axis?: number;
  wall?: number;
  open?: boolean;
  water?: number;
  waterTint?: string;
  foot?: boolean;
};

const halfWidthAt = (profile: Profile, y: number): number => {
  const below = profile.findIndex((spot) => spot[1] >= y);
  const [from, to] = [profile[Math.max(below - 1, 0)], profile[below]];
  if (!from || !to || to[1] === from[1]) return to?.[0] ?? profile.at(-1)?.[0] ?? 1;
  return from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]);
};

/** A strip of light along the wall, between two fractions of its half-width. */
function gleam(profile: Profile, axis: number, from: number, to: number, inner: number, outer: number): string {
  const heights = Array.from({ length: 7 }, (_, at) => from + ((to - from) * at) / 6);
  const side = (part: number) => heights.map((y): Point => [axis + halfWidthAt(profile, y) * part, y]);
  return `${curve(side(inner), false)}L${curve(side(outer).reverse(), false).slice(1)}Z`;
}

function waterIn(sheet: Sheet, profile: Profile, axis: number, level: number, tint: string): string {
  const wall = 9;
  const foot = profile.at(-1) ?? [1, level];
  const surface = halfWidthAt(profile, level) - wall;
  const below = profile
    .filter((spot) => spot[1] > level)
    .map(([width, y, radius]) => [width - wall, Math.min(y, foot[1] - 7), radius ?? 0] as const);
  const body = turned([[surface, level], ...below], axis).path;
  const fill = sheet.linear([
    [0, lighter(tint, 0.5), 0.5],
    [0.15, tint, 0.18],
    [0.6, tint, 0.12],
    [0.9, lighter(tint, 0.3), 0.34],
    [1, lighter(tint, 0.6), 0.55],
  ]);
  return `<path d="${body}" fill="${fill}"/>${disc(axis, level, surface, `fill="${lighter(tint, 0.35)}" fill-opacity=".28" stroke="#fff" stroke-opacity=".75" stroke-width="2"`)}`;
}

/** The SVG of a glass vessel, symmetric about its axis; `profile` is half of its outline. */
export function blown(sheet: Sheet, profile: Profile, glass: Blown = {}): string {
  const { axis = 480, wall = 8, open = true, foot = true } = glass;
  const tint = glass.tint ?? "#eaf6f8";
  const bright = mix(tint, "#ffffff", 0.55);
  const outline = turned(profile, axis);
  const [topWidth, top] = outline.top;
  const [footWidth, bottom] = outline.foot;
  const deep = glass.tint ? 0.24 : 0.04;
  const body = sheet.linear([
    [0, bright, 0.62],
    [0.05, tint, 0.26],
    [0.16, tint, 0.07 + deep],
    [0.5, tint, deep],
    [0.82, tint, 0.07 + deep],
    [0.93, tint, 0.2 + deep / 2],
    [1, bright, 0.5],
  ]);
  const edge = sheet.linear(
    [
      [0, "#ffffff", 0.95],
      [0.5, bright, 0.6],
      [1, "#ffffff", 0.85],
    ],
    0,
    0,
    0.3,
    1,
  );
  const height = bottom - top;
  const light = sheet.linear(
    [
      [0, "#ffffff", 0],
      [0.12, "#ffffff", 0.9],
      [0.7, "#ffffff", 0.38],
      [1, "#ffffff", 0],
    ],
    0,
    0,
    0,
    1,
  );
  const soft = sheet.blur(2.4);
  const inner = turned(profile, axis, wall * 0.62).path;
  const base = sheet.radial([
    [0, "#ffffff", 0.05],
    [0.7, bright, 0.14],
    [1, "#ffffff", 0.6],
  ]);
  const parts = [
    disc(axis, top, topWidth, `fill="${tint}" fill-opacity=".07" stroke="${bright}" stroke-opacity=".7" stroke-width="2"`),
    sheet.coats(outline.path, [`fill="${body}"`]),
    glass.water === undefined ? "" : waterIn(sheet, profile, axis, glass.water, glass.waterTint ?? "#bfe3ea"),
    sheet.coats(inner, [
      `fill="none" stroke="#000" stroke-opacity=".4" stroke-width="${wall * 1.5}" filter="${sheet.blur(1.4)}"`,
      `fill="none" stroke="${bright}" stroke-opacity=".3" stroke-width="${wall}"`,
      `fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.4" transform="translate(1.5 0)"`,
    ]),
    foot
      ? disc(axis, bottom - 7, footWidth - wall, `fill="${base}" stroke="${bright}" stroke-opacity=".6" stroke-width="3"`)
      : "",
    `<path d="${gleam(profile, axis, top + height * 0.04, bottom - height * 0.05, -0.84, -0.64)}" fill="${light}" filter="${soft}"/>`,
    `<path d="${gleam(profile, axis, top + height * 0.08, bottom - height * 0.1, -0.56, -0.51)}" fill="${light}" opacity=".5"/>`,
    `<path d="${gleam(profile, axis, top + height * 0.1, bottom - height * 0.06, 0.68, 0.86)}" fill="${light}" opacity=".42" filter="${soft}"/>`,
    sheet.coats(outline.path, [
      `fill="none" stroke="${bright}" stroke-opacity=".35" stroke-width="5" filter="${sheet.blur(3)}"`,
      `fill="none" stroke="${edge}" stroke-width="2.2"`,
    ]),
  ];
  if (open) parts.push(mouth(axis, top, topWidth, bright));
  return parts.join("");
}

/** The front of the thick, rounded lip. */
const mouth = (axis: number, y: number, width: number, bright: string): string =>
  `<path d="M${axis - width} ${y}A${width} ${width * tilt} 0 0 0 ${axis + width} ${y}" fill="none" stroke="${bright}" stroke-width="6" stroke-opacity=".55"/><path d="M${axis - width * 0.9} ${y + width * tilt * 0.5}A${width} ${width * tilt} 0 0 0 ${axis + width * 0.2} ${y + width * tilt}" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/>`;

/** A ring of coloured or clear glass around a neck. */
export function maria(sheet: Sheet, axis: number, y: number, width: number, height: number, tint: string): string {
  const [pale, dark] = [mix(tint, "#ffffff", 0.6), mix(tint, "#000000", 0.45)];
  const round = sheet.linear([
    [0, pale],
    [0.12, dark],
    [0.3, pale],
    [0.45, tint],
    [0.85, dark],
    [1, tint],
  ]);
  return `<rect x="${axis - width}" y="${y}" width="${width * 2}" height="${height}" rx="${height / 2}" fill="${round}" fill-opacity=".92"/><rect x="${axis - width * 0.78}" y="${y + height * 0.2}" width="${width * 0.5}" height="${height * 0.24}" rx="${height * 0.12}" fill="#fff" opacity=".7"/>`;
}
