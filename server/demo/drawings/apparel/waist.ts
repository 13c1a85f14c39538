import { printed } from "../art.ts";
import { colours, darker, lighter } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { type Bend, bothSides } from "../paths.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, fold, seam, shadow, standing } from "./cloth.ts";
import { foldOn, sides } from "./cut.ts";

/** Each leg is a piece of its own; they meet at the crotch. */
export const joggers: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const leg = "M480 160L646 160Q690 330 676 520Q668 700 652 838Q600 858 548 840Q520 700 500 560Q488 480 480 410z";
  const cord = "M458 172Q438 250 450 312M502 172Q526 240 512 302";
  const legs = sides
    .map((side) =>
      cloth(sheet, side(leg), colour, {
        depth: 26,
        inside:
          seam(side("M632 200Q612 300 656 400"), colour) +
          (side === sides[0] ? printed(sheet, look.art, 604, 470, 36, second(look), third(look)) : ""),
        folds: [
          fold([486, 420], [560, 400], [640, 330], 34),
          fold([490, 470], [550, 490], [600, 450], 26),
          fold([520, 600], [580, 560 + sheet.between(-14, 14)], [660, 590], 30),
          fold([530, 660], [590, 650], [650, sheet.between(610, 640)], 26),
          fold([540, 760], [590, 800], [654, 750], 30),
          fold([546, 810], [600, 780], [650, 810], 22),
          fold([560, 220], [590, 330], [570, 520], 40),
        ].map((one) => foldOn(side, one)),
      }),
    )
    .join("");
  const cuffs = sides
    .map((side) =>
      cloth(sheet, side("M546 830Q600 850 654 828Q664 870 648 902Q600 918 556 904Q542 870 546 830z"), colour, {
        weave: "rib",
        depth: 14,
      }),
    )
    .join("");
  const body = [
    standing(sheet, 374, 898, 62),
    standing(sheet, 592, 898, 62),
    legs,
    shadow(sheet, "M480 200V400", 12, 0.3) + seam("M480 200V404", colour, false),
    cuffs,
    cloth(sheet, "M316 130Q480 150 644 130L650 188Q480 210 310 188z", colour, { weave: "rib", depth: 16 }),
    `<path d="M322 132Q480 108 638 132Q480 152 322 132z" fill="${darker(colour, 0.62)}"/>`,
    shadow(sheet, "M464 180Q444 254 456 322M508 180Q532 246 518 310", 9, 0.4),
    `<path d="${cord}" fill="none" stroke="${darker(colours.cream, 0.25)}" stroke-width="9" stroke-linecap="round"/><path d="${cord}" fill="none" stroke="${colours.cream}" stroke-width="6" stroke-dasharray="7 3"/>`,
  ];
  return { body: body.join(""), floor: 898, focus: [480, 240] };
};

export const apron: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bib: Bend[] = [
    [60, 206, 120, 200],
    [136, 330, 250, 420],
    [262, 640, 250, 840],
    [140, 872, 0, 874],
  ];
  const strap = "M372 210Q336 60 480 56T588 210";
  const pocketBag = "M320 570Q480 586 640 570L632 716Q628 740 606 742Q480 752 354 742Q332 740 328 716z";
  const inside = [
    printed(sheet, look.art, 480, 350, 70, second(look), third(look)),
    letterBlock(look.label, 480, 446, { ink: second(look), height: 24, maxWidth: 260 }),
    shadow(sheet, pocketBag, 16, 0.4),
    cloth(sheet, pocketBag, colour, {
      depth: 14,
      weave: "canvas",
      round: 0.7,
      folds: [fold([380, 600], [420, 660], [400, 750])],
    }),
    seam("M322 590Q480 604 638 590M480 604V748", colour),
    seam(pocketBag, colour, false),
    seam("M240 822Q360 850 480 852T720 822", colour),
  ].join("");
  const leather = colours.copper;
  const ties = "M232 430Q150 500 160 640Q162 700 140 770M728 430Q810 500 800 630Q796 690 822 760";
  const body = [
    standing(sheet, 480, 862, 252),
    `<path d="${ties}" fill="none" stroke="${darker(leather, 0.45)}" stroke-width="19" stroke-linecap="round"/><path d="${ties}" fill="none" stroke="${leather}" stroke-width="10" stroke-linecap="round"/>`,
    `<path d="${strap}" fill="none" stroke="${darker(leather, 0.4)}" stroke-width="26"/><path d="${strap}" fill="none" stroke="${leather}" stroke-width="18"/><path d="${strap}" fill="none" stroke="${lighter(leather, 0.4)}" stroke-width="2.4" stroke-dasharray="8 5" transform="translate(0 5)"/>`,
    cloth(sheet, bothSides([0, 208], bib), colour, {
      inside,
      depth: 30,
      weave: "canvas",
      folds: [
        fold([270, 450], [350, 560], [330, 760], 46),
        fold([690, 460], [620, 560], [650, 780], 46),
        fold([400, 740], [430, 800], [400, 880], 40),
        fold([560, 750], [540, 810], [574, 880], 38),
        fold([380, 220], [420, 330], [380, 450], 34),
        fold([590, 230], [560, 330], [610, 440], 30),
      ],
    }),
    `<g fill="${colours.gold}" stroke="#6b5320" stroke-width="3"><circle cx="376" cy="226" r="13"/><circle cx="584" cy="226" r="13"/><circle cx="246" cy="440" r="12"/><circle cx="714" cy="440" r="12"/></g><g fill="#fff" opacity=".7"><circle cx="372" cy="222" r="4"/><circle cx="580" cy="222" r="4"/><circle cx="242" cy="436" r="4"/><circle cx="710" cy="436" r="4"/></g>`,
  ];
  return { body: body.join(""), floor: 862, focus: [440, 300] };
};
