import { darker, lighter, mix } from "../colours.ts";
import { contact, modelled } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";
import type { Painter } from "../subject.ts";
import { dome, gilled, shelfTop, stalk } from "./caps.ts";

/**
 * A cluster of bracket caps on one foot, from the smallest at the top and back to the broadest at
 * the bottom and front.
 */
export function shelves(sheet: Sheet, x: number, y: number, scale: number, colour: string): string {
  const places = [
    [0, -500, 0.7, 2],
    [-56, -452, 0.8, -10],
    [92, -466, 0.72, 16],
    [14, -392, 1.05, 2],
    [-176, -366, 1, -22],
    [186, -372, 1.05, 20],
    [-78, -296, 1.3, -8],
    [116, -286, 1.35, 10],
    [-216, -236, 1.1, -26],
    [228, -224, 1.05, 26],
    [-14, -186, 1.45, -2],
  ] as const;
  const tops = [0, 1, 2].map((at) => sheet.keep(shelfTop(sheet, mix(colour, "#ffffff", at * 0.07))));
  const caps = places.map(([dx, dy, size, turn], at) => {
    const wide = size * sheet.between(0.94, 1.08);
    const underside = gilled(sheet, [dx, dy + 34 * wide], 88 * wide, [dx * 0.14, 4], colour);
    return `${underside}<use href="#${tops[at % 3]}" transform="translate(${dx} ${dy})rotate(${turn + sheet.between(-5, 5)})scale(${at % 2 ? -wide : wide} ${wide})"/>`;
  });
  return `<g transform="translate(${x} ${y})scale(${scale})">${caps.join("")}</g>`;
}

export const oyster: Painter = (sheet, look) => ({
  body: contact(sheet, 480, 806, 120, 22) + shelves(sheet, 480, 796, 1.24, look.colours[0]),
  floor: 806,
  focus: [480, 560],
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
