import { printed } from "../art.ts";
import { colours, darker, lighter } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { type Bend, bothSides } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, folds, neckLabel, seam } from "./cloth.ts";

const coat: Bend[] = [
  [60, 140, 92, 140],
  [160, 160, 226, 200],
  [316, 340, 372, 790],
  [334, 808, 286, 800],
  [262, 570, 234, 420],
  [240, 560, 240, 700],
  [242, 800, 244, 850],
  [120, 862, 0, 860],
];

const sleeves = (sheet: Sheet, colour: string) =>
  folds(
    sheet,
    colour,
    [
      "M214 340Q196 420 208 500",
      "M190 520Q160 580 172 650",
      "M160 660Q132 710 144 780",
      "M748 340Q770 420 752 500",
      "M772 540Q796 610 786 680",
      "M806 680Q826 730 816 780",
    ],
    13,
  ) +
  folds(sheet, colour, [
    "M270 460Q340 560 360 680",
    "M690 460Q620 560 604 680",
    "M262 700Q350 740 400 840",
    "M700 720Q610 760 570 840",
  ]) +
  seam("M256 190Q232 300 246 420M704 190Q728 300 714 420", colour, false);

const buttons = (ink: string, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const y = from + ((to - from) * at) / (count - 1);
    return `<circle cx="483" cy="${y + 3}" r="12" fill="#000" opacity=".35"/><circle cx="480" cy="${y}" r="11.5" fill="${ink}"/><circle cx="477" cy="${y - 3}" r="8" fill="#fff" opacity=".25"/><path d="M476 ${y}h8M480 ${y - 4}v8" stroke="#000" stroke-opacity=".5" stroke-width="2.4"/>`;
  }).join("");

/** Two sides of a turned-down collar, and the lining between them. */
const wings = (sheet: Sheet, colour: string, lining: string, drop: number) =>
  `<path d="M394 144Q480 176 566 144L480 ${drop}z" fill="${darker(lining, 0.35)}"/>${neckLabel(480, 164)}` +
  cloth(sheet, `M386 134Q352 190 370 ${drop + 44}L480 ${drop}Q412 190 398 134z`, lighter(colour, 0.04), {
    depth: 14,
    weave: "none",
  }) +
  cloth(sheet, `M574 134Q608 190 590 ${drop + 44}L480 ${drop}Q548 190 562 134z`, lighter(colour, 0.04), {
    depth: 14,
    weave: "none",
  });

export const jacket: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const inside = [
    sleeves(sheet, colour),
    `<g opacity=".94">${printed(sheet, look.art, 584, 380, 42, second(look), third(look))}</g>`,
    seam("M300 620l70 104M660 620l-70 104", colour),
    `<path d="M318 604l76 112" stroke="${darker(colour, 0.3)}" stroke-width="24"/><path d="M642 604l-76 112" stroke="${darker(colour, 0.3)}" stroke-width="24"/>`,
    seam("M480 216V860", colour, false),
    seam("M462 236V860M498 236V860", colour),
    seam("M240 824Q360 844 480 842T720 824", colour),
    letterBlock(look.label, 376, 362, { ink: second(look), height: 18, maxWidth: 130 }),
  ].join("");
  const body =
    cloth(sheet, bothSides([0, 200], coat), colour, { inside, depth: 30, weave: "none" }) +
    wings(sheet, colour, second(look), 236) +
    buttons(colours.silver, 290, 810, 6);
  return { body, floor: 870, focus: [540, 320] };
};

export const overshirt: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const [stripe, thin] = [second(look), third(look)];
  const check = sheet.pattern(
    96,
    96,
    `<path d="M0 0h34v96h-34zM0 0h96v34h-96z" fill="${stripe}" fill-opacity=".5"/><path d="M62 0v96M0 62h96" stroke="${thin}" stroke-opacity=".7" stroke-width="4"/>`,
  );
  const patch = (x: number) =>
    cloth(sheet, `M${x} 340h116v120l-58 26-58-26z`, colour, {
      depth: 10,
      inside: `<path d="M${x} 330h120v170h-120z" fill="${check}"/>`,
    }) + seam(`M${x} 372h116`, colour);
  const inside = `<path d="M80 120h800v760h-800z" fill="${check}"/>${sleeves(sheet, colour)}${patch(300)}${patch(544)}${seam("M452 230V860", colour)}${seam("M508 230V860", colour)}${seam("M240 824Q360 844 480 842T720 824", colour)}`;
  const body =
    cloth(sheet, bothSides([0, 200], coat), colour, { inside, depth: 28, weave: "none" }) +
    wings(sheet, colour, stripe, 240) +
    buttons(colours.bone, 296, 800, 6);
  return { body, floor: 870, focus: [580, 380] };
};

