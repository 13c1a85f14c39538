import { printed } from "../art.ts";
import { colours, darker, lighter, printOn } from "../colours.ts";
import { blown } from "../glass-body.ts";
import { letter, letterBlock } from "../lettering.ts";
import { modelled, smear } from "../modelled.ts";
import { enlarged, type Painter, second, third } from "../subject.ts";
import { disc, lidTop, opaque, type Profile, roundPaint, turned, wrapped } from "../turned.ts";
import { drift, scattered } from "./seed.ts";

/** A corked glass vial with a paper label, filled with seeds. */
export const vial: Painter = (sheet, look) => {
  const profile: Profile = [
    [96, 250],
    [96, 290, 10],
    [132, 340, 30],
    [132, 790, 30],
    [124, 806],
  ];
  const inside = turned([
    [122, 470],
    [122, 780, 26],
    [114, 796],
  ]).path;
  const cork: Profile = [
    [92, 168, 8],
    [86, 300],
  ];
  const body = [
    opaque(sheet, cork, colours.sand, 0.1),
    lidTop(sheet, 480, 168, 92, lighter(colours.sand, 0.1), 0.1),
    `<path d="${inside}" fill="#120c07"/><g clip-path="${sheet.clip(inside)}">${scattered(sheet, drift(sheet, 480, 512, 112, 34, 30, 0.95))}${scattered(sheet, drift(sheet, 480, 744, 112, 44, 24, 0.95))}</g>`,
    blown(sheet, profile, { wall: 7 }),
    wrapped(sheet, 480, 132, 530, 702, look.colours[0]),
    printed(sheet, look.art, 480, 584, 34, second(look), third(look)),
    letterBlock(look.label, 480, 636, { ink: printOn(look.colours[0]), height: 22, maxWidth: 190 }),
  ];
  return { body: body.join("") + scattered(sheet, drift(sheet, 680, 820, 60, 10, 4, 0.95)), floor: 802, focus: [480, 500] };
};

/** A round tin with its lid leaning against it. */
export const tin: Painter = (sheet, look) => {
  const main = look.colours[0];
  const profile: Profile = [
    [210, 520],
    [210, 770],
  ];
  const rim: Profile = [
    [218, 470],
    [218, 540, 6],
    [214, 546],
  ];
  const body = [
    opaque(sheet, profile, darker(main, 0.1), 0.5),
    opaque(sheet, rim, main, 0.7),
    lidTop(sheet, 480, 470, 218, main, 0.5),
    disc(480, 470, 190, `fill="none" stroke="${lighter(main, 0.4)}" stroke-opacity=".5" stroke-width="3"`),
    `<g transform="translate(480 470)scale(1 .2)">${printed(sheet, look.art, 0, 0, 120, second(look), third(look))}</g>`,
    letterBlock(look.label, 480, 618, { ink: printOn(main), height: 34, maxWidth: 300, weight: 0.95 }),
    letter("SEEDS", 480, 720, { ink: printOn(main), height: 13, tracking: 3, opacity: 0.8 }),
    smear(sheet, "M300 560v190", "#fff", 0.35, 7, 22),
    scattered(sheet, drift(sheet, 700, 808, 110, 18, 9, 1.05)),
  ];
  return enlarged({ body: body.join(""), floor: 772, focus: [440, 560] }, 1.2);
};

