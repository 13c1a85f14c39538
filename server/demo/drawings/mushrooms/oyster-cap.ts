import { darker, lighter, mix } from "../colours.ts";
import { modelled, smear } from "../modelled.ts";
import { blob } from "../paths.ts";
import type { Sheet } from "../sheet.ts";

/** The fine lines that run from the middle of a cap to its edge. */
export const radial = (sheet: Sheet): string =>
  Array.from({ length: 34 }, (_, at) => {
    const angle = ((at + sheet.between(-0.4, 0.4)) / 34) * Math.PI * 2;
    const [from, to] = [sheet.between(0.2, 0.6), sheet.between(0.8, 0.98)];
    const [x, y] = [Math.cos(angle) * 92, Math.sin(angle) * 55];
    return `M${(x * from).toFixed(0)} ${(y * from - 14 * (1 - from)).toFixed(0)}L${(x * to).toFixed(0)} ${(y * to).toFixed(0)}`;
  }).join("");

/**
 * The upper side of a cap around 0 0, 200 wide. It is deepest and darkest over its stem, and so
 * thin at its edge that light shines through; `fibres` is the id of its lines.
 */
export function upperSide(sheet: Sheet, colour: string, fibres: string): string {
  const outline = blob(
    0,
    0,
    100,
    60,
    Array.from({ length: 13 }, (_, at) => sheet.between(0.92, 1.07) - (at === 9 || at === 10 ? 0.1 : 0)),
  );
  const flesh = sheet.radial(
    [
      [0, darker(colour, 0.66)],
      [0.16, darker(colour, 0.44)],
      [0.42, darker(colour, 0.06)],
      [0.7, lighter(colour, 0.16)],
      [0.86, mix(lighter(colour, 0.36), "#ffe9cf", 0.2)],
      [1, mix(lighter(colour, 0.66), "#ffe9cf", 0.4)],
    ],
    0.53,
    0.3,
    0.7,
  );
  const lamp = sheet.linear(
    [
      [0, "#ffffff", 0.5],
      [0.34, "#ffffff", 0],
      [0.5, "#000000", 0.06],
      [1, "#000000", 0.64],
    ],
    0.1,
    0,
    0.8,
    1,
  );
  const inside = [
    `<use href="#${fibres}" fill="none" stroke="${darker(colour, 0.6)}" stroke-opacity=".13" stroke-width="1.5"/>`,
    sheet.coats(outline, [`fill="${lamp}"`]),
    smear(sheet, "M-76-12Q-58-42-14-46", "#fff", 0.5, 6, 11),
  ].join("");
  const rim = sheet.linear(
    [
      [0, "#ffffff", 0.75],
      [0.3, "#ffffff", 0.12],
      [0.6, lighter(colour, 0.6), 0.06],
      [1, lighter(colour, 0.6), 0.55],
    ],
    0.1,
    0,
    0.4,
    1,
  );
  return `${modelled(sheet, outline, { fill: flesh, depth: 11, light: 0.3, shade: 0.34, inside })}<path d="${outline}" fill="none" stroke="${rim}" stroke-width="1.7"/>`;
}

export const neck = { width: 21, y: 124 };

/** The gills below a cap, which run from its front edge to the neck of its stem. */
export function gilled(sheet: Sheet, flesh: string): string {
  const blade = (part: number) => {
    const [x, foot] = [93 * part, neck.width * part];
    const edge = `${x} ${6 + 42 * Math.sqrt(1 - part * part)}`;
    const [under, along] = [`${x + (foot - x) * 0.6} ${62 + 24 * (1 - Math.abs(part))}`, `${foot} ${neck.y - 30}`];
    return { edge, down: `C${under} ${along} ${foot} ${neck.y}`, up: `C${along} ${under} ${edge}` };
  };
  const [left, right] = [blade(-1), blade(1)];
  const outline = `M${left.edge}${left.down}H${neck.width}${right.up}Z`;
  const blades = Array.from({ length: 21 }, (_, at) => blade((at - 10) / 10.6))
    .map(({ edge, down }) => `M${edge}${down}`)
    .join("");
  const fall = sheet.linear(
    [
      [0.2, darker(flesh, 0.86)],
      [0.5, darker(flesh, 0.5)],
      [1, darker(flesh, 0.12)],
    ],
    0,
    0,
    0,
    1,
  );
  const round = sheet.linear([
    [0, "#000000", 0.5],
    [0.34, "#ffffff", 0.16],
    [0.62, "#000000", 0.16],
    [1, "#000000", 0.7],
  ]);
  const lines = sheet.coats(blades, [
    `stroke="${darker(flesh, 0.75)}" stroke-opacity=".42" stroke-width="2"`,
    `stroke="#fff" stroke-opacity=".3" stroke-width="1.2" transform="translate(-2 0)"`,
  ]);
  return `${sheet.coats(outline, [`fill="${fall}"`])}<g fill="none">${lines}</g>${sheet.coats(outline, [`fill="${round}"`])}`;
}
