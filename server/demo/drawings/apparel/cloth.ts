import { brightness, darker, lighter } from "../colours.ts";
import { contact, modelled } from "../modelled.ts";
import type { Point } from "../paths.ts";
import type { Sheet } from "../sheet.ts";

/**
 * Options of a piece of cloth: `inside` is its print and sewn parts, `folds` its folds, and `round`
 * is how far it curves away at its sides, 0 if it is flat.
 */
export type Cut = { inside?: string; folds?: readonly Fold[]; depth?: number; round?: number; weave?: keyof typeof weaves };

const weaves = {
  jersey:
    '<path d="M0 0v4" stroke="#000" stroke-opacity=".1" stroke-width="1.6"/><path d="M2 0v4" stroke="#fff" stroke-opacity=".07" stroke-width="1"/>',
  rib: '<path d="M0 0v12" stroke="#000" stroke-opacity=".34" stroke-width="5"/><path d="M6 0v12" stroke="#fff" stroke-opacity=".2" stroke-width="4"/>',
  canvas:
    '<path d="M0 0h3v3h-3zM3 3h3v3h-3z" fill="#000" fill-opacity=".1"/><path d="M3 0h3v3h-3z" fill="#fff" fill-opacity=".07"/>',
  twill: '<path d="M-1 6l7-7M-1 1l2-2M4 6l2-2" stroke="#000" stroke-opacity=".16" stroke-width="1.6"/>',
  knit: '<path d="M0 0l6 7 6-7M0 9l6 7 6-7" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="3"/><path d="M0 4l6 7 6-7M0 13l6 7 6-7" fill="none" stroke="#fff" stroke-opacity=".15" stroke-width="2.4"/>',
  none: "",
} as const;
const sizes: Record<keyof typeof weaves, readonly [number, number]> = {
  jersey: [4, 4],
  rib: [12, 12],
  canvas: [6, 6],
  twill: [5, 5],
  knit: [12, 18],
  none: [9, 9],
};

/**
 * A fold `falls` if it runs down to the right, and is `flat` if it runs more across than down;
 * `spread` is half its width, as a part of its box.
 */
export type Fold = { path: string; falls: boolean; flat: boolean; spread: number };

/** A fold is a ridge that is widest in its middle and thin at its ends. */
export const fold = ([x, y]: Point, [bendX, bendY]: Point, [endX, endY]: Point, width = 40): Fold => {
  const [across, along] = [endX - x, endY - y];
  const length = Math.hypot(across, along) || 1;
  const wide = width * 1.7;
  const [out, down] = [(along / length) * wide, (across / length) * -wide];
  const share = Math.abs(out) / (Math.abs(across) + Math.abs(out)) + Math.abs(down) / (Math.abs(along) + Math.abs(down));
  return {
    path: `M${x} ${y}Q${bendX + out} ${bendY + down} ${endX} ${endY}Q${bendX - out} ${bendY - down} ${x} ${y}z`,
    falls: across * along > 0,
    flat: Math.abs(across) > Math.abs(along),
    spread: Math.ceil(share * 5) / 20,
  };
};

/** The light from the upper left on cloth that is curved around a body or an arm. */
const roundness = (sheet: Sheet, by: number, dark: boolean) =>
  sheet.linear(
    [
      [0, "#000000", 0.36 * by],
      [0.1, "#000000", 0.1 * by],
      [0.28, "#ffffff", (dark ? 0.14 : 0.3) * by],
      [0.5, "#ffffff", 0],
      [0.62, "#000000", 0.03 * by],
      [0.86, "#000000", 0.24 * by],
      [1, "#000000", 0.52 * by],
    ],
    0,
    0,
    1,
    0.12,
  );

/**
 * The light from the upper left on a fold: one side bright, the other dark, both fading to its
 * edges. It is a gradient, since a blur filter takes phones much longer.
 */
const lit = (sheet: Sheet, { path, falls, flat, spread }: Fold, light: number, shade: number): string => {
  const bright = [
    [0.5 - spread, "#ffffff", 0],
    [0.5 - spread * 0.45, "#ffffff", light],
  ] as const;
  const dark = [
    [0.5 + spread * 0.4, "#000000", shade],
    [0.5 + spread, "#000000", 0],
  ] as const;
  const stops = [...bright, [0.5, "#808080", 0] as const, ...dark];
  const down = falls && flat;
  const [y1, y2] = falls ? [1, 0] : [0, 1];
  const fill = down ? sheet.linear(stops, 1, y2, 0, y1) : sheet.linear(stops, 0, y1, 1, y2);
  return `<path d="${path}" fill="${fill}"/>`;
};

/** The SVG of a piece of cloth; `path` is its outline. */
export function cloth(
  sheet: Sheet,
  path: string,
  colour: string,
  { inside = "", folds = [], depth = 34, round = 1, weave = "jersey" }: Cut = {},
): string {
  const [dark, pale] = [brightness(colour) < 0.35, brightness(colour) > 0.8];
  const fill = sheet.linear(
    [
      [0, lighter(colour, dark ? 0.1 : 0.06)],
      [0.45, colour],
      [1, darker(colour, 0.16)],
    ],
    0.2,
    0,
    0.6,
    1,
  );
  const woven = weave === "none" ? "" : sheet.coats(path, [`fill="${sheet.pattern(...sizes[weave], weaves[weave])}"`]);
  const relief = folds.map((one) => lit(sheet, one, dark ? 0.16 : 0.26, pale ? 0.18 : 0.32)).join("");
  const curve = round ? sheet.coats(path, [`fill="${roundness(sheet, round * (pale ? 0.62 : 1), dark)}"`]) : "";
  return modelled(sheet, path, {
    fill,
    depth: depth * 0.7,
    light: dark ? 0.16 : 0.26,
    shade: pale ? 0.16 : 0.3,
    inside: inside + woven + curve + relief,
  });
}

/** A soft shadow that one piece of cloth throws on another. */
export const shadow = (sheet: Sheet, path: string, width: number, opacity = 0.5): string =>
  `<path d="${path}" fill="none" stroke="#000" stroke-opacity="${opacity}" stroke-width="${width}" filter="${sheet.blur(Math.round(width * 0.36))}"/>`;

/** A sewn edge, drawn as a groove with its thread. */
export const seam = (path: string, colour: string, stitched = true): string =>
  `<path d="${path}" fill="none" stroke="${darker(colour, 0.6)}" stroke-opacity=".5" stroke-width="2.2"/><path d="${path}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="2" transform="translate(-1.6-2)"/>${stitched ? `<path d="${path}" fill="none" stroke="${lighter(colour, 0.3)}" stroke-opacity=".7" stroke-width="1.6" stroke-dasharray="6 4" transform="translate(0 6)"/>` : ""}`;

/** The woven label inside a neck. */
export const neckLabel = (x: number, y: number): string =>
  `<path d="M${x - 32} ${y}h64v26h-64z" fill="#e9e6dc"/><path d="M${x - 32} ${y}h64v6h-64z" fill="#000" opacity=".25"/><path d="M${x - 18} ${y + 11}h36M${x - 10} ${y + 18}h20" stroke="#55574f" stroke-width="2.6"/>`;

/** The shadows of a garment on chalk: a narrow one below it, and a wide one away from the lamp. */
export const standing = (sheet: Sheet, x: number, y: number, halfWidth: number): string =>
  contact(sheet, x + halfWidth * 0.22, y + 4, halfWidth * 1.3, halfWidth * 0.16, 0.2) +
  contact(sheet, x + 4, y, halfWidth * 1.04, halfWidth * 0.08 + 6, 0.55);
