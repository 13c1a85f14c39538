import type { Sheet } from "./sheet.ts";

/**
 * Light along the upper left edge and shade along the lower right edge inside an outline, which
 * make a flat shape look solid.
 */
type Modelling = { fill: string; depth?: number; light?: number; shade?: number; inside?: string };

/** A filled outline with light and shade at its edges; `inside` is drawn between fill and shade. */
export function modelled(
  sheet: Sheet,
  path: string,
  { fill, depth = 22, light = 0.5, shade = 0.6, inside = "" }: Modelling,
): string {
  const soft = sheet.blur(Math.round(depth * 0.5));
  const coats = sheet.coats(path, [
    `fill="none" stroke="#fff" stroke-opacity="${light}" stroke-width="${depth * 0.6}" transform="translate(${depth * 0.6} ${depth * 0.7})" filter="${soft}"`,
    `fill="none" stroke="#000" stroke-opacity="${shade}" stroke-width="${depth * 1.5}" transform="translate(${-depth * 0.55} ${-depth * 0.65})" filter="${soft}"`,
    `fill="none" stroke="#000" stroke-opacity="${shade * 0.7}" stroke-width="${depth * 0.3}" filter="${sheet.blur(Math.max(Math.round(depth * 0.12), 1))}"`,
  ]);
  return `<g clip-path="${sheet.clip(path)}">${sheet.coats(path, [`fill="${fill}"`])}${inside}${coats}</g>`;
}

/** A soft dark shadow where one object lies on another. */
export const contact = (sheet: Sheet, x: number, y: number, rx: number, ry: number, strength = 0.6): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${sheet.radial([
    [0, "#000000", strength],
    [0.55, "#000000", strength * 0.6],
    [1, "#000000", 0],
  ])}"/>`;

/** A blurred mark for folds and highlights. */
export const smear = (sheet: Sheet, path: string, colour: string, opacity: number, blur: number, width = 0): string => {
  const paint = width ? `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"` : `fill="${colour}"`;
  return `<path d="${path}" ${paint} opacity="${opacity}" filter="${sheet.blur(blur)}"/>`;
};
