import { printed } from "../art.ts";
import { colours, lighter, mix, printOn } from "../colours.ts";
import { blown } from "../glass-body.ts";
import { letterBlock } from "../lettering.ts";
import type { Point } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { disc, lidTop, opaque, type Profile, turned, wrapped } from "../turned.ts";

/** Dried flowers as small rough heaps. */
function buds(sheet: Sheet, spots: readonly Point[], size: number, green: string): string {
  const kinds = [0, 1].map((kind) => {
    const leaflets = Array.from({ length: 13 }, (_, at) => {
      const [angle, reach] = [at * 2.4, 0.95 - at * 0.07];
      const [x, y] = [Math.cos(angle) * 30 * reach, Math.sin(angle) * 36 * reach];
      return `<path transform="translate(${x} ${y})rotate(${angle * 57 + 90})" d="M0 8q-17-14 0-36 17 22 0 36z" fill="${mix(green, at % 3 ? "#dfe8b0" : "#1f2a14", sheet.between(0.02, 0.3))}"/>`;
    }).join("");
    const hairs = `<path d="M-14-10q8-10 16-6M6 12q10-2 14-12M-8 20q-10 0-14-10M${kind * 8} -24q8 4 8 12" fill="none" stroke="#c9741c" stroke-width="2.4" stroke-linecap="round"/>`;
    return sheet.keep(`<ellipse rx="34" ry="40" fill="${mix(green, "#10180c", 0.45)}"/>${leaflets}${hairs}`);
  });
  return spots
    .map(
      ([x, y], at) =>
        `<use href="#${kinds[at % 2]}" transform="translate(${x} ${y})rotate(${Math.round(sheet.between(0, 360))})scale(${size * sheet.between(0.9, 1.15)})"/>`,
    )
    .join("");
}

const heap = (sheet: Sheet, left: number, right: number, top: number, bottom: number): Point[] =>
  [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3, 4].map(
      (at): Point => [
        left + ((right - left) * (at + (row % 2) * 0.5)) / 4.5 + sheet.between(-8, 8),
        top + ((bottom - top) * row) / 3 + sheet.between(-8, 8),
      ],
    ),
  );

export const jar: Painter = (sheet, look) => {
  const lid: Profile = [
    [188, 196],
    [188, 286, 12],
    [180, 292],
  ];
  const body: Profile = [
    [168, 290],
    [214, 350, 40],
    [214, 780, 30],
    [204, 806],
  ];
  const drawing = [
    `<path d="${turned(body, 480, 12).path}" fill="#0b0d09"/><g clip-path="${sheet.clip(turned(body, 480, 14).path)}">${buds(sheet, heap(sheet, 300, 660, 520, 770), 1.5, colours.moss)}</g>`,
    blown(sheet, body, { wall: 10, open: false }),
    wrapped(sheet, 480, 214, 470, 640, look.colours[0]),
    printed(sheet, look.art, 480, 534, 34, second(look), third(look)),
    letterBlock(look.label, 480, 584, { ink: printOn(look.colours[0]), height: 26, maxWidth: 280 }),
    opaque(sheet, lid, second(look), 0.35),
    lidTop(sheet, 480, 196, 188, second(look), 0.3),
    disc(480, 286, 186, `fill="none" stroke="#000" stroke-opacity=".4" stroke-width="5"`),
  ];
  return { body: drawing.join(""), floor: 802, focus: [460, 420] };
};

/** Three jars of different sizes with wooden stoppers. */
export const trio: Painter = (sheet, look) => {
  const one = (axis: number, top: number, half: number, foot: number, filled: number, tint: string) => {
    const body: Profile = [
      [half * 0.9, top],
      [half, top + 24, 14],
      [half, foot - 20, 20],
      [half * 0.95, foot],
    ];
    const stopper: Profile = [
      [half * 0.86, top - half * 0.5],
      [half * 0.82, top + 22],
    ];
    const clip = sheet.clip(turned(body, axis, 10).path);
    const content = buds(sheet, heap(sheet, axis - half, axis + half, filled, foot - 30), half / 130, tint);
    return (
      opaque(sheet, stopper, colours.kraft, 0.1, axis) +
      lidTop(sheet, axis, top - half * 0.5, half * 0.86, lighter(colours.kraft, 0.15), 0.1) +
      `<g clip-path="${clip}">${content}</g>` +
      blown(sheet, body, { axis, open: false, wall: 8 })
    );
  };
  const body =
    one(640, 330, 140, 792, 560, look.colours[0]) +
    one(340, 460, 122, 800, 620, second(look)) +
    one(494, 600, 96, 812, 690, third(look));
  return { body, floor: 802, focus: [420, 560] };
};

export const dropper: Painter = (sheet, look) => {
  const tint = look.colours[0];
  const profile: Profile = [
    [58, 350],
    [58, 410, 20],
    [150, 470, 60],
    [156, 520, 20],
    [156, 780, 30],
    [146, 806],
  ];
  const bulb: Profile = [
    [30, 110, 20],
    [46, 150, 30],
    [50, 240],
  ];
  const collar: Profile = [
    [66, 240],
    [66, 356],
  ];
  const drawing = [
    `<path d="M474 356h12v330l-6 30-6-30z" fill="#fff" opacity=".4"/>`,
    blown(sheet, profile, { tint, water: 500, waterTint: tint, wall: 9, open: false }),
    wrapped(sheet, 480, 156, 540, 730, second(look)),
    printed(sheet, look.art, 480, 606, 40, third(look), tint),
    letterBlock(look.label, 480, 664, { ink: printOn(second(look)), height: 20, maxWidth: 220 }),
    opaque(sheet, bulb, "#26282a", 0.2),
    disc(480, 110, 24, 'fill="#3c3f41"'),
    opaque(sheet, collar, colours.gold, 0.7),
  ];
  return { body: drawing.join(""), floor: 802, focus: [480, 420] };
};
