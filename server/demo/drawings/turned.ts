import { darker, lighter } from "./colours.ts";
import { type Corner, mirrored, rounded } from "./paths.ts";
import type { Sheet, Stop } from "./sheet.ts";

/**
 * Round objects, symmetric about a vertical axis: jars, tins, mugs, flasks. A profile lists
 * half-widths from the top down.
 */
export type Profile = readonly (readonly [halfWidth: number, y: number, radius?: number])[];

/**
 * The height of a drawn round rim, divided by its width. The larger the value, the steeper the view
 * from above.
 */
export const tilt = 0.13;

type Outline = {
  path: string;
  top: readonly [halfWidth: number, y: number];
  foot: readonly [halfWidth: number, y: number];
};

/** Turns half an outline into a round body; `inset` narrows the body on both sides, for liquids. */
export function turned(profile: Profile, axis = 480, inset = 0): Outline {
  const half: Corner[] = profile.map(([width, y, radius]) => [axis - Math.max(width - inset, 1), y, radius ?? 0]);
  const [first, last] = [profile[0] ?? [1, 0], profile.at(-1) ?? [1, 0]];
  const [topWidth, footWidth] = [Math.max(first[0] - inset, 1), Math.max(last[0] - inset, 1)];
  const right = rounded(mirrored(half, axis)).replace("M", "L");
  const foot = `A${footWidth} ${footWidth * tilt} 0 0 0 ${axis + footWidth} ${last[1]}`;
  const rim = `A${topWidth} ${topWidth * tilt} 0 0 0 ${axis - topWidth} ${first[1]}`;
  return { path: `${rounded(half)}${foot}${right}${rim}Z`, top: [topWidth, first[1]], foot: [footWidth, last[1]] };
}

/** An ellipse: a horizontal circle at the viewing angle of all drawings. */
export const disc = (axis: number, y: number, width: number, attributes: string): string =>
  `<ellipse cx="${axis}" cy="${y}" rx="${width}" ry="${width * tilt}" ${attributes}/>`;

/** Light from the upper left on a round opaque object: `gloss` 0 is chalk, 1 is polished metal. */
export function roundPaint(sheet: Sheet, colour: string, gloss = 0.4): string {
  const stops: Stop[] = [
    [0, darker(colour, 0.62)],
    [0.1, darker(colour, 0.3)],
    [0.27, lighter(colour, 0.12 + gloss * 0.3)],
    [0.36, lighter(colour, gloss * 0.12)],
    [0.6, darker(colour, 0.16)],
    [0.86, darker(colour, 0.62)],
    [0.96, darker(colour, 0.5 - gloss * 0.2)],
    [1, darker(colour, 0.66)],
  ];
  return sheet.linear(stops);
}

/** A round opaque body. */
export const opaque = (sheet: Sheet, profile: Profile, colour: string, gloss?: number, axis?: number): string =>
  `<path d="${turned(profile, axis).path}" fill="${roundPaint(sheet, colour, gloss)}"/>`;

/** The flat round top of a lid or a foot, seen from above. */
export const lidTop = (sheet: Sheet, axis: number, y: number, width: number, colour: string, gloss = 0.4): string =>
  disc(
    axis,
    y,
    width,
    `fill="${sheet.linear(
      [
        [0, lighter(colour, 0.1 + gloss * 0.3)],
        [0.5, colour],
        [1, darker(colour, 0.35)],
      ],
      0,
      0,
      1,
      0.6,
    )}" stroke="${lighter(colour, 0.35)}" stroke-opacity=".6" stroke-width="1.5"`,
  );

/** A label around a straight part, darker toward both sides like the object itself. */
export function wrapped(sheet: Sheet, axis: number, width: number, top: number, bottom: number, colour: string): string {
  const sag = width * tilt;
  const path = `M${axis - width} ${top}A${width} ${sag} 0 0 0 ${axis + width} ${top}V${bottom}A${width} ${sag} 0 0 1 ${axis - width} ${bottom}Z`;
  return `<path d="${path}" fill="${roundPaint(sheet, colour, 0.15)}"/>`;
}
