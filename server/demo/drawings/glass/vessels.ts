import { mix } from "../colours.ts";
import { blown, maria } from "../glass-body.ts";
import { letter } from "../lettering.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, type Painter, second } from "../subject.ts";
import { disc, type Profile, tilt } from "../turned.ts";

/**
 * The small bowl and its stem, which leads into the water through a joint on the vessel's shoulder.
 */
function stem(sheet: Sheet, look: Look, x: number, y: number, reach: number): string {
  const tint = look.colours[0];
  const bowl: Profile = [
    [46, -92],
    [44, -70],
    [17, -34, 12],
    [15, 0],
  ];
  const tube: Profile = [
    [19, 0],
    [19, reach],
    [15, reach + 10],
  ];
  return `<g transform="translate(${x} ${y})rotate(38)">${blown(sheet, tube, { axis: 0, wall: 5, foot: false, open: false })}${blown(sheet, bowl, { axis: 0, wall: 6, tint, foot: false })}${maria(sheet, 0, -18, 27, 18, tint)}</g>`;
}

const graduation = (sheet: Sheet, x: number, from: number, to: number): string => {
  const marks = Array.from({ length: 6 }, (_, at) => `M${x} ${from + ((to - from) * at) / 5}h${at % 2 ? 22 : 36}`).join("");
  return `<path d="${marks}" stroke="#fff" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/>${letter(`${Math.round(sheet.between(2, 9)) * 50} ML`, x + 66, from - 8, { ink: "#ffffff", height: 15, opacity: 0.6 })}`;
};

const mark = (look: Look, x: number, y: number, width: number) =>
  letter(look.label, x, y, { ink: "#ffffff", height: 20, maxWidth: width, opacity: 0.8, tracking: 1 });

export const beaker: Painter = (sheet, look) => {
  const profile: Profile = [
    [88, 120, 0],
    [70, 138, 10],
    [66, 170, 10],
    [66, 470, 40],
    [196, 770, 34],
    [188, 806],
  ];
  const tint = look.colours[0];
  const body = [
    stem(sheet, look, 652, 452, 250),
    blown(sheet, profile, { water: 690, waterTint: mix("#cfeaf0", tint, 0.2) }),
    maria(sheet, 480, 330, 76, 20, tint),
    maria(sheet, 480, 130, 84, 16, tint),
    graduation(sheet, 388, 600, 672),
    mark(look, 480, 250, 96),
  ].join("");
  return { body, floor: 806, focus: [520, 330] };
};

export const tube: Painter = (sheet, look) => {
  const profile: Profile = [
    [84, 96, 0],
    [70, 112, 8],
    [70, 600, 20],
    [70, 700, 20],
    [150, 790, 20],
    [160, 806],
  ];
  const tint = look.colours[0];
  const body = [
    stem(sheet, look, 622, 510, 220),
    blown(sheet, profile, { water: 640 }),
    maria(sheet, 480, 560, 80, 18, tint),
    maria(sheet, 480, 532, 80, 18, second(look)),
    maria(sheet, 480, 104, 82, 16, tint),
    mark(look, 480, 300, 100),
  ].join("");
  return { body, floor: 806, focus: [500, 540] };
};

export const flask: Painter = (sheet, look) => {
  const profile: Profile = [
    [70, 170],
    [58, 190, 8],
    [58, 390, 30],
    [84, 436, 40],
    [150, 480, 60],
    [196, 550, 60],
    [212, 630, 60],
    [194, 712, 60],
    [150, 772, 40],
    [112, 796, 10],
    [116, 806],
  ];
  const tint = look.colours[0];
  const body = [
    stem(sheet, look, 668, 470, 150),
    blown(sheet, profile, { tint: mix("#eaf6f8", tint, 0.35), water: 620, waterTint: mix("#cfeaf0", tint, 0.4) }),
    maria(sheet, 480, 372, 68, 18, tint),
    maria(sheet, 480, 180, 66, 16, second(look)),
  ].join("");
  return { body, floor: 806, focus: [470, 520] };
};

export const cone: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const profile: Profile = [
    [52, 300],
    [44, 316, 8],
    [44, 420, 20],
    [168, 780, 30],
    [170, 806],
  ];
  const mouthpiece: Profile = [
    [34, -190],
    [26, -176, 8],
    [26, 0],
  ];
  const neck = `<g transform="translate(452 446)rotate(-34)">${blown(sheet, mouthpiece, { axis: 0, wall: 5, foot: false })}</g>`;
  const dish: Profile = [
    [54, -96],
    [52, -40, 26],
    [18, -20, 6],
    [18, 90],
  ];
  const nail = `<g transform="translate(606 596)rotate(32)">${blown(sheet, dish, { axis: 0, wall: 6, tint, foot: false })}${maria(sheet, 0, 10, 28, 18, tint)}</g>`;
  const discs = `${disc(480, 640, 96, `fill="${tint}" fill-opacity=".3" stroke="#fff" stroke-opacity=".6" stroke-width="3"`)}<path d="M472 ${640 - 96 * tilt}v-120h16v120z" fill="#fff" opacity=".2"/>`;
  const body =
    neck +
    nail +
    discs +
    blown(sheet, profile, { water: 700 }) +
    maria(sheet, 480, 404, 54, 18, tint) +
    mark(look, 480, 580, 110);
  return { body, floor: 806, focus: [500, 500] };
};
