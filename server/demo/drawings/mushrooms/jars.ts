import { printed } from "../art.ts";
import { colours, darker, lighter, printOn } from "../colours.ts";
import { blown } from "../glass-body.ts";
import { letterBlock } from "../lettering.ts";
import { contact, modelled } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";
import { type Painter, second, third } from "../subject.ts";
import { lidTop, opaque, type Profile, roundPaint, turned, wrapped } from "../turned.ts";

/** Dried slices, each the outline of a cap and its stalk. */
function slices(
  sheet: Sheet,
  count: number,
  spread: readonly [left: number, right: number, top: number, bottom: number],
  tone: string,
): string {
  const outline =
    "M-44 4C-46-34-20-46 0-46S46-34 44 4C36 14 22 12 16 6 12 26 14 44 18 60Q0 70-18 60C-14 44-12 26-16 6-22 12-36 14-44 4z";
  const slice = (colour: string) =>
    sheet.keep(
      modelled(sheet, outline, {
        fill: colour,
        depth: 10,
        light: 0.5,
        shade: 0.5,
        inside: `<path d="M-34 0q34-34 68 0M0-10v60" fill="none" stroke="${darker(colour, 0.45)}" stroke-opacity=".5" stroke-width="3"/>`,
      }),
    );
  const kinds = [slice(tone), slice(lighter(tone, 0.25)), slice(darker(tone, 0.15))];
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = [
      sheet.between(spread[0], spread[1]),
      spread[2] + ((spread[3] - spread[2]) * at) / count + sheet.between(-14, 14),
    ];
    return `<use href="#${kinds[at % 3]}" transform="translate(${x} ${y})rotate(${Math.round(sheet.between(0, 360))})scale(${sheet.between(0.85, 1.1)})"/>`;
  }).join("");
}

export const dried: Painter = (sheet, look) => {
  const body: Profile = [
    [176, 300],
    [220, 356, 40],
    [220, 780, 30],
    [210, 806],
  ];
  const lid: Profile = [
    [184, 210],
    [184, 300],
  ];
  const drawing = [
    `<path d="${turned(body, 480, 10).path}" fill="#120d08"/><g clip-path="${sheet.clip(turned(body, 480, 12).path)}">${slices(sheet, 34, [290, 670, 410, 790], look.colours[0])}</g>`,
    blown(sheet, body, { wall: 9, open: false }),
    wrapped(sheet, 480, 220, 520, 690, second(look)),
    printed(sheet, look.art, 480, 588, 36, third(look), look.colours[0]),
    letterBlock(look.label, 480, 642, { ink: printOn(second(look)), height: 24, maxWidth: 300 }),
    opaque(sheet, lid, colours.kraft, 0.1),
    lidTop(sheet, 480, 210, 184, lighter(colours.kraft, 0.15), 0.1),
  ];
  return { body: drawing.join("") + slices(sheet, 3, [700, 820, 800, 830], look.colours[0]), floor: 802, focus: [480, 460] };
};

/** A squat amber jar of powder with a wooden scoop. */
export const powder: Painter = (sheet, look) => {
  const tint = "#8a4d1c";
  const profile: Profile = [
    [186, 400],
    [206, 430, 20],
    [206, 780, 30],
    [196, 806],
  ];
  const lid: Profile = [
    [196, 312, 10],
    [196, 402],
  ];
  const drawing = [
    `<path d="${turned(profile).path}" fill="${roundPaint(sheet, darker(tint, 0.35), 0.1)}"/>`,
    blown(sheet, profile, { tint, wall: 8, open: false }),
    wrapped(sheet, 480, 206, 490, 720, second(look)),
    printed(sheet, look.art, 480, 570, 44, third(look), look.colours[0]),
    letterBlock(look.label, 480, 636, { ink: printOn(second(look)), height: 26, maxWidth: 290 }),
    opaque(sheet, lid, "#1d1f20", 0.3),
    lidTop(sheet, 480, 312, 196, "#2b2e30", 0.3),
    contact(sheet, 760, 812, 120, 18),
    modelled(sheet, "M640 812q60-70 150-50 70 16 80 50z", { fill: lighter(look.colours[0], 0.2), depth: 20, light: 0.35 }),
    `<path d="M690 780L860 620" stroke="#6d4a2a" stroke-width="20" stroke-linecap="round"/><path d="M688 776L856 616" stroke="#b98a58" stroke-width="9" stroke-linecap="round"/>`,
  ];
  return { body: drawing.join(""), floor: 802, focus: [480, 520] };
};
