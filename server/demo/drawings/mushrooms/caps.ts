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

/** The upper side of a bracket cap around 0 0, 200 wide; it is defined once and used many times. */
export function shelfTop(sheet: Sheet, colour: string): string {
  const jitter = () => sheet.between(0.9, 1.08);
  const rim: Point[] = [-100, -86, -52, -8, 40, 80, 98, 84].map((dx, at) => [
    dx * jitter(),
    ([4, -44, -74, -84, -76, -48, 2, 34][at] ?? 0) * jitter(),
  ]);
  const outline = curve([...rim, [46, 52], [0, 44 * jitter()], [-50, 54], [-88, 34]]);
  const paint = sheet.radial(
    [
      [0, lighter(colour, 0.4)],
      [0.4, colour],
      [0.8, darker(colour, 0.3)],
      [1, darker(colour, 0.55)],
    ],
    0.38,
    0.3,
    0.78,
  );
  const grain = Array.from(
    { length: 13 },
    (_, at) =>
      `M${(at - 6) * 4} ${40}Q${(at - 6) * 13} ${sheet.between(-6, 20)} ${(at - 6) * 16.5} ${-78 + Math.abs(at - 6) * 11}`,
  ).join("");
  const streaks = `<path d="${grain}" fill="none" stroke="${darker(colour, 0.5)}" stroke-opacity=".2" stroke-width="4" filter="${sheet.blur(2)}"/>`;
  const dip = smear(sheet, "M-26 44q26-34 52 0z", darker(colour, 0.6), 0.5, 9);
  return `${modelled(sheet, outline, { fill: paint, depth: 16, light: 0.55, shade: 0.45, inside: streaks + dip })}<path d="M-88 34Q-50 54 0 46T84 34" fill="none" stroke="${lighter(colour, 0.6)}" stroke-opacity=".75" stroke-width="2.6" stroke-linecap="round"/>`;
}

/** The underside with gills, which narrows from a bracket cap to the foot of its cluster. */
export function gilled(sheet: Sheet, from: Point, halfWidth: number, root: Point, colour: string): string {
  const pale = mix(colour, "#f4ead8", 0.7);
  const bend = (part: number): string => {
    const x = from[0] + halfWidth * part;
    return `Q${x + (root[0] - x) * 0.35} ${from[1] + (root[1] - from[1]) * 0.6} ${root[0] + part * 22} ${root[1]}`;
  };
  const edge = (part: number) => `${from[0] + halfWidth * part} ${from[1] + 12}`;
  const gills = Array.from({ length: 13 }, (_, at) => -0.92 + (at / 12) * 1.84)
    .map((part) => `M${edge(part)}${bend(part)}`)
    .join("");
  const shape = `M${edge(-1)}${bend(-1)}L${root[0] + 22} ${root[1]}Q${from[0] + halfWidth + (root[0] - from[0] - halfWidth) * 0.35} ${from[1] + (root[1] - from[1]) * 0.6} ${edge(1)}Z`;
  const paint = sheet.linear(
    [
      [0, darker(pale, 0.62)],
      [0.35, darker(pale, 0.3)],
      [1, darker(pale, 0.12)],
    ],
    0,
    0,
    0,
    1,
  );
  return `<path d="${shape}" fill="${paint}"/><path d="${gills}" fill="none" stroke="${lighter(pale, 0.25)}" stroke-opacity=".55" stroke-width="2"/>`;
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