export const joggers: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const legs =
    "M318 150Q480 130 642 150Q684 360 690 560 690 700 660 830L556 836Q540 640 488 392L472 392Q420 640 404 836L300 830Q270 700 270 560 276 360 318 150z";
  const inside =
    folds(sheet, colour, [
      "M480 380Q420 420 350 430",
      "M484 380Q550 424 620 436",
      "M300 560Q360 620 420 600",
      "M660 560Q600 630 540 600",
      "M310 740Q350 700 400 740",
      "M646 740Q610 700 560 740",
      "M400 180Q420 260 404 330",
    ]) +
    seam("M480 200V392", colour, false) +
    seam("M330 220Q350 320 300 400M630 220Q610 320 660 400", colour) +
    `<g opacity=".93">${printed(sheet, look.art, 616, 480, 36, second(look), third(look))}</g>`;
  const body = [
    cloth(sheet, legs, colour, { inside, depth: 36 }),
    cloth(sheet, "M316 128Q480 108 644 128L650 186Q480 170 310 186z", colour, { weave: "rib", depth: 16 }),
    cloth(sheet, "M296 820L410 826Q414 870 402 896 350 904 304 894 292 860 296 820z", colour, { weave: "rib", depth: 14 }),
    cloth(sheet, "M664 820L550 826Q546 870 558 896 610 904 656 894 668 860 664 820z", colour, { weave: "rib", depth: 14 }),
    `<path d="M460 160Q440 240 452 300M500 160Q524 230 510 292" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="9" transform="translate(4 5)"/><path d="M460 160Q440 240 452 300M500 160Q524 230 510 292" fill="none" stroke="${colours.cream}" stroke-width="8" stroke-linecap="round"/>`,
  ];
  return { body: body.join(""), floor: 900, focus: [480, 240] };
};

export const apron: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bib: Bend[] = [
    [60, 196, 120, 200],
    [140, 330, 250, 420],
    [262, 640, 256, 850],
    [130, 866, 0, 866],
  ];
  const strap = "M372 210Q340 60 480 56T588 210";
  const inside = [
    folds(sheet, colour, [
      "M300 460Q360 560 340 700",
      "M660 470Q620 560 640 720",
      "M420 640Q440 740 410 850",
      "M560 660Q540 760 566 850",
    ]),
    cloth(sheet, "M320 560h320v150q0 26-26 26h-268q-26 0-26-26z", colour, { depth: 14, weave: "canvas" }),
    seam("M320 576h320M480 576v160", colour),
    printed(sheet, look.art, 480, 350, 70, second(look), third(look)),
    letterBlock(look.label, 480, 446, { ink: second(look), height: 24, maxWidth: 260 }),
    seam("M236 836Q360 852 480 852T724 836", colour),
  ].join("");
  const leather = colours.copper;
  const body = [
    `<path d="${strap}" fill="none" stroke="${darker(leather, 0.35)}" stroke-width="25"/><path d="${strap}" fill="none" stroke="${leather}" stroke-width="21"/><path d="${strap}" fill="none" stroke="${lighter(leather, 0.35)}" stroke-width="2.4" stroke-dasharray="8 5" transform="translate(0 6)"/>`,
    `<path d="M232 430Q120 470 90 620M728 430Q840 470 866 610" fill="none" stroke="${darker(leather, 0.15)}" stroke-width="18" stroke-linecap="round"/>`,
    cloth(sheet, bothSides([0, 200], bib), colour, { inside, depth: 30, weave: "canvas" }),
    `<g fill="${colours.gold}" stroke="#6b5320" stroke-width="3"><circle cx="376" cy="224" r="13"/><circle cx="584" cy="224" r="13"/><circle cx="246" cy="440" r="12"/><circle cx="714" cy="440" r="12"/></g>`,
  ];
  return { body: body.join(""), floor: 880, focus: [440, 300] };
};
