import { printed } from "../art.ts";
import { colours, lighter, mix } from "../colours.ts";
import { blown, maria } from "../glass-body.ts";
import { letterBlock } from "../lettering.ts";
import { contact, modelled } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { disc, lidTop, opaque, type Profile } from "../turned.ts";

export const catcher: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const chamber: Profile = [
    [40, 300],
    [44, 360, 20],
    [140, 430, 60],
    [150, 600, 60],
    [110, 690, 40],
    [46, 720, 10],
    [40, 800],
  ];
  const arm: Profile = [
    [44, -190],
    [38, -170, 8],
    [38, 0],
  ];
  const drawing = [
    `<g transform="translate(590 480)rotate(45)">${blown(sheet, arm, { axis: 0, foot: false })}${maria(sheet, 0, -196, 48, 18, tint)}</g>`,
    disc(480, 560, 104, `fill="${tint}" fill-opacity=".35" stroke="#fff" stroke-opacity=".7" stroke-width="3"`),
    `<path d="M466 310h28v250h-28z" fill="#fff" opacity=".18"/>`,
    blown(sheet, chamber, { water: 600, foot: false, waterTint: mix("#cfeaf0", tint, 0.2) }),
    maria(sheet, 480, 396, 60, 20, tint),
    maria(sheet, 480, 706, 54, 18, second(look)),
  ];
  return { body: drawing.join(""), floor: 800, focus: [500, 520] };
};

export const ashtray: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const wall: Profile = [
    [330, 600],
    [322, 640, 20],
    [280, 780, 30],
    [268, 800],
  ];
  const drawing = [
    contact(sheet, 480, 824, 320, 30),
    blown(sheet, wall, { tint, wall: 24, open: false }),
    `<g transform="translate(480 606)scale(1 .13)">${printed(sheet, look.art, 0, 0, 150, lighter(second(look), 0.1), tint)}</g>`,
    disc(480, 606, 250, `fill="none" stroke="${lighter(tint, 0.5)}" stroke-opacity=".7" stroke-width="4"`),
    ...[-1, 1].map((side) =>
      modelled(sheet, `M${480 + side * 300 - 26} 596q26-22 52 0v40q-26 16-52 0z`, { fill: mix(tint, "#000000", 0.3), depth: 10 }),
    ),
  ];
  return { body: drawing.join(""), floor: 800, focus: [420, 640] };
};

/** Corked test tubes in a wooden rack. */
export const rack: Painter = (sheet, look) => {
  const tints = [
    look.colours[0],
    second(look),
    third(look),
    mix(look.colours[0], "#ffffff", 0.4),
    mix(second(look), "#ffffff", 0.3),
  ];
  const profile: Profile = [
    [40, 300],
    [36, 312, 6],
    [36, 700, 30],
    [20, 746, 10],
    [6, 752],
  ];
  const empty = sheet.keep(
    blown(sheet, profile, { axis: 0, wall: 5, foot: false, open: false }) +
      opaque(
        sheet,
        [
          [36, 250],
          [32, 330],
        ],
        colours.sand,
        0.05,
        0,
      ) +
      lidTop(sheet, 0, 250, 36, lighter(colours.sand, 0.15), 0.05),
  );
  const tubes = tints.map((tint, at) => {
    const [axis, level] = [220 + at * 130, 420 + sheet.between(0, 120)];
    return `<path d="M${axis - 30} ${level}v280q4 36 30 40 26-4 30-40v-280z" fill="${tint}" opacity=".6"/>${disc(axis, level, 30, `fill="${lighter(tint, 0.5)}" opacity=".8"`)}<use href="#${empty}" x="${axis}"/>`;
  });
  return {
    body: `${contact(sheet, 480, 806, 380, 26)}${modelled(sheet, "M150 400h30v390h-30zM780 400h30v390h-30z", { fill: "#6a4627", depth: 10 })}${tubes.join("")}${board(sheet, 470, 54)}${board(sheet, 746, 56)}`,
    floor: 802,
    focus: [420, 420],
  };
};

function board(sheet: Sheet, y: number, height: number): string {
  const fill = sheet.linear([
    [0, "#a9794a"],
    [0.5, "#8a5f38"],
    [1, "#5a3b22"],
  ]);
  const grain = [0.2, 0.45, 0.7]
    .map(
      (part) =>
        `<path d="M130 ${y + height * part}q180 ${sheet.between(-8, 8)} 350 0t350 0" fill="none" stroke="#3b2614" stroke-opacity=".4" stroke-width="3"/>`,
    )
    .join("");
  return modelled(sheet, `M130 ${y}h700v${height}h-700z`, { fill, depth: 14, light: 0.4, shade: 0.4, inside: grain });
}

export const carafe: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const body: Profile = [
    [76, 180],
    [60, 220, 30],
    [64, 330, 60],
    [150, 480, 120],
    [196, 640, 90],
    [180, 780, 50],
    [160, 806],
  ];
  const glass: Profile = [
    [78, 560],
    [70, 800, 14],
    [66, 806],
  ];
  const stopper: Profile = [
    [30, 110, 14],
    [58, 140, 20],
    [52, 186],
  ];
  const drawing =
    blown(sheet, body, { water: 560, waterTint: mix("#cfeaf0", tint, 0.5) }) +
    blown(sheet, stopper, { tint, foot: false, open: false }) +
    blown(sheet, glass, { axis: 760, water: 700, waterTint: mix("#cfeaf0", tint, 0.5) }) +
    letterBlock(look.label, 480, 690, { ink: "#ffffff", height: 20, maxWidth: 200, opacity: 0.7 }) +
    maria(sheet, 480, 330, 70, 14, second(look));
  return { body: drawing, floor: 802, focus: [500, 560] };
};
