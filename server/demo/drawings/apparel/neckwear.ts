import { printed } from "../art.ts";
import { colours, darker, lighter } from "../colours.ts";
import { ring } from "../paths.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, fold, seam, shadow, standing } from "./cloth.ts";

/** A kerchief tied around a neck: its front hangs down to a point. */
export const bandana: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const front =
    "M196 250Q250 330 480 340Q710 330 764 250Q790 300 770 352Q660 600 498 838Q480 858 462 838Q300 600 190 352Q170 300 196 250z";
  const border = "M228 372Q330 590 480 796Q630 590 732 372";
  const corner = [
    [480, 690, 0],
    [352, 470, 40],
    [608, 470, -40],
  ].map(
    ([x = 0, y = 0, turn = 0]) =>
      `<g transform="rotate(${turn} ${x} ${y})">${printed(sheet, "drop", x, y, 34, second(look), colour)}</g>`,
  );
  const inside = [
    `<path d="${border}" fill="none" stroke="${second(look)}" stroke-width="7"/><path d="${border}" fill="none" stroke="${third(look)}" stroke-width="12" stroke-dasharray="3 21" stroke-linecap="round" transform="translate(0-42)"/>`,
    ...corner,
    printed(sheet, look.art, 480, 520, 82, second(look), third(look)),
    seam("M204 366Q310 600 480 826Q650 600 756 366", colour),
  ];
  const roll = "M196 250Q210 200 300 186Q480 160 660 186Q750 200 764 250Q720 330 480 346Q240 330 196 250z";
  const throat = ring(480, 236, 226, 46);
  const body = [
    standing(sheet, 480, 846, 110),
    cloth(sheet, front, colour, {
      inside: inside.join(""),
      depth: 26,
      folds: [
        fold([230, 300], [400, 400], [620, 330], 40),
        fold([216, 340], [350, 470], [560, 400], 40),
        fold([740, 300], [640, 460], [480, 470], 36),
        fold([300, 480], [420, 560], [470, 800], 44),
        fold([680, 470], [560, 590], [500, 790], 40),
      ],
    }),
    shadow(sheet, "M204 286Q260 352 480 360T756 286", 20, 0.45),
    cloth(sheet, roll, colour, {
      depth: 30,
      folds: [fold([210, 240], [360, 330], [560, 320], 26), fold([260, 290], [480, 350], [700, 280], 22)],
      inside: `<path d="M204 276Q300 330 480 332T756 276" fill="none" stroke="${third(look)}" stroke-width="9" stroke-dasharray="3 21" stroke-linecap="round"/>`,
    }),
    `<path d="${throat}" fill="${darker(colour, 0.74)}"/><g clip-path="${sheet.clip(throat)}">${shadow(sheet, "M260 230Q280 186 480 186T700 230", 34, 0.6)}</g>`,
  ];
  return { body: body.join(""), floor: 848, focus: [486, 480] };
};

/** A scarf around a neck; its two ends hang down in front. */
export const scarf: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const fringe = (x: number, y: number) =>
    Array.from({ length: 13 }, (_, at) => `M${x + at * 13} ${y}q${sheet.between(-8, 8)} 30 ${sheet.between(-6, 6)} 58`).join("");
  const end = (x: number, foot: number) => {
    const bands = [0, 1, 2, 3]
      .map(
        (at) =>
          `<path d="M${x - 10} ${540 + at * 52}q96 18 200 0" stroke="${at % 2 ? third(look) : second(look)}" stroke-width="22"/>`,
      )
      .join("");
    const threads = sheet.coats(fringe(x + 8, foot - 8), [
      `fill="none" stroke="${darker(colour, 0.5)}" stroke-width="9" stroke-linecap="round"`,
      `fill="none" stroke="${lighter(colour, 0.1)}" stroke-width="4" stroke-linecap="round" transform="translate(-1.5 0)"`,
    ]);
    return `${threads}${cloth(
      sheet,
      `M${x} 300H${x + 176}Q${x + 190} 540 ${x + 180} ${foot}Q${x + 90} ${foot + 16} ${x - 4} ${foot}Q${x - 12} 540 ${x} 300z`,
      colour,
      {
        inside: `<g fill="none">${bands}</g>`,
        folds: [
          fold([x + 40, 340], [x + 70, 560], [x + 50, foot + 20], 44),
          fold([x + 126, 360], [x + 110, 560], [x + 140, foot + 20], 40),
        ],
        depth: 26,
        weave: "knit",
      },
    )}`;
  };
  const loop = "M250 330Q234 150 480 140Q726 150 710 330Q706 420 606 440Q480 464 354 440Q254 420 250 330z";
  const throat = "M366 226Q480 176 594 226Q480 300 366 226z";
  const body = [
    standing(sheet, 482, 862, 190),
    end(300, 780),
    shadow(sheet, "M498 440Q486 640 496 800", 24, 0.45),
    end(490, 806),
    `<path d="M548 764h66v40h-66z" fill="${colours.cream}"/><path d="M560 778h42M568 790h26" stroke="${colours.slate}" stroke-width="3"/>`,
    shadow(sheet, "M300 430Q400 478 480 478T664 430", 30, 0.55),
    cloth(sheet, loop, colour, {
      depth: 54,
      weave: "knit",
      inside: shadow(sheet, "M268 290Q480 420 694 270M290 380Q480 470 690 350", 20, 0.4),
      folds: [
        fold([262, 300], [480, 440], [700, 290], 60),
        fold([280, 390], [480, 480], [680, 390], 44),
        fold([300, 230], [480, 350], [660, 220], 50),
      ],
    }),
    `<path d="${throat}" fill="${darker(colour, 0.8)}"/><g clip-path="${sheet.clip(throat)}">${shadow(sheet, "M360 220Q480 170 600 220", 24, 0.6)}</g>`,
  ];
  return { body: body.join(""), floor: 862, focus: [440, 380] };
};
