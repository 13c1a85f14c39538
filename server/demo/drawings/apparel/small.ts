import { printed } from "../art.ts";
import { colours, darker } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, folds, seam } from "./cloth.ts";

export const socks: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const leg = "M330 130Q410 118 490 130L496 520Q500 570 560 620L690 724Q740 780 690 836 640 876 560 838L360 706Q316 660 320 600z";
  const cuff = "M326 112Q410 100 494 112L496 220Q410 232 322 220z";
  const toe = "M600 640L770 780 680 900 520 830Q590 780 600 640z";
  const heel = "M310 560Q400 590 420 680 400 740 350 720 300 660 310 560z";
  const inside = (print: boolean) =>
    `<path d="${toe}" fill="${second(look)}"/><path d="${heel}" fill="${second(look)}"/>${[0, 1, 2].map((row) => `<path d="M300 ${256 + row * 34}q110 14 220 0" fill="none" stroke="${row === 1 ? third(look) : second(look)}" stroke-width="15"/>`).join("")}${print ? printed(sheet, look.art, 410, 440, 54, second(look), third(look)) : ""}${folds(sheet, colour, ["M340 620Q420 600 490 560", "M360 690Q460 660 540 620", "M480 300Q470 400 486 500"], 11)}`;
  const one = (print: boolean) =>
    cloth(sheet, leg, colour, { inside: inside(print), depth: 32, weave: "knit" }) +
    cloth(sheet, cuff, second(look), { depth: 18, weave: "rib" });
  const body = `<g transform="translate(150 -30)rotate(9 480 480)">${one(false)}</g><g transform="translate(-100 20)rotate(-4 480 480)" filter="${sheet.cast(10, 0.3)}">${one(true)}</g>`;
  return { body, floor: 860, focus: [330, 420] };
};

export const tote: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bag = "M226 372Q480 388 734 372 752 620 744 856 480 880 216 856 208 620 226 372z";
  const handle = (low: number, high: number) => `M352 ${low}Q360 ${high} 480 ${high}T608 ${low}`;
  const strap = (path: string, tone: string) =>
    `<path d="${path}" fill="none" stroke="${darker(tone, 0.45)}" stroke-width="41"/><path d="${path}" fill="none" stroke="${tone}" stroke-width="36"/><path d="${path}" fill="none" stroke="${darker(tone, 0.35)}" stroke-opacity=".6" stroke-width="2" stroke-dasharray="8 5" transform="translate(0 12)"/>`;
  const inside = [
    printed(sheet, look.art, 480, 570, 112, second(look), third(look)),
    letterBlock(look.label, 480, 712, { ink: second(look), height: 32, maxWidth: 380, weight: 0.95 }),
    folds(
      sheet,
      colour,
      ["M250 420Q310 560 270 760", "M710 430Q650 560 690 780", "M340 820Q420 760 500 850", "M420 400Q440 440 420 480"],
      18,
    ),
    seam("M226 414Q480 430 734 414", colour),
  ].join("");
  const body = [
    strap(handle(400, 96), darker(colour, 0.18)),
    cloth(sheet, bag, colour, { inside, depth: 34, weave: "canvas" }),
    strap(handle(440, 150), colour),
    `<path d="M334 412h36v40h-36zM590 412h36v40h-36z" fill="none" stroke="${darker(colour, 0.5)}" stroke-width="2.4" stroke-dasharray="6 4"/>`,
  ];
  return { body: body.join(""), floor: 870, focus: [480, 560] };
};

export const bandana: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const square = "M180 470Q470 190 486 172 500 190 792 474 796 486 780 498L490 800Q478 806 468 796L182 492Q174 482 180 470z";
  const border = `<path d="M486 226L742 484 484 746 232 482z" fill="none" stroke="${second(look)}" stroke-width="7"/><path d="M486 262L706 484 484 710 268 482z" fill="none" stroke="${third(look)}" stroke-width="12" stroke-dasharray="3 21" stroke-linecap="round"/>`;
  const corner = [
    [486, 330],
    [634, 482],
    [484, 634],
    [340, 482],
  ]
    .map(
      ([x = 0, y = 0], at) =>
        `<g transform="rotate(${at * 90} ${x} ${y})">${printed(sheet, "drop", x, y, 34, second(look), colour)}</g>`,
    )
    .join("");
  const inside =
    border +
    corner +
    printed(sheet, look.art, 485, 482, 84, second(look), third(look)) +
    folds(sheet, colour, ["M484 180V790", "M186 482H786"], 10) +
    folds(sheet, colour, ["M330 400Q420 440 470 560", "M650 420Q590 560 560 640"], 16);
  const rolled = `<g transform="translate(30 70)">${cloth(sheet, "M150 780Q480 700 830 780 850 806 828 826 480 756 156 834 132 808 150 780z", darker(colour, 0.1), { depth: 18, inside: `<path d="M150 800Q480 724 830 800" fill="none" stroke="${second(look)}" stroke-width="8" stroke-dasharray="3 22" stroke-linecap="round"/>` })}</g>`;
  return { body: cloth(sheet, square, colour, { inside, depth: 20 }) + rolled, floor: 890, focus: [486, 400] };
};

export const scarf: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bands = (x: number) =>
    [0, 1, 2, 3]
      .map((at) => `<path d="M${x} ${560 + at * 52}h260" stroke="${at % 2 ? third(look) : second(look)}" stroke-width="22"/>`)
      .join("");
  const fringe = (x: number, y: number) =>
    Array.from({ length: 13 }, (_, at) => `M${x + at * 13} ${y}q${sheet.between(-8, 8)} 34 ${sheet.between(-6, 6)} 66`).join("");
  const tail = (x: number, foot: number) => `M${x} 300h176l6 ${foot - 300}h-188z`;
  const drawing = (x: number, foot: number) =>
    `<path d="${fringe(x + 6, foot - 6)}" fill="none" stroke="${darker(colour, 0.25)}" stroke-width="7" stroke-linecap="round"/>${cloth(sheet, tail(x, foot), colour, { inside: bands(x - 20) + folds(sheet, colour, [`M${x + 60} 320Q${x + 40} 480 ${x + 60} 640`, `M${x + 130} 340Q${x + 140} 500 ${x + 120} ${foot}`]), depth: 34, weave: "knit" })}`;
  const loop = "M256 330Q240 150 480 140 720 150 704 330 700 420 600 430 480 442 360 430 260 420 256 330z";
  const body = [
    drawing(300, 780),
    drawing(490, 820),
    cloth(sheet, loop, colour, {
      depth: 60,
      weave: "knit",
      inside: folds(sheet, colour, ["M280 330Q480 430 680 330", "M290 280Q480 370 670 270", "M330 220Q480 290 640 210"], 22),
    }),
    `<path d="M372 226Q480 180 588 226 480 300 372 226z" fill="${darker(colour, 0.75)}"/>`,
    `<path d="M520 762h60v40h-60z" fill="${colours.cream}"/>`,
  ];
  return { body: body.join(""), floor: 880, focus: [440, 380] };
};
