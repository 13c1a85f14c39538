import { printed } from "../art.ts";
import { darker, lighter, mix } from "../colours.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, folds, seam } from "./cloth.ts";

export const cap: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const crown = "M216 560Q200 280 420 214 520 188 620 232 760 300 764 540 640 604 480 604 320 604 216 560z";
  const brim = "M214 552Q330 500 470 500 660 500 770 546 900 640 884 720 800 700 700 664 560 626 400 650 262 660 214 552z";
  const inside = [
    folds(sheet, colour, ["M300 330Q270 430 280 540", "M690 330Q730 420 726 520"], 18),
    seam("M470 202Q450 380 470 520M470 202Q300 300 250 540M470 202Q650 290 716 540", colour),
    `<g transform="rotate(4 500 420)">${printed(sheet, look.art, 496, 402, 74, second(look), third(look))}</g>`,
  ].join("");
  const visor =
    folds(sheet, colour, ["M320 560Q520 540 720 590"], 16) +
    [0, 1, 2, 3]
      .map((row) => seam(`M${250 + row * 8} ${590 + row * 12}Q480 ${560 + row * 24} 860 ${700 - row * 20}`, colour))
      .join("");
  const body = [
    `<path d="M232 590Q480 640 760 580 700 690 480 690T232 590z" fill="${darker(colour, 0.75)}"/>`,
    cloth(sheet, crown, colour, { inside, depth: 50, weave: "canvas" }),
    cloth(sheet, brim, mix(colour, look.colours[1] ?? colour, look.art === "none" ? 0.9 : 0), {
      inside: visor,
      depth: 26,
      weave: "canvas",
    }),
    cloth(sheet, "M448 206q22-16 46 0 4 18-22 18t-24-18z", colour, { depth: 8, weave: "none" }),
    `<g fill="${darker(colour, 0.5)}"><circle cx="380" cy="330" r="7"/><circle cx="600" cy="316" r="7"/></g>`,
  ];
  return { body: `<g transform="translate(-60 10)scale(1.04)">${body.join("")}</g>`, floor: 720, focus: [470, 420] };
};

export const beanie: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const dome = "M226 620Q214 250 480 200 746 250 734 620z";
  const cuff = "M206 586Q480 548 754 586L762 760Q480 800 198 760z";
  const rib = sheet.pattern(
    34,
    34,
    '<path d="M0 0v34" stroke="#000" stroke-opacity=".4" stroke-width="13"/><path d="M17 0v34" stroke="#fff" stroke-opacity=".2" stroke-width="12"/>',
  );
  const crown = Array.from({ length: 13 }, (_, at) => `M${236 + at * 40.6} 620Q${300 + at * 30} 330 ${440 + at * 6.6} 214`).join(
    "",
  );
  const inside = `<path d="${crown}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="13" filter="${sheet.blur(4)}"/><path d="${crown}" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="10" transform="translate(-16 0)" filter="${sheet.blur(4)}"/>`;
  const patch = `<g transform="rotate(-3 610 680)"><path d="M546 628h128v100h-128z" fill="${second(look)}" stroke="${darker(second(look), 0.4)}" stroke-width="3"/>${printed(sheet, look.art, 610, 678, 38, third(look), colour)}</g>`;
  const body = [
    cloth(sheet, dome, colour, { inside, depth: 60, weave: "knit" }),
    cloth(sheet, cuff, lighter(colour, 0.03), { inside: `<path d="${cuff}" fill="${rib}"/>`, depth: 40, weave: "knit" }),
    patch,
  ];
  return { body: body.join(""), floor: 780, focus: [580, 640] };
};

export const bucket: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const dots = sheet.pattern(
    120,
    120,
    printed(sheet, look.art, 34, 34, 26, second(look), third(look)) +
      printed(sheet, look.art, 94, 94, 26, third(look), second(look)),
    -8,
  );
  const crown = "M284 560L322 300Q340 250 480 244 620 250 638 300L676 560Q480 600 284 560z";
  const brim = "M280 548Q480 596 680 548 800 620 846 716 660 796 480 796T114 716Q160 620 280 548z";
  const rows = [0, 1, 2, 3]
    .map((row) => seam(`M${250 - row * 30} ${596 + row * 36}Q480 ${660 + row * 40} ${710 + row * 30} ${596 + row * 36}`, colour))
    .join("");
  const body = [
    cloth(sheet, crown, colour, {
      inside: `<path d="${crown}" fill="${dots}"/>${folds(sheet, colour, ["M400 260Q390 400 400 560", "M600 300Q610 420 596 570"])}`,
      depth: 44,
      weave: "canvas",
    }),
    `<path d="M324 300Q480 340 636 300" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="5"/>`,
    cloth(sheet, brim, colour, { inside: `<path d="${brim}" fill="${dots}"/>${rows}`, depth: 34, weave: "canvas" }),
  ];
  return { body: body.join(""), floor: 790, focus: [480, 460] };
};
