import { darker, lighter, mix } from "../colours.ts";
import { contact, modelled } from "../modelled.ts";
import { blob, type Point } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import type { Painter } from "../subject.ts";
import { dome, stalk } from "./caps.ts";
import { gilled, neck, radial, upperSide } from "./oyster-cap.ts";

/** Middles, sizes and angles of the caps, from the back to the front; the lowest are youngest. */
const places = [
  [-48, -486, 0.74, -8],
  [84, -470, 0.68, 12],
  [-154, -420, 0.86, -20],
  [186, -400, 0.84, 22],
  [22, -402, 1.08, 3],
  [-250, -318, 0.8, -34],
  [268, -288, 0.76, 36],
  [-112, -318, 1.2, -12],
  [140, -306, 1.24, 15],
  [-196, -206, 1, -24],
  [212, -182, 0.9, 26],
  [6, -208, 1.42, -2],
  [-92, -104, 0.5, -14],
  [112, -96, 0.42, 18],
] as const;

/** A cluster of oyster mushrooms, whose stems grow out of one base at `x` and `y`. */
export function shelves(sheet: Sheet, x: number, y: number, scale: number, colour: string): string {
  const flesh = mix(colour, "#f1e7d4", 0.84);
  const gills = `<use href="#${sheet.keep(gilled(sheet, flesh))}"/>`;
  const fibres = sheet.keep(`<path d="${radial(sheet)}"/>`);
  const heads = [0, 0.08, 0.16].map((part) => sheet.keep(gills + upperSide(sheet, mix(colour, "#ffffff", part), fibres)));
  const caps = places.map(([dx, dy, size, turn], at) => {
    const wide = size * sheet.between(0.95, 1.06);
    const angle = turn + sheet.between(-5, 5);
    const lean = (angle * Math.PI) / 180;
    const top: Point = [dx - neck.y * wide * Math.sin(lean), dy + (neck.y - 6) * wide * Math.cos(lean)];
    return [
      contact(sheet, dx + 12 * wide, dy + 26 * wide, 124 * wide, 84 * wide, 0.85),
      stalk(sheet, [Math.round(dx * 0.17), 2], top, 8 + wide * 12, neck.width * wide, flesh),
      `<use href="#${heads[at % 3]}" transform="translate(${dx} ${dy})rotate(${angle})scale(${wide})"/>`,
    ].join("");
  });
  const base = modelled(sheet, blob(0, 4, 62, 19, [1, 0.9, 1.12, 0.94, 1.1, 1, 0.86, 1.2, 0.9, 1.2, 0.84, 1.1]), {
    fill: darker(flesh, 0.08),
    depth: 12,
    light: 0.2,
    shade: 0.6,
  });
  return `<g transform="translate(${x} ${y})scale(${scale})">${caps.join("")}${base}</g>`;
}

export const oyster: Painter = (sheet, look) => ({
  body: contact(sheet, 490, 812, 170, 26, 0.85) + shelves(sheet, 480, 788, 1.12, look.colours[0]),
  floor: 806,
  focus: [470, 540],
});

/** Thick pale stalks under small tan caps. */
export const king: Painter = (sheet, look) => {
  const one = (x: number, foot: number, height: number, width: number, lean: number) =>
    stalk(sheet, [x, foot], [x + lean, foot - height], width, width * 0.62, "#ece2cf") +
    dome(sheet, x + lean, foot - height + 10, width * 1.28, width * 0.9, look.colours[0]);
  return {
    body:
      contact(sheet, 480, 806, 280, 28) +
      one(620, 780, 470, 72, 40) +
      one(350, 786, 420, 66, -50) +
      one(486, 800, 560, 92, 6) +
      one(690, 806, 250, 50, 40) +
      one(270, 806, 220, 46, -24),
    floor: 806,
    focus: [480, 330],
  };
};

/** A bundle of thin stems with very small caps. */
export const enoki: Painter = (sheet, look) => {
  const pale = look.colours[0];
  const stems = Array.from({ length: 64 }, (_, at) => {
    const spread = (at / 63) * 2 - 1 + sheet.between(-0.1, 0.1);
    return { x: 480 + spread * 230, y: 220 + spread * spread * 110 + sheet.between(-20, 230), foot: 480 + spread * 96 };
  }).sort((one, other) => one.y - other.y);
  const light = sheet.radial(
    [
      [0, "#ffffff"],
      [0.5, lighter(pale, 0.2)],
      [1, darker(pale, 0.5)],
    ],
    0.36,
    0.26,
    0.8,
  );
  const bead = sheet.keep(
    `<path d="M-24 4C-24-18-12-26 0-26S24-18 24 4Q0 16-24 4z" fill="${light}"/><ellipse cx="-8" cy="-14" rx="7" ry="4" fill="#fff" opacity=".8"/>`,
  );
  const drawing = stems.map(({ x, y, foot }) => {
    const path = `M${foot.toFixed(0)} 780Q${foot.toFixed(0)} 560 ${x.toFixed(0)} ${y.toFixed(0)}`;
    const tone = mix(lighter(pale, 0.4), darker(pale, 0.3), (x - 250) / 460 + sheet.between(-0.2, 0.2));
    return `${sheet.coats(path, [`stroke="${darker(pale, 0.75)}" stroke-width="15" stroke-opacity=".55"`, `stroke="${tone}" stroke-width="9"`])}<use href="#${bead}" x="${x.toFixed(0)}" y="${y.toFixed(0)}"/>`;
  });
  const foot = modelled(sheet, "M376 690q104 30 208 0l12 106q-116 36-232 0z", { fill: mix(pale, "#c7ae84", 0.5), depth: 30 });
  return {
    body: `${contact(sheet, 480, 806, 170, 24)}<g fill="none" stroke-linecap="round">${drawing.join("")}</g>${foot}`,
    floor: 804,
    focus: [480, 380],
  };
};
