import { printed } from "../art.ts";
import { colours, darker, lighter, mix, printOn } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { contact, smear } from "../modelled.ts";
import { type Painter, second, third } from "../subject.ts";
import { disc, lidTop, opaque, type Profile, roundPaint, turned, wrapped } from "../turned.ts";

/** A tall tin with a pressed lid. */
export const caddy: Painter = (sheet, look) => {
  const main = look.colours[0];
  const drawing = [
    opaque(
      sheet,
      [
        [178, 330],
        [178, 800],
      ],
      main,
      0.45,
    ),
    wrapped(sheet, 480, 178.5, 440, 690, second(look)),
    printed(sheet, look.art, 480, 540, 66, third(look), main),
    letterBlock(look.label, 480, 634, { ink: printOn(second(look)), height: 28, maxWidth: 260, weight: 0.95 }),
    opaque(
      sheet,
      [
        [184, 216],
        [184, 326, 6],
        [179, 334],
      ],
      darker(main, 0.12),
      0.7,
    ),
    lidTop(sheet, 480, 216, 184, main, 0.6),
    disc(480, 216, 150, `fill="none" stroke="${lighter(main, 0.5)}" stroke-opacity=".5" stroke-width="3"`),
    disc(480, 800, 178, `fill="none" stroke="${lighter(main, 0.3)}" stroke-opacity=".35" stroke-width="3"`),
  ];
  return { body: drawing.join(""), floor: 798, focus: [460, 480] };
};

/** A flat tin of balm; behind it, another tin without its lid. */
export const balm: Painter = (sheet, look) => {
  const main = look.colours[0];
  const lid = `<g transform="translate(660 600)rotate(14)"><circle r="172" fill="${roundPaint(sheet, colours.silver, 0.8)}"/><circle r="160" fill="${main}"/><circle r="150" fill="none" stroke="${second(look)}" stroke-width="3"/>${printed(sheet, look.art, 0, -34, 70, second(look), third(look))}${letterBlock(look.label, 0, 54, { ink: second(look), height: 22, maxWidth: 200 })}<circle r="160" fill="${sheet.linear(
    [
      [0, "#ffffff", 0.45],
      [0.45, "#ffffff", 0],
      [1, "#000000", 0.4],
    ],
    0,
    0,
    1,
    1,
  )}"/></g>`;
  const dish: Profile = [
    [210, 640],
    [210, 770, 16],
    [196, 786],
  ];
  const salve = sheet.radial(
    [
      [0, lighter(third(look), 0.75)],
      [0.6, mix(third(look), "#f3e3b0", 0.7)],
      [1, mix(third(look), "#c8a24a", 0.6)],
    ],
    0.36,
    0.3,
    0.8,
  );
  const drawing = [
    contact(sheet, 600, 800, 260, 24),
    lid,
    opaque(sheet, dish, colours.silver, 0.9, 380),
    disc(380, 640, 210, `fill="${roundPaint(sheet, colours.silver, 0.9)}" stroke="#fff" stroke-opacity=".7" stroke-width="2.5"`),
    disc(380, 648, 192, `fill="${salve}"`),
    smear(sheet, "M280 648q60-22 130-4t120-6", "#8a6a2a", 0.5, 3, 5),
    smear(sheet, "M270 640q70-22 130-6t120-8", "#fff", 0.8, 2, 4),
  ];
  return { body: drawing.join(""), floor: 784, focus: [560, 600] };
};

/** A milled metal grinder; its upper half with teeth lies in front of it. */
export const grinder: Painter = (sheet, look) => {
  const metal = look.colours[0];
  const knurl = (y: number, height: number) =>
    `<path d="M300 ${y}h360v${height}h-360z" fill="${sheet.pattern(10, 10, '<path d="M0 10L10 0M-2 2l4-4M8 12l4-4" stroke="#000" stroke-opacity=".55" stroke-width="3"/><path d="M0 0l10 10" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>')}" clip-path="${sheet.clip(
      turned([
        [182, y],
        [182, y + height],
      ]).path,
    )}"/>`;
  const ring = (top: number, bottom: number) =>
    opaque(
      sheet,
      [
        [182, top, 6],
        [182, bottom],
      ],
      metal,
      0.95,
    );
  const teeth = Array.from({ length: 14 }, (_, at) => {
    const [angle, reach] = [(at / 14) * 6.28, at % 2 ? 66 : 112];
    const [x, y] = [690 + Math.cos(angle) * reach, 738 + Math.sin(angle) * reach * 0.3];
    return `<path d="M${x - 9} ${y}l9-26 9 26q-9 5-18 0z" fill="${sheet.linear([
      [0, lighter(metal, 0.6)],
      [0.5, metal],
      [1, darker(metal, 0.6)],
    ])}"/>`;
  }).join("");
  const drawing = [
    ring(620, 800),
    knurl(650, 60),
    ring(480, 612),
    knurl(506, 50),
    ring(330, 472),
    knurl(372, 62),
    lidTop(sheet, 480, 330, 182, metal, 0.9),
    `<g transform="translate(480 330)scale(1 .14)">${printed(sheet, look.art, 0, 0, 110, second(look), metal)}</g>`,
    contact(sheet, 700, 800, 200, 30, 0.8),
    `<g transform="translate(0 20)"><ellipse cx="690" cy="762" rx="180" ry="56" fill="${roundPaint(sheet, darker(metal, 0.2), 0.9)}"/><ellipse cx="690" cy="738" rx="180" ry="56" fill="${roundPaint(sheet, metal, 0.9)}"/><ellipse cx="690" cy="740" rx="158" ry="46" fill="${darker(metal, 0.55)}"/>${teeth}</g>`,
  ];
  return { body: `<g transform="translate(-70 0)">${drawing.join("")}</g>`, floor: 800, focus: [420, 440] };
};
