import { bothSides } from "../paths.ts";
import { type Painter, second } from "../subject.ts";
import { cloth, folds, seam } from "./cloth.ts";
import { bodyFolds, chest, collar, neck, shortSleeved } from "./cut.ts";

export const tee: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const inside = [
    chest(sheet, look, 400, 104),
    bodyFolds(sheet, colour),
    folds(sheet, colour, ["M226 280Q190 330 150 380", "M740 280Q770 330 806 384"], 12),
    seam("M262 190Q238 300 256 392M698 190Q722 300 704 392", colour, false),
    seam("M108 384Q150 420 212 440M852 384Q810 420 748 440", colour),
    seam("M240 824Q360 842 480 840T720 824", colour),
  ].join("");
  const body =
    neck(sheet, colour, 220) + cloth(sheet, bothSides([0, 212], shortSleeved), colour, { inside }) + collar(sheet, colour, 206);
  return { body, floor: 860, focus: [480, 330] };
};

export const pocket: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const pouch = "M546 330h118v110l-59 26-59-26z";
  const stripes = Array.from({ length: 12 }, (_, at) => `M60 ${270 + at * 50}q420 40 840 0`).join("");
  const inside = [
    `<path d="${stripes}" fill="none" stroke="${second(look)}" stroke-width="15"/>`,
    bodyFolds(sheet, colour),
    cloth(sheet, pouch, look.art === "none" ? colour : second(look), { depth: 10 }),
    seam("M546 346h118", colour),
    seam("M262 190Q238 300 256 392M698 190Q722 300 704 392", colour, false),
    seam("M108 384Q150 420 212 440M852 384Q810 420 748 440", colour),
    seam("M240 824Q360 842 480 840T720 824", colour),
  ].join("");
  const body =
    neck(sheet, colour, 220) +
    cloth(sheet, bothSides([0, 212], shortSleeved), colour, { inside }) +
    collar(sheet, second(look), 206);
  return { body, floor: 860, focus: [600, 380] };
};
