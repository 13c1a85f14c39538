import { printed } from "../art.ts";
import { brightness, darker, lighter, mix } from "../colours.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, fold, neckLabel, seam, shadow, standing } from "./cloth.ts";
import { chest, collar, sides, top } from "./cut.ts";

/** The ribbed ends of the sleeves; the sleeves are gathered above them. */
const cuffs = (sheet: Sheet, colour: string): string =>
  sides
    .map(
      (side) =>
        shadow(sheet, side("M762 752Q800 762 838 748"), 9, 0.36) +
        cloth(sheet, side("M756 754Q800 766 844 750Q850 790 840 828Q804 842 770 830Q758 790 756 754z"), colour, {
          weave: "rib",
          depth: 14,
          round: 1.1,
        }),
    )
    .join("");

/** The ribbed band around the hips. */
const hem = (sheet: Sheet, colour: string) =>
  shadow(sheet, "M256 804Q360 832 480 832T704 804", 12, 0.34) +
  cloth(sheet, "M246 806Q360 832 480 832T714 806V852Q708 866 690 868Q590 892 480 892T270 868Q252 866 246 852z", colour, {
    weave: "rib",
    depth: 16,
  });

export const crewneck: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const body = [
    standing(sheet, 480, 880, 226),
    top(sheet, colour, {
      throat: 208,
      inside: chest(sheet, look, 400, 92) + seam("M450 222Q464 246 480 268Q496 246 510 222", colour, false),
    }),
    collar(sheet, mix(colour, "#000000", 0.06), 204),
    cuffs(sheet, colour),
    hem(sheet, colour),
  ];
  return { body: body.join(""), floor: 880, focus: [480, 340] };
};

export const longsleeve: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bands = "M752 560L836 552M760 606L842 598";
  const body = [
    standing(sheet, 480, 868, 236),
    top(sheet, colour, {
      throat: 212,
      inside:
        printed(sheet, look.art, 566, 372, 40, second(look), third(look)) + seam("M248 824Q360 850 480 852T712 824", colour),
      sleeved: (side) =>
        `<path d="${side(bands)}" stroke="${second(look)}" stroke-width="15"/>${seam(side("M764 782Q806 792 844 768"), colour)}${printed(sheet, look.art, Number.parseFloat(side("802 690")), 690, 32, second(look), third(look))}`,
    }),
    collar(sheet, second(look), 206),
  ];
  return { body: body.join(""), floor: 868, focus: [540, 360] };
};

/** The hood lies open behind the neck, and its cords hang in front of the chest. */
export const hoodie: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const hood = "M340 186Q322 78 412 46Q480 26 548 46Q638 78 620 186Q566 250 480 276Q394 250 340 186z";
  const opening = "M392 164Q384 94 480 84Q576 94 568 164Q540 222 480 250Q420 222 392 164z";
  const pocketBag = "M336 806L362 628Q480 642 598 628L624 806Q480 826 336 806z";
  const cords = "M436 232Q420 300 432 376M524 232Q542 296 530 360";
  const cord = brightness(colour) > 0.6 ? darker(colour, 0.55) : lighter(colour, 0.75);
  const pouch = [
    shadow(sheet, pocketBag, 16, 0.36),
    cloth(sheet, pocketBag, colour, {
      depth: 16,
      round: 0.5,
      folds: [fold([400, 660], [450, 720], [440, 806], 20), fold([566, 660], [530, 730], [546, 806], 18)],
    }),
    seam("M336 806L362 628Q480 642 598 628L624 806", colour),
    shadow(sheet, "M338 800L364 640M622 800L596 640", 12, 0.3),
  ].join("");
  const inner = sheet.linear(
    [
      [0, darker(colour, 0.5)],
      [0.35, darker(colour, 0.72)],
      [1, darker(colour, 0.86)],
    ],
    0,
    0,
    0.3,
    1,
  );
  const body = [
    standing(sheet, 480, 880, 226),
    top(sheet, colour, { throat: 200, inside: chest(sheet, look, 420, 78) + pouch }),
    shadow(sheet, "M350 206Q400 266 480 292T612 206", 26, 0.5),
    cloth(sheet, hood, lighter(colour, 0.03), {
      depth: 30,
      folds: [
        fold([352, 170], [400, 236], [472, 262], 18),
        fold([606, 176], [566, 232], [496, 258], 18),
        fold([360, 110], [376, 70], [440, 52], 14),
        fold([590, 96], [600, 130], [588, 190], 12),
      ],
    }),
    `<path d="${opening}" fill="${inner}"/><g clip-path="${sheet.clip(opening)}">${shadow(sheet, "M384 180Q380 90 480 80Q580 90 576 180", 30, 0.6)}</g>${neckLabel(480, 108)}`,
    seam(opening, colour, false),
    shadow(sheet, "M442 240Q428 306 440 386M530 240Q550 304 538 370", 10, 0.45),
    `<path d="${cords}" fill="none" stroke="${darker(cord, 0.3)}" stroke-width="10" stroke-linecap="round"/><path d="${cords}" fill="none" stroke="${cord}" stroke-width="7" stroke-linecap="round" stroke-dasharray="7 3"/><path d="M432 362v22M530 346v22" stroke="#8d9196" stroke-width="11" stroke-linecap="round"/><path d="M429 362v22M527 346v22" stroke="#e4e7ea" stroke-width="4" stroke-linecap="round"/>`,
    cuffs(sheet, colour),
    hem(sheet, colour),
  ];
  return { body: body.join(""), floor: 880, focus: [480, 260] };
};
