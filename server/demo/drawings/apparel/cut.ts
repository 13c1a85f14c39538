import { printed } from "../art.ts";
import { darker, lighter } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { type Bend, bothSides, flipped } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, second, third } from "../subject.ts";
import { type Cut, cloth, type Fold, fold, neckLabel, shadow } from "./cloth.ts";

/** The body of a top, open at its neck, as if somebody wore it who cannot be seen. */
const trunk: Bend[] = [
  [60, 150, 88, 142],
  [170, 160, 226, 194],
  [236, 300, 230, 396],
  [226, 560, 230, 700],
  [236, 800, 234, 848],
  [150, 876, 0, 878],
];

/** The right sleeves, as distances from the axis. */
const sleeves = {
  short: "M662 178Q736 184 770 262Q812 348 834 436Q800 468 742 474Q716 428 702 372Q686 300 662 178z",
  long: "M662 178Q734 184 766 268Q806 430 822 560Q846 690 842 784Q812 806 768 800Q752 690 734 590Q716 500 702 400Q686 300 662 178z",
} as const;

/** The folds of a sleeve: at the shoulder, in the crook of the arm, and above the cuff. */
const sleeveFolds = {
  short: (sheet: Sheet) => [
    fold([694, 240], [744, 300 + sheet.between(-10, 10)], [752, 440], 34),
    fold([826, 380], [790, 420], [746, 462], 26),
  ],
  long: (sheet: Sheet) => [
    fold([696, 240], [746, 330 + sheet.between(-14, 14)], [756, 470], 36),
    fold([806, 480], [770, 530 + sheet.between(-12, 12)], [726, 520], 28),
    fold([822, 560], [790, 590], [738, 580 + sheet.between(-10, 10)], 24),
    fold([838, 660], [800, 700], [752, 668], 26),
    fold([842, 716], [806, 750], [760, 730 + sheet.between(-8, 8)], 20),
  ],
};

/** The folds of a top's body hang from the arms and gather above the hem. */
export const bodyFolds = (sheet: Sheet): Fold[] => [
  fold([264, 330], [316, 400 + sheet.between(-20, 20)], [346, 560], 44),
  fold([256, 500], [330, 570], [400, sheet.between(690, 740)], 46),
  fold([696, 320], [640, 430 + sheet.between(-20, 20)], [620, 580], 46),
  fold([704, 520], [640, 590], [572, sheet.between(700, 740)], 44),
  fold([322, 700], [340, 780], [sheet.between(310, 330), 880], 40),
  fold([470, 740], [500, 800], [sheet.between(470, 500), 890], 44),
  fold([640, 700], [630, 790], [sheet.between(640, 660), 880], 40),
  fold([400, 196], [470, 264 + sheet.between(-10, 20)], [566, 204], 24),
];

/** A path on the right, or its mirror image on the left. */
export type Side = (path: string) => string;
export const sides: readonly Side[] = [(path) => path, (path) => flipped(path)];

/** The fold on one side; its mirror image runs the other way. */
export const foldOn = (side: Side, { path, falls, ...fold }: Fold): Fold => ({
  ...fold,
  path: side(path),
  falls: falls === (side(path) === path),
});

type Top = Cut & { sleeve?: keyof typeof sleeves; sleeved?: (side: Side) => string; throat: number };

/** A top with sleeves; both have `sleeved` on them, and `throat` is the depth of the neck. */
export function top(sheet: Sheet, colour: string, { sleeve = "long", sleeved, throat, ...cut }: Top): string {
  const body = bothSides([0, throat], trunk);
  const arm = (side: Side) =>
    cloth(sheet, side(sleeves[sleeve]), colour, {
      ...cut,
      depth: 22,
      round: 0.9,
      inside: sleeved?.(side) ?? "",
      folds: sleeveFolds[sleeve](sheet).map((one) => foldOn(side, one)),
    });
  const under = "M690 260Q698 330 708 410Q716 520 726 640";
  return [
    neck(sheet, colour, throat + 8),
    cloth(sheet, body, colour, { depth: 26, ...cut, folds: [...bodyFolds(sheet), ...(cut.folds ?? [])] }),
    `<g clip-path="${sheet.clip(body)}">${shadow(sheet, under + flipped(under), 24, 0.36)}</g>`,
    ...sides.map(arm),
  ].join("");
}

/** The inside of the back, which is visible through the neck. */
const neck = (sheet: Sheet, colour: string, drop: number) =>
  `<path d="M392 146Q480 170 568 146Q548 ${drop} 480 ${drop}T392 146z" fill="${sheet.linear(
    [
      [0, darker(colour, 0.42)],
      [1, darker(colour, 0.72)],
    ],
    0,
    0,
    0,
    1,
  )}"/>${neckLabel(480, 166)}`;

/** A ribbed collar; `drop` is the depth of the neck's opening, in the picture's units. */
export const collar = (sheet: Sheet, colour: string, drop: number): string =>
  `${shadow(sheet, `M384 152Q402 ${drop + 22} 480 ${drop + 30}T576 152`, 10, 0.3)}${cloth(
    sheet,
    `M388 140Q404 ${drop + 8} 480 ${drop + 20}T572 140L554 152Q540 ${drop - 16} 480 ${drop - 12}T406 152z`,
    lighter(colour, 0.04),
    { depth: 10, weave: "rib", round: 0.7 },
  )}`;

/** A print on the chest, slightly faded and below the folds of the cloth. */
export function chest(sheet: Sheet, look: Look, y: number, radius: number): string {
  const [ink, other] = [second(look), third(look)];
  const art = look.art === "none" ? "" : printed(sheet, look.art, 480, y, radius, ink, other);
  return `<g opacity=".93">${art}${letterBlock(look.label, 480, y + (look.art === "none" ? 0 : radius + 26), { ink, height: 30, maxWidth: 260, weight: 0.95 })}</g>`;
}
