import { type Painter, second } from "../subject.ts";
import { cloth, seam, standing } from "./cloth.ts";
import { chest, collar, top } from "./cut.ts";

const hem = "M248 818Q360 846 480 848T712 818";
const cuff = "M836 408Q800 442 734 448";

export const tee: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const inside = chest(sheet, look, 400, 104) + seam(hem, colour);
  const body = [
    standing(sheet, 480, 868, 240),
    top(sheet, colour, { sleeve: "short", throat: 212, inside, sleeved: (side) => seam(side(cuff), colour) }),
    collar(sheet, colour, 206),
  ];
  return { body: body.join(""), floor: 868, focus: [480, 330] };
};

export const pocket: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const pouch = "M546 340h112v106l-56 26-56-26z";
  const stripes = (from: number) =>
    `<path d="${Array.from({ length: 12 }, (_, at) => `M60 ${from + at * 50}q420 56 840 0`).join("")}" fill="none" stroke="${second(look)}" stroke-width="15"/>`;
  const inside = [
    stripes(256),
    cloth(sheet, pouch, look.art === "none" ? colour : second(look), { depth: 10, round: 0 }),
    seam("M546 356h112", colour),
    seam(pouch, colour, false),
    seam(hem, colour),
  ].join("");
  const body = [
    standing(sheet, 480, 868, 240),
    top(sheet, colour, { sleeve: "short", throat: 212, inside, sleeved: (side) => stripes(216) + seam(side(cuff), colour) }),
    collar(sheet, second(look), 206),
  ];
  return { body: body.join(""), floor: 868, focus: [600, 380] };
};
