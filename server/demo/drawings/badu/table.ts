import { printed } from "../art.ts";
import { darker, lighter, mix, printOn } from "../colours.ts";
import { blown } from "../glass-body.ts";
import { letterBlock } from "../lettering.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { type Painter, second, third } from "../subject.ts";
import { disc, type Profile, roundPaint, tilt, turned, wrapped } from "../turned.ts";

export const candle: Painter = (sheet, look) => {
  const wax = mix(look.colours[0], "#fff6e2", 0.72);
  const cup: Profile = [
    [196, 350],
    [196, 780, 26],
    [186, 804],
  ];
  const filled = turned([
    [186, 460],
    [186, 776, 22],
    [176, 794],
  ]).path;
  const glow = sheet.radial([
    [0, "#ffe7b0", 0.85],
    [0.25, "#ffb84d", 0.35],
    [1, "#ff8c1a", 0],
  ]);
  const drawing = [
    `<circle cx="480" cy="390" r="330" fill="${sheet.radial([
      [0, "#ffb84d", 0.28],
      [1, "#ff8c1a", 0],
    ])}"/>`,
    `<path d="${filled}" fill="${roundPaint(sheet, wax, 0.2)}"/><path d="${filled}" fill="${sheet.linear(
      [
        [0, "#ffb84d", 0.55],
        [0.5, "#ffb84d", 0],
      ],
      0,
      0,
      0,
      1,
    )}"/>`,
    disc(
      480,
      460,
      186,
      `fill="${sheet.radial([
        [0, "#fff6da"],
        [0.4, lighter(wax, 0.3)],
        [1, darker(wax, 0.2)],
      ])}"`,
    ),
    `<path d="M480 462v-36" stroke="#1b1410" stroke-width="7" stroke-linecap="round"/><path d="M480 330c34 44 30 96 0 104-30-8-34-60 0-104z" fill="${sheet.linear(
      [
        [0, "#fff3c4"],
        [0.6, "#ffc24d"],
        [1, "#3c6fd0"],
      ],
      0,
      0,
      0,
      1,
    )}"/><circle cx="480" cy="392" r="120" fill="${glow}"/>`,
    blown(sheet, cup, { wall: 9 }),
    wrapped(sheet, 480, 196, 540, 710, second(look)),
    printed(sheet, look.art, 480, 604, 40, third(look), look.colours[0]),
    letterBlock(look.label, 480, 662, { ink: printOn(second(look)), height: 24, maxWidth: 280 }),
  ];
  return { body: drawing.join(""), floor: 800, focus: [480, 470] };
};

export const mug: Painter = (sheet, look) => {
  const glaze = look.colours[0];
  const cup: Profile = [
    [200, 300],
    [206, 330, 14],
    [206, 740, 60],
    [150, 800],
  ];
  const handle =
    "M672 400C800 370 850 460 826 560 804 650 730 690 664 680L666 630C716 636 760 610 776 550 792 480 760 436 676 452z";
  const speckle = Array.from(
    { length: 60 },
    () => `M${sheet.between(290, 670).toFixed(0)} ${sheet.between(330, 780).toFixed(0)}h${sheet.between(2, 5).toFixed(0)}`,
  ).join("");
  const bare = "M274 690h412v120h-412z";
  const outline = turned(cup).path;
  const drawing = [
    modelled(sheet, handle, {
      fill: sheet.linear(
        [
          [0, lighter(glaze, 0.1)],
          [1, darker(glaze, 0.5)],
        ],
        0,
        0,
        1,
        1,
      ),
      depth: 18,
    }),
    `<g clip-path="${sheet.clip(outline)}"><path d="${outline}" fill="${roundPaint(sheet, glaze, 0.5)}"/><path d="${bare}" fill="${roundPaint(sheet, second(look), 0.1)}"/><path d="M270 690q60 16 100 4t110 8 90-8 120 2" fill="none" stroke="${lighter(glaze, 0.4)}" stroke-opacity=".6" stroke-width="5"/><path d="${speckle}" stroke="${darker(glaze, 0.75)}" stroke-width="4" stroke-opacity=".5" stroke-linecap="round"/></g>`,
    printed(sheet, look.art, 480, 500, 84, third(look), glaze),
    letterBlock(look.label, 480, 600, { ink: third(look), height: 22, maxWidth: 230 }),
    disc(
      480,
      300,
      200,
      `fill="${roundPaint(sheet, darker(glaze, 0.35), 0.1)}" stroke="${lighter(glaze, 0.35)}" stroke-width="5"`,
    ),
    `<path d="M296 318A186 ${186 * tilt} 0 0 0 664 318A200 40 0 0 0 296 318z" fill="#2a170d"/><path d="M296 318A186 ${186 * tilt} 0 0 0 664 318" fill="none" stroke="#7a4a26" stroke-width="3"/>`,
    smear(sheet, "M330 360v300", "#fff", 0.55, 8, 18),
    smear(sheet, "M420 270C390 200 460 170 430 100M520 264C500 190 570 160 540 80", "#e8edf0", 0.22, 10, 18),
  ];
  return { body: drawing.join(""), floor: 796, focus: [500, 420] };
};

/** A wrapped bar of soap on top of two other bars. */
export const soap: Painter = (sheet, look) => {
  const bar = (x: number, y: number, tone: string, turn: number) => {
    const outline = `M${x - 230} ${y - 66}q0-40 40-40h380q40 0 40 40v100q0 40-40 40h-380q-40 0-40-40z`;
    const veins = Array.from(
      { length: 4 },
      (_, at) =>
        `M${x - 240} ${y - 70 + at * 40}q${sheet.between(60, 160)} ${sheet.between(-40, 40)} 240 0t260 ${sheet.between(-20, 20)}`,
    ).join("");
    return `<g transform="rotate(${turn} ${x} ${y})">${modelled(sheet, outline, { fill: tone, depth: 30, light: 0.5, shade: 0.55, inside: `<path d="${veins}" fill="none" stroke="${lighter(tone, 0.45)}" stroke-opacity=".5" stroke-width="13" filter="${sheet.blur(5)}"/>` })}</g>`;
  };
  const band = `<g transform="rotate(-3 470 420)">${modelled(sheet, "M370 310h200v186h-200z", { fill: second(look), depth: 12, light: 0.3, shade: 0.3 })}${printed(sheet, look.art, 470, 372, 40, third(look), look.colours[0])}${letterBlock(look.label, 470, 430, { ink: printOn(second(look)), height: 19, maxWidth: 170 })}</g>`;
  const body =
    contact(sheet, 480, 800, 300, 30, 0.8) +
    bar(490, 716, mix(look.colours[0], third(look), 0.35), 1) +
    contact(sheet, 480, 636, 240, 20) +
    bar(472, 560, lighter(look.colours[0], 0.2), -2) +
    contact(sheet, 480, 484, 240, 20) +
    bar(470, 404, look.colours[0], -3) +
    band;
  return { body, floor: 792, focus: [470, 400] };
};
