import { printed } from "../art.ts";
import { colours, darker, lighter } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, neckLabel, seam, shadow, standing } from "./cloth.ts";
import { sides, top } from "./cut.ts";

const buttons = (ink: string, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const y = from + ((to - from) * at) / (count - 1);
    return `<circle cx="484" cy="${y + 5}" r="12" fill="#000" opacity=".4"/><circle cx="480" cy="${y}" r="11.5" fill="${ink}"/><circle cx="477" cy="${y - 3}" r="8" fill="#fff" opacity=".25"/><path d="M476 ${y}h8M480 ${y - 4}v8" stroke="#000" stroke-opacity=".5" stroke-width="2.4"/>`;
  }).join("");

/** Two sides of a turned-down collar, and the lining between them. */
const wings = (sheet: Sheet, colour: string, lining: string, drop: number) =>
  `<path d="M390 142Q480 172 570 142L480 ${drop}z" fill="${sheet.linear(
    [
      [0, darker(lining, 0.3)],
      [1, darker(lining, 0.7)],
    ],
    0,
    0,
    0,
    1,
  )}"/>${neckLabel(480, 162)}` +
  sides
    .map(
      (side) =>
        shadow(sheet, side(`M596 160Q614 200 588 ${drop + 54}L484 ${drop + 10}`), 12, 0.4) +
        cloth(
          sheet,
          side(`M574 134Q612 188 590 ${drop + 44}Q528 ${drop + 30} 480 ${drop}Q548 190 562 134z`),
          lighter(colour, 0.04),
          {
            depth: 14,
            weave: "twill",
            round: 0.6,
          },
        ),
    )
    .join("");

/** The front edges of a coat: the upper side lies over the lower one. */
const placket = (sheet: Sheet, colour: string) =>
  shadow(sheet, "M512 236V880", 12, 0.4) + seam("M506 232V878", colour, false) + seam("M454 232V876M498 236V878", colour);

const cuff = (colour: string) => (side: (path: string) => string) =>
  seam(side("M762 740Q806 752 842 728"), colour) + seam(side("M812 740V800"), colour, false);
const hem = "M248 826Q360 850 480 852T712 826";

export const jacket: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const welts = sides
    .map(
      (side) =>
        shadow(sheet, side("M650 606L580 722"), 14, 0.4) +
        cloth(sheet, side("M634 596L656 608L586 724L562 712z"), colour, { depth: 8, weave: "twill", round: 0 }),
    )
    .join("");
  const inside = [
    placket(sheet, colour),
    welts,
    `<g opacity=".94">${printed(sheet, look.art, 590, 380, 42, second(look), third(look))}</g>`,
    letterBlock(look.label, 370, 362, { ink: second(look), height: 18, maxWidth: 130 }),
    seam("M262 300Q370 330 452 324M698 300Q590 330 506 324", colour),
    seam(hem, colour),
  ].join("");
  const body = [
    standing(sheet, 480, 868, 236),
    top(sheet, colour, { throat: 200, inside, weave: "twill", sleeved: cuff(colour) }),
    wings(sheet, colour, second(look), 236),
    buttons(colours.silver, 296, 820, 6),
  ];
  return { body: body.join(""), floor: 868, focus: [540, 320] };
};

export const overshirt: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const [stripe, thin] = [second(look), third(look)];
  const check = (turn: number) =>
    sheet.pattern(
      96,
      96,
      `<path d="M0 0h34v96h-34zM0 0h96v34h-96z" fill="${stripe}" fill-opacity=".5"/><path d="M62 0v96M0 62h96" stroke="${thin}" stroke-opacity=".7" stroke-width="4"/>`,
      turn,
    );
  const pockets = sides
    .map((side) => {
      const patch = side("M544 350L664 350L664 470L604 498L544 470z");
      return `${shadow(sheet, patch, 12, 0.36)}${cloth(sheet, patch, colour, { depth: 10, round: 0, inside: `<path d="${patch}" fill="${check(4)}"/>` })}${seam(side("M544 384L664 384"), colour)}`;
    })
    .join("");
  const inside = `<path d="M80 120h800v780h-800z" fill="${check(0)}"/>${pockets}${placket(sheet, colour)}${seam(hem, colour)}`;
  const sleeved = (side: (path: string) => string) =>
    `<path d="M80 120h800v780h-800z" fill="${check(side("10 0").startsWith("10") ? -8 : 8)}"/>${cuff(colour)(side)}`;
  const body = [
    standing(sheet, 480, 868, 236),
    top(sheet, colour, { throat: 200, inside, sleeved, weave: "canvas" }),
    wings(sheet, colour, stripe, 240),
    buttons(colours.bone, 300, 812, 6),
  ];
  return { body: body.join(""), floor: 868, focus: [580, 380] };
};
