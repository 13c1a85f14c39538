import { printed } from "../art.ts";
import { brightness, darker, lighter, mix, printOn } from "../colours.ts";
import { letter, letterBlock } from "../lettering.ts";
import { smear } from "../modelled.ts";
import { box } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, type Painter, second, third } from "../subject.ts";
import { drift, scattered } from "./seed.ts";

/** The light on paper: the packet swells toward the middle and creases near the seals. */
function paperLight(sheet: Sheet, outline: string, x: number, y: number, width: number): string {
  const belly = sheet.linear([
    [0, "#000000", 0.45],
    [0.05, "#000000", 0.12],
    [0.24, "#ffffff", 0.2],
    [0.5, "#ffffff", 0],
    [0.86, "#000000", 0.24],
    [0.97, "#000000", 0.5],
    [1, "#ffffff", 0.1],
  ]);
  const fall = sheet.linear(
    [
      [0, "#ffffff", 0.22],
      [0.35, "#ffffff", 0],
      [0.7, "#000000", 0.04],
      [1, "#000000", 0.5],
    ],
    0,
    0,
    0.25,
    1,
  );
  const crease = Array.from({ length: 5 }, (_, at) => {
    const [from, top] = [x + 30 + at * (width / 5) + sheet.between(-16, 16), y + 62];
    return smear(
      sheet,
      `M${from} ${top}q${sheet.between(-10, 14)} 30 ${sheet.between(-16, 16)} ${sheet.between(46, 90)}`,
      at % 2 ? "#fff" : "#000",
      0.22,
      3,
      7,
    );
  }).join("");
  return `${sheet.coats(outline, [`fill="${belly}"`, `fill="${fall}"`])}${crease}`;
}

const crimp = (sheet: Sheet, x: number, y: number, width: number, height: number) =>
  `<path d="${box(x, y, width, height)}" fill="${sheet.pattern(9, 9, '<path d="M0 0h4v9h-4z" fill="#fff" fill-opacity=".22"/><path d="M5 0h3v9h-3z" fill="#000" fill-opacity=".25"/>')}"/>`;

/** The print of a packet: a framed picture, the name, and small print. */
function cover(sheet: Sheet, look: Look, x: number, y: number, width: number): string {
  const [main, panel, accent] = [look.colours[0], second(look), third(look)];
  const middle = x + width / 2;
  const print = brightness(main) > 0.55 ? darker(main, 0.72) : lighter(main, 0.82);
  const frame = sheet.pick([
    box(x + 52, y + 92, width - 104, width - 96, 6),
    `M${x + 52} ${y + width - 8}v-120a${width / 2 - 52} ${width / 2 - 52} 0 0 1 ${width - 104} 0v120z`,
    `M${middle} ${y + 84}a${width / 2 - 50} ${width / 2 - 50} 0 1 0 .1 0z`,
  ]);
  return [
    letter("SEED", middle, y + 60, { ink: print, height: 13, tracking: 3, opacity: 0.85 }),
    `<path d="${frame}" fill="${panel}"/>`,
    printed(
      sheet,
      look.art,
      middle,
      y + 84 + (width - 100) / 2,
      width * 0.26,
      accent === panel ? main : accent,
      mix(main, printOn(panel), 0.25),
    ),
    letterBlock(look.label, middle, y + width + 16, { ink: print, height: 34, maxWidth: width - 84, weight: 0.95 }),
    `<path d="M${x + 60} ${y + width + 122}h${width - 120}" stroke="${print}" stroke-opacity=".5" stroke-width="1.5"/>`,
    letter(`${sheet.pick(["PACKED BY HAND", "GROWN IN SMALL LOTS", "KEEP COOL AND DRY"])}`, middle, y + width + 136, {
      ink: print,
      height: 10,
      tracking: 1.4,
      opacity: 0.8,
    }),
  ].join("");
}

/** The upright front of a packet; painters place it with a transform. */
export function packetFront(sheet: Sheet, look: Look): string {
  const [x, y, width, height] = [290, 204, 380, 580];
  const main = look.colours[0];
  const hole = `<path d="${box(440, 222, 80, 18, 9)}" fill="#050505"/>`;
  const paper = `<path d="${box(x, y, width, height, 5)}" fill="${sheet.linear(
    [
      [0, lighter(main, 0.1)],
      [1, darker(main, 0.12)],
    ],
    0,
    0,
    0,
    1,
  )}"/>`;
  return `${paper}${cover(sheet, look, x, y, width)}${paperLight(sheet, box(x, y, width, height, 5), x, y, width)}${crimp(sheet, x, y, width, 50)}${crimp(sheet, x, y + height - 26, width, 26)}${hole}<path d="M${x + 3} ${y + 2}h${width - 6}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`;
}

export const packet: Painter = (sheet, look) => {
  const front = `<g transform="rotate(${sheet.between(-4.5, -1.5)} 480 790)translate(-67 -111)scale(1.14)">${packetFront(sheet, look)}</g>`;
  const seeds = [...drift(sheet, 640, 806, 120, 22, 7, 0.95), ...drift(sheet, 330, 822, 70, 10, 3, 0.95)];
  return { body: front + scattered(sheet, seeds), floor: 796, focus: [500, 400] };
};

/** A standing pouch with a window that shows the seeds. */
export const pouch: Painter = (sheet, look) => {
  const main = look.colours[0];
  const outline = "M286 214q194-10 388 0l6 420q18 120-6 150q-194 26-388 0q-24-30-6-150z";
  const window = "M400 560h160q14 0 14 16v84q0 60-94 60t-94-60v-84q0-16 14-16z";
  const light = paperLight(sheet, outline, 286, 214, 388);
  const gusset =
    smear(sheet, "M300 690q180 60 360 0", "#000", 0.4, 5, 6) + smear(sheet, "M306 706q174 58 348 0", "#fff", 0.25, 4, 5);
  const body = [
    `<g clip-path="${sheet.clip(outline)}"><path d="${outline}" fill="${main}"/>`,
    printed(sheet, look.art, 480, 356, 84, second(look), third(look)),
    letterBlock(look.label, 480, 462, { ink: printOn(main), height: 30, maxWidth: 290, weight: 0.95 }),
    light,
    crimp(sheet, 280, 204, 400, 44),
    `<path d="M284 268q196-8 392 0" stroke="#000" stroke-opacity=".35" stroke-width="3" fill="none"/><path d="M284 274q196-8 392 0" stroke="#fff" stroke-opacity=".35" stroke-width="2" fill="none"/>`,
    gusset,
    "</g>",
    `<path d="${window}" fill="#15100b"/><g clip-path="${sheet.clip(window)}">${scattered(sheet, drift(sheet, 480, 690, 96, 46, 26, 0.9))}</g>`,
    `<path d="${window}" fill="${sheet.linear(
      [
        [0, "#ffffff", 0.35],
        [0.3, "#ffffff", 0.05],
        [1, "#ffffff", 0.12],
      ],
      0,
      0,
      1,
      1,
    )}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`,
    scattered(sheet, drift(sheet, 660, 812, 90, 14, 5, 0.95)),
  ];
  return { body: `<g transform="translate(-67 -111)scale(1.14)">${body.join("")}</g>`, floor: 792, focus: [480, 560] };
};
