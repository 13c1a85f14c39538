import { darker, lighter, mix } from "../colours.ts";
import { modelled, smear } from "../modelled.ts";
import { curve, type Point } from "../paths.ts";
import type { Sheet } from "../sheet.ts";

/** A stalk from its foot to its top, thicker below. */
export function stalk(sheet: Sheet, foot: Point, top: Point, low: number, high: number, colour: string): string {
  const [mx, my] = [(foot[0] + top[0]) / 2 + (top[0] - foot[0]) * 0.25, (foot[1] + top[1]) / 2];
  const middle = (low + high) * 0.46;
  const outline = curve([
    [foot[0] - low, foot[1]],
    [mx - middle, my],
    [top[0] - high, top[1]],
    [top[0] + high, top[1]],
    [mx + middle, my],
    [foot[0] + low, foot[1]],
    [foot[0], foot[1] + low * 0.35],
  ]);
  const fibre = [-0.5, 0, 0.5]
    .map((part) => `M${foot[0] + low * part} ${foot[1]}Q${mx + middle * part} ${my} ${top[0] + high * part} ${top[1]}`)
    .join("");
  const paint = sheet.linear([
    [0, darker(colour, 0.35)],
    [0.3, lighter(colour, 0.25)],
    [0.6, darker(colour, 0.12)],
    [1, darker(colour, 0.65)],
  ]);
  return `<path d="${outline}" fill="${paint}"/><path d="${fibre}" fill="none" stroke="${darker(colour, 0.5)}" stroke-opacity=".3" stroke-width="2"/>`;
}

/** A dome whose underside is just visible. */
export function dome(sheet: Sheet, x: number, y: number, rx: number, ry: number, colour: string, marks = ""): string {
  const path = `M${x - rx} ${y}C${x - rx} ${y - ry * 0.9} ${x - rx * 0.5} ${y - ry} ${x} ${y - ry}S${x + rx} ${y - ry * 0.9} ${x + rx} ${y}C${x + rx * 0.8} ${y + ry * 0.34} ${x - rx * 0.8} ${y + ry * 0.34} ${x - rx} ${y}z`;
  const underside = `<ellipse cx="${x}" cy="${y + ry * 0.06}" rx="${rx * 0.93}" ry="${ry * 0.27}" fill="${darker(mix(colour, "#efe2c9", 0.6), 0.45)}"/>`;
  const paint = sheet.radial(
    [
      [0, lighter(colour, 0.45)],
      [0.3, colour],
      [0.8, darker(colour, 0.5)],
      [1, darker(colour, 0.75)],
    ],
    0.36,
    0.26,
    0.78,
  );
  const sheen = smear(
    sheet,
    `M${x - rx * 0.6} ${y - ry * 0.5}q${rx * 0.2}-${ry * 0.3} ${rx * 0.55}-${ry * 0.36}`,
    "#fff",
    0.5,
    5,
    ry * 0.1,
  );
  return (
    underside +
    modelled(sheet, path, { fill: paint, depth: Math.max(rx * 0.16, 8), light: 0.4, shade: 0.5, inside: marks + sheen })
  );
}
