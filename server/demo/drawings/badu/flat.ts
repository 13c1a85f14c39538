import { isArt, printed } from "../art.ts";
import { colours, darker, lighter, mix, printOn } from "../colours.ts";
import { leafOutline } from "../leaf.ts";
import { letter, letterBlock } from "../lettering.ts";
import { contact, modelled, smear } from "../modelled.ts";
import { blob, box } from "../paths.ts";
import { type Painter, second, third } from "../subject.ts";
import { roundPaint } from "../turned.ts";

/** A shallow pressed tray, leaning backward. */
export const tray: Painter = (sheet, look) => {
  const main = look.colours[0];
  const outer = box(170, 270, 620, 520, 70);
  const inner = box(206, 306, 548, 448, 46);
  const rim = sheet.linear(
    [
      [0, lighter(main, 0.6)],
      [0.3, main],
      [0.7, darker(main, 0.5)],
      [1, lighter(main, 0.15)],
    ],
    0,
    0,
    1,
    1,
  );
  const inside = `${printed(sheet, look.art, 480, 476, 124, second(look), third(look))}${letterBlock(look.label, 480, 644, { ink: second(look), height: 34, maxWidth: 430, weight: 0.95 })}<path d="${box(232, 332, 496, 396, 30)}" fill="none" stroke="${second(look)}" stroke-opacity=".7" stroke-width="4"/>${smear(sheet, "M260 760L520 280", "#fff", 0.2, 18, 70)}`;
  const body = `${contact(sheet, 480, 802, 330, 24)}<path d="${outer}" fill="${rim}"/><path d="${outer}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>${modelled(sheet, inner, { fill: darker(main, 0.06), depth: 26, light: 0.05, shade: 0.3, inside })}<path d="M216 740V350q0-36 36-36h470" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="16" filter="${sheet.blur(5)}"/><path d="M754 340v370q0 44-44 44H250" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="4"/>`;
  return { body, floor: 796, focus: [440, 480] };
};

