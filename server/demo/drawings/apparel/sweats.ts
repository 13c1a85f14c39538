import { printed } from "../art.ts";
import { brightness, darker, lighter, mix } from "../colours.ts";
import { bothSides } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, folds, neckLabel, seam } from "./cloth.ts";
import { bodyFolds, chest, collar, longSleeved, neck } from "./cut.ts";

const cuffs = (sheet: Sheet, colour: string) =>
  cloth(sheet, "M188 736L124 724Q108 770 110 796Q146 810 178 804Q186 770 188 736z", colour, { weave: "rib", depth: 14 }) +
  cloth(sheet, "M772 736L836 724Q852 770 850 796Q814 810 782 804Q774 770 772 736z", colour, { weave: "rib", depth: 14 });

const hem = (sheet: Sheet, colour: string) =>
  cloth(sheet, "M250 800Q480 826 710 800L708 856Q480 884 252 856z", colour, { weave: "rib", depth: 14 });

const sleeveFolds = (sheet: Sheet, colour: string) =>
  folds(
    sheet,
    colour,
    [
      "M220 330Q200 400 214 470",
      "M196 480Q170 520 178 600",
      "M170 620Q140 660 150 720",
      "M742 330Q764 400 746 470",
      "M768 500Q786 560 776 620",
      "M796 640Q812 690 806 730",
    ],
    13,
  );

const sleeveSeams = (colour: string) =>
  seam("M268 184Q240 290 258 404M692 184Q720 290 702 404", colour, false) +
  seam("M262 404Q214 560 190 736M698 404Q746 560 770 736", colour, false);

export const crewneck: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const inside =
    chest(sheet, look, 400, 92) +
    bodyFolds(sheet, colour) +
    sleeveFolds(sheet, colour) +
    sleeveSeams(colour) +
    seam("M452 222l28 44 28-44", colour, false);
  const body =
    neck(sheet, colour, 216) +
    cloth(sheet, bothSides([0, 208], longSleeved), colour, { inside, depth: 26 }) +
    collar(sheet, mix(colour, "#000000", 0.06), 204) +
    cuffs(sheet, colour) +
    hem(sheet, colour);
  return { body, floor: 860, focus: [480, 340] };
};

export const longsleeve: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const arms =
    printed(sheet, look.art, 154, 640, 30, second(look), third(look)) +
    printed(sheet, look.art, 806, 640, 30, second(look), third(look)) +
    printed(sheet, look.art, 566, 372, 40, second(look), third(look));
  const bands = `<path d="M176 560l-70-30M784 560l70-30M184 520l-70-30M776 520l70-30" stroke="${second(look)}" stroke-width="14"/>`;
  const inside =
    arms +
    bands +
    bodyFolds(sheet, colour) +
    sleeveFolds(sheet, colour) +
    sleeveSeams(colour) +
    seam("M250 822Q360 840 480 838T710 822", colour);
  const body =
    neck(sheet, colour, 220) +
    cloth(sheet, bothSides([0, 212], longSleeved), colour, { inside, depth: 26 }) +
    collar(sheet, second(look), 206);
  return { body, floor: 860, focus: [540, 360] };
};

/** The hood lies open behind the neck, and its cords hang in front of the chest. */
export const hoodie: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const hood = "M352 176Q336 70 420 44Q480 28 540 44Q624 70 608 176Q560 236 480 262Q400 236 352 176z";
  const opening = "M392 160Q388 92 480 84Q572 92 568 160Q540 214 480 242Q420 214 392 160z";
  const pocketBag = "M330 800L360 620Q480 632 600 620L630 800Q480 816 330 800z";
  const cord = brightness(colour) > 0.6 ? darker(colour, 0.55) : lighter(colour, 0.75);
  const inside = chest(sheet, look, 410, 78) + bodyFolds(sheet, colour) + sleeveFolds(sheet, colour) + sleeveSeams(colour);
  const body = [
    cloth(sheet, bothSides([0, 200], longSleeved), colour, { inside, depth: 28 }),
    cloth(sheet, pocketBag, colour, {
      depth: 20,
      inside: folds(sheet, colour, ["M420 640Q440 720 420 800", "M560 650Q540 720 556 800"]),
    }),
    seam("M330 800L360 620Q480 632 600 620L630 800", colour),
    cloth(sheet, hood, lighter(colour, 0.03), {
      depth: 30,
      inside: folds(sheet, colour, ["M370 180Q420 230 470 246", "M590 180Q550 224 500 244"], 12),
    }),
    `<path d="${opening}" fill="${sheet.linear(
      [
        [0, darker(colour, 0.72)],
        [1, darker(colour, 0.45)],
      ],
      0,
      0,
      0,
      1,
    )}"/>${neckLabel(480, 106)}`,
    seam(opening, colour, false),
    `<path d="M436 226Q424 300 434 372M524 226Q540 290 530 356" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="11" stroke-linecap="round" transform="translate(5 6)"/><path d="M436 226Q424 300 434 372M524 226Q540 290 530 356" fill="none" stroke="${cord}" stroke-width="9" stroke-linecap="round"/><path d="M434 356v24M530 340v24" stroke="#b9bec4" stroke-width="10" stroke-linecap="round"/>`,
    cuffs(sheet, colour),
    hem(sheet, colour),
  ];
  return { body: body.join(""), floor: 870, focus: [480, 260] };
};
