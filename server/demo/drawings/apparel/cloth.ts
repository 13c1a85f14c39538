import { brightness, darker, lighter } from "../colours.ts";
import { modelled, smear } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";

/**
 * Options of a piece of cloth. Light on cloth is soft; dark cloth shows its folds by light, pale
 * cloth by shade.
 */
export type Cut = { inside?: string; depth?: number; weave?: "jersey" | "rib" | "canvas" | "knit" | "none" };

const weaves = {
  jersey:
    '<path d="M0 0v6" stroke="#000" stroke-opacity=".07" stroke-width="2"/><path d="M3 0v6" stroke="#fff" stroke-opacity=".05" stroke-width="1.4"/>',
  rib: '<path d="M0 0v12" stroke="#000" stroke-opacity=".28" stroke-width="5"/><path d="M6 0v12" stroke="#fff" stroke-opacity=".16" stroke-width="4"/>',
  canvas:
    '<path d="M0 0h4v4h-4zM4 4h4v4h-4z" fill="#000" fill-opacity=".09"/><path d="M4 0h4v4h-4z" fill="#fff" fill-opacity=".1"/>',
  knit: '<path d="M0 0l6 7 6-7M0 9l6 7 6-7" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="3"/><path d="M0 4l6 7 6-7M0 13l6 7 6-7" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="2.4"/>',
} as const;
const sizes: Record<keyof typeof weaves, readonly [number, number]> = {
  jersey: [6, 6],
  rib: [12, 12],
  canvas: [8, 8],
  knit: [12, 18],
};

const woven = (sheet: Sheet, weave: Cut["weave"]) =>
  weave && weave !== "none" ? sheet.pattern(...sizes[weave], weaves[weave]) : "none";

/** The SVG of a piece of cloth: `path` is its outline, `inside` its print or sewn parts. */
export function cloth(
  sheet: Sheet,
  path: string,
  colour: string,
  { inside = "", depth = 34, weave = "jersey" }: Cut = {},
): string {
  const dark = brightness(colour) < 0.35;
  const fill = sheet.linear(
    [
      [0, lighter(colour, dark ? 0.16 : 0.08)],
      [0.5, colour],
      [1, darker(colour, 0.2)],
    ],
    0,
    0,
    0.8,
    1,
  );
  const texture = `<path d="${path}" fill="${woven(sheet, weave)}"/>`;
  const pale = brightness(colour) > 0.8;
  return modelled(sheet, path, { fill, depth, light: dark ? 0.24 : 0.4, shade: pale ? 0.26 : 0.42, inside: texture + inside });
}

/** Folds; each is a dark line with a bright line beside it. */
export function folds(sheet: Sheet, colour: string, paths: readonly string[], width = 15): string {
  const dark = brightness(colour) < 0.35;
  const pale = brightness(colour) > 0.8;
  return paths
    .map((path) => {
      const wide = width * sheet.between(0.8, 1.25);
      const valley = smear(sheet, path, darker(colour, 0.85), pale ? 0.16 : 0.34, 8, wide);
      const ridge = smear(sheet, path, "#fff", dark ? 0.13 : 0.2, 8, wide * 0.8);
      return `${valley}<g transform="translate(${-wide * 0.8} ${-wide * 0.5})">${ridge}</g>`;
    })
    .join("");
}

/** A sewn edge, drawn as a groove with its thread. */
export const seam = (path: string, colour: string, stitched = true): string =>
  `<path d="${path}" fill="none" stroke="${darker(colour, 0.6)}" stroke-opacity=".55" stroke-width="2.6"/>${stitched ? `<path d="${path}" fill="none" stroke="${lighter(colour, 0.3)}" stroke-opacity=".75" stroke-width="1.8" stroke-dasharray="7 4" transform="translate(0 6)"/>` : ""}`;

/** The woven label inside a neck. */
export const neckLabel = (x: number, y: number): string =>
  `<path d="M${x - 32} ${y}h64v26h-64z" fill="#f4f1e8"/><path d="M${x - 18} ${y + 9}h36M${x - 10} ${y + 16}h20" stroke="#55574f" stroke-width="3"/>`;