/** A few die-cut stickers, one with a lifted corner. */
export const stickers: Painter = (sheet, look) => {
  const inks = [look.colours[0], second(look), third(look)];
  const arts = [look.art, "eye", "cap", "bloom", "mountain"].filter(isArt);
  const places = [
    [330, 330, -14, 140],
    [630, 320, 11, 136],
    [280, 610, 9, 128],
    [680, 620, -9, 138],
    [480, 500, -3, 158],
  ] as const;
  const drawing = places.map(([x, y, turn, r], at) => {
    const ground = inks[at % 3] ?? look.colours[0];
    const shape = at % 2 ? box(-r, -r * 0.8, r * 2, r * 1.6, 40) : blob(0, 0, r, r, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    return `<g transform="translate(${x} ${y})rotate(${turn})"><g transform="translate(6 12)" opacity=".8">${`<path d="${shape}" fill="#000" filter="${sheet.blur(9)}"/>`}</g><path d="${shape}" fill="#f7f4ec"/><g transform="scale(.9)">${`<path d="${shape}" fill="${ground}"/>`}</g>${printed(sheet, arts[at % arts.length] ?? "leaf", 0, at === 4 ? -26 : 0, r * 0.58, printOn(ground), inks[(at + 1) % 3] ?? ground)}${at === 4 ? letterBlock(look.label, 0, r * 0.42, { ink: printOn(ground), height: 22, maxWidth: r * 1.3 }) : ""}<path d="${shape}" fill="${sheet.linear(
      [
        [0, "#ffffff", 0.5],
        [0.4, "#ffffff", 0.04],
        [0.62, "#ffffff", 0.2],
        [1, "#000000", 0.28],
      ],
      0,
      0,
      1,
      1,
    )}"/></g>`;
  });
  return { body: contact(sheet, 480, 742, 290, 20) + drawing.join(""), floor: 740, focus: [480, 480] };
};

/** A pin of hard enamel on a backing card. */
export const pin: Painter = (sheet, look) => {
  const card = look.colours[0];
  const metal = colours.gold;
  const leaf = leafOutline(2.1, 3);
  const gilt = sheet.linear(
    [
      [0, lighter(metal, 0.7)],
      [0.35, metal],
      [0.6, darker(metal, 0.5)],
      [1, lighter(metal, 0.3)],
    ],
    0,
    0,
    1,
    1,
  );
  const enamel = sheet.linear(
    [
      [0, lighter(second(look), 0.4)],
      [0.4, second(look)],
      [1, darker(second(look), 0.4)],
    ],
    0,
    0,
    1,
    1,
  );
  const body = [
    contact(sheet, 480, 806, 270, 22),
    modelled(sheet, box(250, 170, 460, 630, 18), {
      fill: sheet.linear(
        [
          [0, lighter(card, 0.1)],
          [1, darker(card, 0.2)],
        ],
        0,
        0,
        1,
        1,
      ),
      depth: 16,
      light: 0.3,
      shade: 0.3,
      inside: `<path d="${box(274, 194, 412, 582, 10)}" fill="none" stroke="${third(look)}" stroke-width="3"/>`,
    }),
    letterBlock(look.label, 480, 664, { ink: printOn(card), height: 28, maxWidth: 320 }),
    letter("HARD ENAMEL", 480, 742, { ink: printOn(card), height: 11, tracking: 2, opacity: 0.7 }),
    `<g transform="translate(480 520)"><path d="${leaf}" fill="#000" stroke="#000" stroke-width="22" stroke-linejoin="round" opacity=".6" transform="translate(10 18)" filter="${sheet.blur(8)}"/>${sheet.coats(leaf, [`fill="${gilt}" stroke="${gilt}" stroke-width="24" stroke-linejoin="round"`, `fill="${enamel}" stroke="${enamel}" stroke-width="3"`])}${smear(sheet, "M-120-150Q-40-220 40-230", "#fff", 0.8, 5, 12)}${smear(sheet, "M-30-30Q-14-130 0-200", "#fff", 0.6, 3, 6)}</g>`,
  ];
  return { body: body.join(""), floor: 800, focus: [480, 400] };
};

/** A refillable lighter in a fitted sleeve. */
export const sleeve: Painter = (sheet, look) => {
  const main = look.colours[0];
  const sleeve = box(360, 380, 240, 420, 20);
  const steel = roundPaint(sheet, colours.silver, 0.95);
  const body = [
    contact(sheet, 480, 806, 170, 22),
    `<path d="M372 250h216v140h-216z" fill="${steel}"/><path d="M372 250q0-30 30-30h110v34h-140z" fill="${steel}"/><circle cx="552" cy="222" r="36" fill="${roundPaint(sheet, "#555a5f", 0.6)}"/><circle cx="552" cy="222" r="36" fill="none" stroke="#1b1d1f" stroke-width="9" stroke-dasharray="4 4"/><path d="M400 262h110v20h-110zM400 296h110v14h-110z" fill="#1b1d1f" opacity=".7"/>`,
    `<path d="M450 206C420 150 470 120 462 60 510 110 506 160 486 206z" fill="${sheet.linear(
      [
        [0, "#ffe9a8"],
        [0.6, "#ffb02e"],
        [1, "#4a7fe0"],
      ],
      0,
      0,
      0,
      1,
    )}" filter="${sheet.blur(2)}"/><circle cx="470" cy="150" r="190" fill="${sheet.radial([
      [0, "#ffb02e", 0.35],
      [1, "#ffb02e", 0],
    ])}"/>`,
    `<g clip-path="${sheet.clip(sleeve)}"><path d="${sleeve}" fill="${main}"/>${printed(sheet, look.art, 480, 540, 74, second(look), third(look))}${letterBlock(look.label, 480, 648, { ink: second(look), height: 24, maxWidth: 180 })}<path d="${sleeve}" fill="${sheet.linear(
      [
        [0, "#000000", 0.6],
        [0.14, "#ffffff", 0.25],
        [0.3, "#ffffff", 0.06],
        [0.7, "#000000", 0.2],
        [1, "#000000", 0.7],
      ],
    )}"/></g>`,
    `<path d="M366 386h228M366 794h228" stroke="${lighter(main, 0.4)}" stroke-width="3" stroke-dasharray="9 6"/>`,
  ];
  return { body: body.join(""), floor: 802, focus: [480, 460] };
};

/** A zipped case of waxed cloth. */
export const zipcase: Painter = (sheet, look) => {
  const main = look.colours[0];
  const outline = "M170 420q4-60 60-64 250-20 500 0 56 4 60 64 14 160 0 320-4 60-60 64-250 20-500 0-56-4-60-64-14-160 0-320z";
  const weave = sheet.pattern(8, 8, '<path d="M0 0h4v4h-4zM4 4h4v4h-4z" fill="#000" fill-opacity=".12"/>');
  const inside = `<path d="${outline}" fill="${weave}"/>${smear(sheet, "M220 500Q400 560 440 760M740 480Q620 560 640 780", "#fff", 0.13, 14, 40)}${smear(sheet, "M260 520Q420 600 450 780", "#000", 0.3, 12, 22)}`;
  const zip = `<path d="M176 436q304-26 608 0" fill="none" stroke="${darker(main, 0.6)}" stroke-width="30"/><path d="M180 436q300-26 600 0" fill="none" stroke="${colours.gold}" stroke-width="13" stroke-dasharray="5 4"/><path d="M690 424l34 2 4 26h-40zM704 450h10l8 70h-26z" fill="${sheet.linear(
    [
      [0, lighter(colours.gold, 0.5)],
      [1, darker(colours.gold, 0.4)],
    ],
  )}"/>`;
  const patch = modelled(sheet, box(370, 540, 220, 150, 8), {
    fill: mix(colours.copper, "#6b4a33", 0.4),
    depth: 10,
    light: 0.3,
    shade: 0.3,
  });
  const print =
    printed(sheet, look.art, 480, 596, 38, second(look), third(look)) +
    letterBlock(look.label, 480, 644, { ink: second(look), height: 17, maxWidth: 180 });
  return {
    body: `${contact(sheet, 480, 806, 330, 26)}${modelled(sheet, outline, { fill: main, depth: 50, light: 0.3, shade: 0.6, inside })}${zip}${patch}${print}<path d="${box(378, 548, 204, 134, 6)}" fill="none" stroke="#f3e3c0" stroke-opacity=".7" stroke-width="2.4" stroke-dasharray="8 5"/>`,
    floor: 800,
    focus: [560, 500],
  };
};
