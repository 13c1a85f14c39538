import { printed } from "../art.ts";
import { darker, lighter, mix, printOn } from "../colours.ts";
import { letter, letterBlock } from "../lettering.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { box } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { enlarged, type Painter, second, third } from "../subject.ts";
import { dome, stalk } from "./caps.ts";
import { shelves } from "./clusters.ts";

const cardboard = (sheet: Sheet, x: number, y: number, width: number, height: number, side: number, colour: string): string =>
  `<path d="M${x + width} ${y}l${side} ${-side * 0.35}v${height}l${-side} ${side * 0.35}z" fill="${sheet.linear([
    [0, darker(colour, 0.4)],
    [1, darker(colour, 0.7)],
  ])}"/><path d="M${x} ${y}l${side} ${-side * 0.35}h${width}l${-side} ${side * 0.35}z" fill="${lighter(colour, 0.12)}"/>${modelled(
    sheet,
    box(x, y, width, height, 3),
    {
      fill: sheet.linear(
        [
          [0, lighter(colour, 0.1)],
          [1, darker(colour, 0.22)],
        ],
        0,
        0,
        1,
        1,
      ),
      depth: 16,
      light: 0.25,
      shade: 0.25,
    },
  )}`;

/** A box with a window, out of which mushrooms grow. */
export const kit: Painter = (sheet, look) => {
  const [cap, card, ink] = [look.colours[0], second(look), third(look)];
  const drawing = [
    contact(sheet, 510, 812, 330, 30, 0.8),
    cardboard(sheet, 240, 226, 420, 580, 110, card),
    letterBlock(look.label, 450, 262, { ink, height: 32, maxWidth: 350, weight: 0.95 }),
    letter("GROW KIT", 450, 366, { ink, height: 14, tracking: 2.5, opacity: 0.8 }),
    `<path d="M290 450h320v300h-320z" fill="#1a1410"/><g clip-path="${sheet.clip("M290 450h320v300h-320z")}">${smear(sheet, "M290 460h320M300 450v300", "#000", 0.8, 6, 16)}</g><path d="M306 700q60-30 150-10t140-6v66h-290z" fill="#efe6d3" opacity=".9"/>`,
    shelves(sheet, 444, 764, 0.68, cap),
    `<path d="M240 756h420v47q0 3-3 3h-414q-3 0-3-3z" fill="${sheet.linear([
      [0, card],
      [1, darker(card, 0.25)],
    ])}"/><path d="M300 756h300" stroke="${lighter(card, 0.35)}" stroke-width="3"/>`,
    letter("OPEN MIST WAIT", 450, 776, { ink, height: 11, tracking: 2, opacity: 0.8 }),
  ];
  return { body: drawing.join(""), floor: 806, focus: [450, 460] };
};

/** A spawn bag with its filter patch; its grain is white with growth. */
export const bag: Painter = (sheet, look) => {
  const outline = "M300 300q90-16 180-12t180 12q26 240 12 440 4 50-30 66-162 18-324 0-34-16-30-66-14-200 12-440z";
  const neck = "M330 310L350 140q130-24 260 0l20 170q-150 30-300 0z";
  const grain = Array.from(
    { length: 120 },
    () => `M${sheet.between(300, 660).toFixed(0)} ${sheet.between(350, 790).toFixed(0)}q8-8 16 0t-2 10z`,
  ).join("");
  const film = sheet.linear([
    [0, "#ffffff", 0.5],
    [0.08, "#ffffff", 0.06],
    [0.22, "#ffffff", 0.4],
    [0.3, "#ffffff", 0.04],
    [0.8, "#ffffff", 0.02],
    [0.9, "#ffffff", 0.3],
    [1, "#ffffff", 0.1],
  ]);
  const growth = Array.from({ length: 9 }, () =>
    smear(
      sheet,
      `M${sheet.between(300, 620).toFixed(0)} ${sheet.between(380, 760).toFixed(0)}q40-30 80 10t-60 40z`,
      "#fff",
      0.75,
      12,
    ),
  ).join("");
  const drawing = [
    `<path d="${neck}" fill="${film}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`,
    `<path d="M420 180h120v90h-120z" fill="#f4f4ef" opacity=".9"/><path d="M426 186h108v78h-108z" fill="none" stroke="#b9bec4" stroke-width="2"/>`,
    modelled(sheet, outline, {
      fill: mix(look.colours[0], "#cdb892", 0.3),
      depth: 44,
      light: 0.3,
      shade: 0.7,
      inside: `<path d="${grain}" fill="${darker(look.colours[0], 0.4)}" opacity=".65"/>${growth}<path d="${outline}" fill="${film}"/>${smear(sheet, "M330 420q60 160 20 340M640 380q-40 200 0 400", "#fff", 0.6, 4, 8)}${smear(sheet, "M400 330q-20 60 10 120M560 330q30 70-4 150", "#fff", 0.5, 4, 7)}`,
    }),
    `<g transform="rotate(-1.5 480 600)">${modelled(sheet, "M376 510h210v190h-210z", { fill: second(look), depth: 8, light: 0.3, shade: 0.25 })}${printed(sheet, look.art, 481, 566, 38, third(look), look.colours[0])}${letterBlock(look.label, 481, 622, { ink: printOn(second(look)), height: 20, maxWidth: 180 })}</g>`,
  ];
  return { body: drawing.join(""), floor: 804, focus: [480, 540] };
};