/** A small jute sack, tied at its neck, with a card on the string. */
export const sack: Painter = (sheet, look) => {
  const main = look.colours[0];
  const bag = "M372 372q-120 90-130 270-6 120 40 150 200 34 396 0 46-30 40-150-10-180-130-270-108-30-216 0z";
  const neck = "M384 380q-20-90-60-150 60 26 84 10 30 24 72 4 42 20 72-4 24 16 84-10-40 60-60 150z";
  const weave = sheet.pattern(
    10,
    10,
    '<path d="M0 0h5v5h-5zM5 5h5v5h-5z" fill="#000" fill-opacity=".2"/><path d="M5 0h5v5h-5z" fill="#fff" fill-opacity=".12"/>',
    3,
  );
  const folds = [-70, -30, 10, 50, 84]
    .map((x) => smear(sheet, `M${480 + x * 0.6} 392q${x * 0.5} 90 ${x * 1.4} 210`, x % 4 ? "#fff" : "#000", 0.3, 6, 13))
    .join("");
  const inside = (path: string) => `<path d="${path}" fill="${weave}"/>`;
  const body = [
    modelled(sheet, neck, { fill: main, inside: inside(neck), depth: 26 }),
    modelled(sheet, bag, { fill: main, inside: inside(bag) + folds, depth: 70, light: 0.35, shade: 0.75 }),
    `<path d="M366 376q114 34 228 0" fill="none" stroke="${darker(main, 0.6)}" stroke-width="20"/><path d="M366 372q114 34 228 0M368 382q112 32 224 0" fill="none" stroke="${colours.cream}" stroke-width="6"/>`,
    `<g transform="rotate(7 480 400)"><path d="M480 396v70" stroke="${colours.cream}" stroke-width="3"/>${modelled(sheet, "M392 462l30-24h116l30 24v200h-176z", { fill: second(look), depth: 12, light: 0.4, shade: 0.35 })}<circle cx="480" cy="464" r="8" fill="#1a140d"/>${printed(sheet, look.art, 480, 542, 48, third(look), main)}${letterBlock(look.label, 480, 602, { ink: printOn(second(look)), height: 20, maxWidth: 140 })}</g>`,
    scattered(sheet, drift(sheet, 280, 812, 90, 14, 6, 1)),
  ];
  return { body: body.join(""), floor: 796, focus: [480, 520] };
};

/** A seedling in a clay pot. */
export const sprout: Painter = (sheet, look) => {
  const clay = look.colours[0];
  const pot: Profile = [
    [168, 560],
    [128, 800],
  ];
  const collar: Profile = [
    [188, 500],
    [184, 566, 6],
    [170, 572],
  ];
  const green = second(look);
  const blade = (turn: number, size: number) =>
    `<g transform="translate(480 300)rotate(${turn})scale(${size})">${modelled(sheet, "M0 0C-70-40-84-130 0-230 84-130 70-40 0 0z", { fill: green, depth: 20, light: 0.35, inside: `<path d="M0 0V-210M0-40l-36-34M0-40l36-34M0-90l-40-38M0-90l40-38M0-140l-26-28M0-140l26-28" fill="none" stroke="${lighter(green, 0.45)}" stroke-opacity=".6" stroke-width="3"/>` })}</g>`;
  const soil = disc(
    480,
    506,
    168,
    `fill="${sheet.radial([
      [0, "#4a3626"],
      [1, "#120c08"],
    ])}"`,
  );
  const body = [
    opaque(sheet, pot, clay, 0.1),
    opaque(sheet, collar, lighter(clay, 0.05), 0.12),
    disc(480, 500, 188, `fill="${roundPaint(sheet, darker(clay, 0.2), 0)}"`),
    soil,
    `<path d="M480 512q-10-110 0-216" fill="none" stroke="${lighter(green, 0.25)}" stroke-width="15" stroke-linecap="round"/><path d="M476 500q-9-100 1-196" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="4"/>`,
    blade(-98, 0.72),
    blade(98, 0.72),
    blade(-34, 1),
    blade(36, 0.94),
    blade(0, 0.6),
    `<g transform="rotate(8 590 500)">${modelled(sheet, "M566 340h92v130l-46 60-46-60z", { fill: third(look), depth: 10, light: 0.4, shade: 0.3 })}${letterBlock(look.label, 612, 372, { ink: printOn(third(look)), height: 14, maxWidth: 74 })}</g>`,
  ];
  return { body: body.join(""), floor: 800, focus: [480, 380] };
};
