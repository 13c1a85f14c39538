import { darker, lighter, mix } from "../colours.ts";
import { blown, maria } from "../glass-body.ts";
import { contact, modelled, smear } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, type Painter, second } from "../subject.ts";
import type { Profile } from "../turned.ts";

/** Solid or thick glass with a free outline: coloured inside, bright along its edges. */
function thick(sheet: Sheet, path: string, tint: string, inside: string): string {
  const fill = sheet.linear(
    [
      [0, lighter(tint, 0.45)],
      [0.3, tint],
      [0.7, darker(tint, 0.45)],
      [1, darker(tint, 0.15)],
    ],
    0,
    0,
    0.1,
    1,
  );
  const coats = sheet.coats(path, [
    `fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="7" filter="${sheet.blur(3)}"`,
    `fill="none" stroke="${lighter(tint, 0.75)}" stroke-width="2.2" stroke-opacity=".9"`,
  ]);
  return modelled(sheet, path, { fill, depth: 26, light: 0.45, shade: 0.6, inside }) + coats;
}

/** Ribbons of colour that wind through the wall at varying distances. */
function ribbons(sheet: Sheet, look: Look, from: number, to: number, y: number, reach: number): string {
  const count = Math.round(sheet.between(6, 12));
  const lean = sheet.between(20, 150);
  return Array.from({ length: count }, (_, at) => {
    const x = from + ((to - from) * at) / (count - 1) - lean / 2;
    const ink = at % 2 ? second(look) : lighter(look.colours[0], 0.55);
    return `<path d="M${x} ${y + reach}C${x + lean * 1.3} ${y + reach * 0.3} ${x - lean * 0.3} ${y - reach * 0.3} ${x + lean} ${y - reach}" fill="none" stroke="${ink}" stroke-width="${sheet.between(6, 24)}" stroke-opacity=".75"/>`;
  }).join("");
}

export const spoon: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const path =
    "M196 560C150 480 180 380 290 364 390 352 430 430 500 462 600 500 700 520 792 520 812 520 816 572 794 576 690 590 560 600 470 634 380 680 250 660 196 560z";
  const mouth = "M210 420Q280 356 372 404 330 470 260 470 214 462 210 420z";
  const inside = ribbons(sheet, look, 160, 720, 530, 130) + smear(sheet, "M230 600Q360 690 480 600", "#000", 0.4, 12, 40);
  const body = [
    contact(sheet, 480, 668, 300, 26),
    thick(sheet, path, tint, inside),
    `<path d="${mouth}" fill="${sheet.radial([
      [0, "#050505"],
      [0.7, darker(tint, 0.7)],
      [1, darker(tint, 0.3)],
    ])}" stroke="${lighter(tint, 0.7)}" stroke-width="5"/><circle cx="286" cy="436" r="9" fill="#000" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
    `<ellipse cx="800" cy="548" rx="9" ry="26" fill="#0a0a0a" stroke="${lighter(tint, 0.7)}" stroke-width="3"/>`,
    smear(sheet, "M404 420Q520 506 760 530", "#fff", 0.85, 3, 9),
    smear(sheet, "M196 500Q190 450 214 400", "#fff", 0.8, 3, 11),
  ];
  return {
    body: `<g transform="translate(-30 94)scale(1.06)rotate(-6 480 600)">${body.join("")}</g>`,
    floor: 806,
    focus: [330, 560],
  };
};

/** Straight one-hitters side by side, with one leaning on them. */
export const onehitter: Painter = (sheet, look) => {
  const profile: Profile = [
    [30, 90],
    [30, 150, 8],
    [36, 600, 20],
    [48, 680, 24],
    [48, 760, 10],
    [40, 790],
  ];
  const piece = (tint: string, turn: number, x: number, y: number) =>
    `<g transform="translate(${x} ${y})rotate(${turn})translate(0 -440)">${blown(sheet, profile, { axis: 0, tint, wall: 9 })}${maria(sheet, 0, 560, 44, 18, mix(tint, "#ffffff", 0.3))}${maria(sheet, 0, 240, 36, 12, tint)}</g>`;
  const body =
    contact(sheet, 480, 800, 380, 30) +
    piece(look.colours[0], 74, 500, 700) +
    piece(second(look), 88, 470, 762) +
    piece(mix(look.colours[0], second(look), 0.5), 28, 520, 470);
  return { body, floor: 812, focus: [560, 480] };
};

/** A hammer-shaped bubbler: a round chamber with water and a long curved neck. */
export const bubbler: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const chamber: Profile = [
    [70, 420],
    [120, 440, 40],
    [176, 520, 60],
    [190, 620, 60],
    [176, 720, 60],
    [120, 790, 30],
    [112, 806],
  ];
  const neck = "M400 520C330 400 240 330 118 300L104 344C210 372 280 440 330 560z";
  const bowl: Profile = [
    [78, 286],
    [74, 330, 20],
    [44, 390, 16],
    [40, 440],
  ];
  const body = [
    thick(sheet, neck, mix("#d9eef2", tint, 0.4), smear(sheet, "M380 520C310 410 230 350 120 322", "#fff", 0.6, 5, 9)),
    `<ellipse cx="111" cy="322" rx="10" ry="24" fill="#0b0f10" stroke="#fff" stroke-width="3" transform="rotate(14 111 322)"/>`,
    `<g transform="translate(70 0)">${blown(sheet, chamber, { water: 640, waterTint: mix("#cfeaf0", tint, 0.25) })}${blown(sheet, bowl, { tint, foot: false })}${maria(sheet, 480, 420, 76, 22, tint)}${maria(sheet, 480, 590, 188, 14, second(look))}</g>`,
  ];
  return { body: body.join(""), floor: 806, focus: [520, 440] };
};

/** A slide for the joint: bowl, handle and ground foot. */
export const slide: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const dish: Profile = [
    [190, 300],
    [186, 350, 30],
    [140, 450, 50],
    [58, 510, 20],
    [52, 540],
  ];
  const foot: Profile = [
    [64, 540],
    [58, 560, 6],
    [50, 800],
  ];
  const horn = "M640 330C740 310 800 250 812 190 836 186 848 210 840 240 820 330 740 396 626 400z";
  const frosted = `<path d="M424 570h112l-6 220q-50 14-100 0z" fill="#fff" opacity=".3" filter="${sheet.blur(3)}"/>`;
  const body =
    thick(sheet, horn, second(look), "") +
    blown(sheet, foot, { wall: 8 }) +
    frosted +
    blown(sheet, dish, { tint, wall: 12, foot: false }) +
    maria(sheet, 480, 506, 74, 26, second(look)) +
    maria(sheet, 480, 312, 192, 16, tint);
  return { body, floor: 800, focus: [480, 380] };
};
