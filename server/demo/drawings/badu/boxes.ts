import { printed } from "../art.ts";
import { colours, darker, lighter } from "../colours.ts";
import { letter, letterBlock } from "../lettering.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { box } from "../paths.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, type Painter, type Subject, second, third } from "../subject.ts";

/** A block that shows its front and its right side; `side` is its depth. */
export function block(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  side: number,
  colour: string,
  front = "",
): string {
  const [up, right] = [side * 0.34, x + width];
  return [
    `<path d="M${right} ${y}l${side} ${-up}v${height}l${-side} ${up}z" fill="${sheet.linear([
      [0, darker(colour, 0.42)],
      [1, darker(colour, 0.72)],
    ])}"/>`,
    `<path d="M${x} ${y}l${side} ${-up}h${width}l${-side} ${up}z" fill="${sheet.linear([
      [0, lighter(colour, 0.28)],
      [1, colour],
    ])}"/>`,
    modelled(sheet, box(x, y, width, height, 3), {
      fill: sheet.linear(
        [
          [0, lighter(colour, 0.12)],
          [1, darker(colour, 0.25)],
        ],
        0,
        0,
        1,
        1,
      ),
      depth: 14,
      light: 0.22,
      shade: 0.25,
      inside: front,
    }),
    `<path d="M${x} ${y}h${width}v${height}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"/>`,
  ].join("");
}

/** The box of an order: plain cardboard with the product's mark. */
export function carton(sheet: Sheet, look: Look, pale: boolean): Subject {
  const card = pale ? colours.kraft : "#2a2622";
  const ink = pale ? "#3a2a18" : colours.sand;
  const tape = `<path d="M430 240h90v566h-90z" fill="${pale ? colours.bone : "#3a342d"}" opacity=".55"/>`;
  const front = `${tape}${printed(sheet, "leaf", 475, 450, 84, ink, card)}${letterBlock(look.label, 475, 574, { ink, height: 28, maxWidth: 350 })}${letter("PACKED WITH CARE", 475, 736, { ink, height: 12, tracking: 2, opacity: 0.7 })}`;
  return {
    body: contact(sheet, 540, 812, 330, 26, pale ? 0.25 : 0.8) + block(sheet, 240, 260, 470, 546, 120, card, front),
    floor: 806,
    focus: [475, 480],
  };
}

export const papers: Painter = (sheet, look) => {
  const main = look.colours[0];
  const leaves = Array.from(
    { length: 6 },
    (_, at) =>
      `<path d="M${330 + at * 7} ${300 - at * 15}h360l40-26h-356z" fill="${lighter(colours.cream, 0.5 - at * 0.05)}" stroke="#b8ad94" stroke-opacity=".5" stroke-width="1.5"/>`,
  ).join("");
  const front = `${printed(sheet, look.art, 480, 520, 90, second(look), third(look))}${letterBlock(look.label, 480, 640, { ink: second(look), height: 38, maxWidth: 320, weight: 0.95 })}<path d="M320 360h320M320 750h320" stroke="${second(look)}" stroke-opacity=".6" stroke-width="3"/>${letter("32 LEAVES", 480, 762, { ink: second(look), height: 13, tracking: 2 })}`;
  const lid = modelled(sheet, "M270 320l52-170h392l-34 170z", {
    fill: darker(main, 0.2),
    depth: 18,
    inside: smear(sheet, "M300 310l40-140", "#fff", 0.3, 8, 20),
  });
  return {
    body: contact(sheet, 520, 812, 300, 26) + lid + leaves + block(sheet, 270, 320, 410, 486, 60, main, front),
    floor: 806,
    focus: [480, 460],
  };
};

/** A box of long matches with a half-open drawer. */
export const matches: Painter = (sheet, look) => {
  const main = look.colours[0];
  const sticks = Array.from({ length: 13 }, (_, at) => {
    const x = 346 + at * 22;
    return `<path d="M${x} 420v-${150 + sheet.between(-8, 12)}" stroke="#d8bd8d" stroke-width="13"/><ellipse cx="${x}" cy="${264 + sheet.between(-8, 8)}" rx="10" ry="19" fill="${sheet.radial(
      [
        [0, lighter(third(look), 0.45)],
        [0.6, third(look)],
        [1, darker(third(look), 0.6)],
      ],
      0.36,
      0.3,
      0.8,
    )}"/>`;
  }).join("");
  const front = `${printed(sheet, look.art, 480, 560, 84, second(look), third(look))}${letterBlock(look.label, 480, 678, { ink: second(look), height: 32, maxWidth: 280, weight: 0.95 })}`;
  const strike = `<path d="M640 424l70-24v370l-70 26z" fill="${sheet.pattern(8, 8, '<path d="M0 0h8v8h-8z" fill="#2c201b"/><path d="M1 1h3v3h-3zM5 5h2v2h-2z" fill="#6b4a3d"/>')}"/>`;
  return {
    body:
      contact(sheet, 510, 812, 260, 26) +
      modelled(sheet, "M330 300h300v140h-300z", { fill: colours.kraft, depth: 20 }) +
      sticks +
      `<path d="M330 380h300v40h-300z" fill="${darker(colours.kraft, 0.15)}"/>` +
      block(sheet, 320, 410, 320, 396, 72, main, front) +
      strike,
    floor: 806,
    focus: [480, 420],
  };
};

/** A cone of incense sticks in front of their slim box. */
export const incense: Painter = (sheet, look) => {
  const main = look.colours[0];
  const sticks = Array.from({ length: 9 }, (_, at) => {
    const [foot, top] = [650 + at * 5, 600 + at * 34];
    return `<path d="M${foot} 790L${top} ${230 + Math.abs(at - 4) * 12}" stroke="#6d4a2a" stroke-width="7"/><path d="M${foot - (foot - top) * 0.22} 668L${top} ${230 + Math.abs(at - 4) * 12}" stroke="${mixWood(at)}" stroke-width="13" stroke-linecap="round"/>`;
  }).join("");
  const smoke = smear(sheet, "M700 220C660 160 760 130 700 70 680 40 720 20 710 0", "#d8dde0", 0.3, 9, 16);
  const front = `${printed(sheet, look.art, 380, 420, 74, second(look), third(look))}${letterBlock(look.label, 380, 540, { ink: second(look), height: 30, maxWidth: 190, weight: 0.95 })}${letter("24 STICKS", 380, 740, { ink: second(look), height: 12, tracking: 2 })}`;
  const dish = `<ellipse cx="676" cy="800" rx="110" ry="20" fill="${sheet.linear([
    [0, "#8b9096"],
    [0.4, "#3b3f43"],
    [1, "#17191b"],
  ])}"/><ellipse cx="676" cy="793" rx="96" ry="13" fill="#0d0e0f"/>`;
  return {
    body: contact(sheet, 480, 814, 330, 24) + smoke + block(sheet, 270, 230, 220, 576, 60, main, front) + dish + sticks,
    floor: 806,
    focus: [420, 460],
  };
};

const mixWood = (at: number): string => ["#5a3b28", "#4a3022", "#6b4a33"][at % 3] ?? "#5a3b28";