/** A heap of hardwood plugs with spiral grooves and white growth, in front of their pouch. */
export const dowels: Painter = (sheet, look) => {
  const wood = look.colours[0];
  const plug = sheet.keep(
    `<rect x="-62" y="-19" width="124" height="38" rx="9" fill="${sheet.linear(
      [
        [0, lighter(wood, 0.35)],
        [0.35, wood],
        [1, darker(wood, 0.65)],
      ],
      0,
      0,
      0,
      1,
    )}"/><path d="M-48-18q12 18 0 36M-26-18q12 18 0 36M-4-18q12 18 0 36M18-18q12 18 0 36M40-18q12 18 0 36" fill="none" stroke="${darker(wood, 0.6)}" stroke-width="3" opacity=".6"/><ellipse cx="58" rx="11" ry="18" fill="${lighter(wood, 0.4)}"/><path d="M-50-12q20-8 40 0t50-2M-30 10q20-8 40 0" stroke="#fff" stroke-width="7" opacity=".5" stroke-linecap="round" fill="none"/>`,
  );
  const rows = [9, 8, 7, 5, 3, 1].flatMap((count, row) =>
    Array.from(
      { length: count },
      (_, at) => [480 + (at - (count - 1) / 2) * 84 + sheet.between(-10, 10), 786 - row * 44 + sheet.between(-8, 8)] as const,
    ),
  );
  const heap = rows
    .map(([x, y]) => `<use href="#${plug}" transform="translate(${x} ${y})rotate(${Math.round(sheet.between(-40, 40))})"/>`)
    .join("");
  const label = `<g transform="translate(0 -20)">${modelled(sheet, box(330, 230, 300, 420, 6), { fill: second(look), depth: 30, light: 0.3, shade: 0.4 })}${printed(sheet, look.art, 480, 350, 74, third(look), wood)}${letterBlock(look.label, 480, 450, { ink: printOn(second(look)), height: 28, maxWidth: 230 })}</g>`;
  return { body: `${contact(sheet, 480, 806, 400, 28)}${label}${heap}`, floor: 806, focus: [480, 640] };
};

/** Small mushrooms with brown caps in a dense group. */
export const tuft: Painter = (sheet, look) => {
  const places = [
    [-150, 300, 70],
    [150, 310, 74],
    [0, 250, 80],
    [-230, 420, 76],
    [230, 430, 72],
    [-80, 380, 88],
    [90, 390, 92],
    [-170, 520, 84],
    [170, 530, 88],
    [0, 500, 104],
    [-70, 620, 80],
    [90, 630, 76],
  ] as const;
  const drawing = places.map(
    ([dx, y, size]) =>
      stalk(sheet, [480 + dx * 0.22, 796], [480 + dx, y], 26, 20, mix(look.colours[0], "#efe2c9", 0.75)) +
      dome(
        sheet,
        480 + dx,
        y + 10,
        size * sheet.between(0.92, 1.1),
        size * 0.78,
        mix(look.colours[0], second(look), sheet.between(0, 0.5)),
      ),
  );
  return enlarged({ body: contact(sheet, 480, 806, 170, 24) + drawing.join(""), floor: 802, focus: [480, 480] }, 1.08);
};
