import { printed } from "../art.ts";
import { darker, lighter } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import type { Bend } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, second, third } from "../subject.ts";
import { cloth, folds, neckLabel } from "./cloth.ts";

export const shortSleeved: Bend[] = [
  [60, 150, 88, 142],
  [160, 166, 222, 196],
  [300, 260, 372, 392],
  [336, 428, 274, 452],
  [250, 410, 226, 384],
  [230, 560, 232, 700],
  [236, 790, 240, 846],
  [120, 862, 0, 860],
];
export const longSleeved: Bend[] = [
  [60, 150, 88, 142],
  [160, 160, 216, 192],
  [300, 330, 366, 770],
  [330, 784, 290, 780],
  [262, 560, 220, 400],
  [226, 560, 226, 700],
  [228, 790, 230, 840],
  [120, 856, 0, 854],
];

/** The inside of the back, which is visible through the neck. */
export const neck = (sheet: Sheet, colour: string, drop: number) =>
  `<path d="M392 146Q480 178 568 146Q548 ${drop} 480 ${drop}T392 146z" fill="${sheet.linear(
    [
      [0, darker(colour, 0.55)],
      [1, darker(colour, 0.3)],
    ],
    0,
    0,
    0,
    1,
  )}"/>${neckLabel(480, 168)}`;

/** A collar; `drop` is the depth of the neck's opening, in the picture's units. */
export const collar = (sheet: Sheet, colour: string, drop: number) =>
  cloth(
    sheet,
    `M388 142Q404 ${drop + 4} 480 ${drop + 14}T572 142L556 152Q540 ${drop - 16} 480 ${drop - 12}T404 152z`,
    lighter(colour, 0.04),
    { depth: 8, weave: "rib" },
  );

/** A print on the chest, slightly faded and below the folds of the cloth. */
export function chest(sheet: Sheet, look: Look, y: number, radius: number): string {
  const [ink, other] = [second(look), third(look)];
  const art = look.art === "none" ? "" : printed(sheet, look.art, 480, y, radius, ink, other);
  return `<g opacity=".93">${art}${letterBlock(look.label, 480, y + (look.art === "none" ? 0 : radius + 26), { ink, height: 30, maxWidth: 260, weight: 0.95 })}</g>`;
}

/** The folds of a top's body; its sleeves have their own folds. */
export const bodyFolds = (sheet: Sheet, colour: string) =>
  folds(sheet, colour, [
    `M262 430Q330 ${sheet.between(480, 520)} 352 620`,
    `M700 420Q640 500 ${sheet.between(610, 640)} 640`,
    `M268 640Q360 ${sheet.between(680, 720)} 420 820`,
    `M692 680Q600 ${sheet.between(720, 750)} 560 830`,
    "M300 214Q330 280 318 350",
    "M664 214Q640 290 650 350",
    `M440 ${sheet.between(640, 680)}Q500 740 480 840`,
  ]);
