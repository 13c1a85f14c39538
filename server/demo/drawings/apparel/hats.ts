import { printed } from "../art.ts";
import { darker, lighter, mix } from "../colours.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, fold, seam, shadow, standing } from "./cloth.ts";

export const cap: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const crown = "M212 610Q186 330 398 232Q500 190 610 238Q752 306 764 560Q640 632 480 640Q320 640 212 610z";
  const brim =
    "M238 596Q400 530 560 524Q700 520 762 548Q900 628 924 712Q912 742 872 732Q760 690 620 676Q400 656 272 660Q222 640 238 596z";
  const panels = "M466 212Q452 400 476 640M466 212Q300 310 248 620M466 212Q650 300 712 596";
  const inside = [
    seam(panels, colour),
    `<g fill="${darker(colour, 0.6)}" stroke="${lighter(colour, 0.2)}" stroke-width="4"><circle cx="362" cy="352" r="7"/><circle cx="588" cy="336" r="7"/></g>`,
    `<g transform="rotate(3 500 420)">${shadow(sheet, "M440 456h120", 8, 0.2)}${printed(sheet, look.art, 512, 404, 76, second(look), third(look))}</g>`,
    shadow(sheet, "M238 610Q400 540 560 534T764 556", 26, 0.55),
  ].join("");
  const stitches = [0, 1, 2, 3, 4]
    .map((row) => `M${282 + row * 18} ${608 + row * 9}Q${520 + row * 10} ${536 + row * 26} ${792 + row * 20} ${590 + row * 24}`)
    .join("");
  const tone = mix(colour, look.colours[1] ?? colour, look.art === "none" ? 0.9 : 0);
  const body = [
    standing(sheet, 520, 716, 300),
    `<path d="M216 606Q250 690 480 704Q700 706 880 728Q760 660 560 640z" fill="${darker(colour, 0.86)}"/>`,
    cloth(sheet, crown, colour, {
      inside,
      depth: 46,
      weave: "canvas",
      folds: [
        fold([300, 330], [260, 450], [290, 600], 50),
        fold([420, 260], [400, 420], [430, 560], 40),
        fold([690, 330], [726, 440], [700, 560], 40),
        fold([560, 560], [640, 520], [740, 540], 26),
      ],
    }),
    cloth(sheet, "M438 214Q464 190 492 214Q494 232 466 230Q438 232 438 214z", colour, { depth: 8, weave: "none" }),
    cloth(sheet, brim, tone, {
      inside: `<path d="${stitches}" fill="none" stroke="${darker(tone, 0.6)}" stroke-opacity=".5" stroke-width="2.2"/><path d="${stitches}" fill="none" stroke="${lighter(tone, 0.35)}" stroke-opacity=".6" stroke-width="1.6" stroke-dasharray="6 4" transform="translate(0 4)"/>`,
      depth: 26,
      weave: "canvas",
      folds: [fold([300, 640], [540, 570], [820, 640], 60)],
    }),
  ];
  return { body: `<g transform="translate(-40-14)scale(1.02)">${body.join("")}</g>`, floor: 712, focus: [490, 380] };
};

/** Ribs run from the cuff to the top of the crown, where they meet. */
export const beanie: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const dome = "M214 640Q196 250 480 196Q764 250 746 640z";
  const cuff = "M200 596Q480 640 760 596Q774 690 764 772Q480 822 196 772Q186 690 200 596z";
  const ribs = Array.from({ length: 17 }, (_, at) => {
    const part = Math.sin(((at - 8) / 17) * Math.PI);
    return `M${480 + part * 272} 660Q${480 + part * 280} 330 ${480 + part * 40} 204`;
  }).join("");
  const cuffRibs = Array.from({ length: 21 }, (_, at) => {
    const part = Math.sin(((at - 10) / 21) * Math.PI);
    return `M${480 + part * 282} ${638 - part * part * 40}Q${480 + part * 290} 710 ${480 + part * 284} ${800 - part * part * 26}`;
  }).join("");
  const ribbed = (path: string, width: number) =>
    sheet.coats(path, [
      `fill="none" stroke="#000" stroke-opacity=".42" stroke-width="${width}" filter="${sheet.blur(4)}"`,
      `fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="${width * 0.7}" transform="translate(${-width * 1.2} 0)" filter="${sheet.blur(3)}"`,
    ]);
  const badge = "M552 664L668 654L674 748L558 760z";
  const patch = `${shadow(sheet, badge, 10, 0.4)}${cloth(sheet, badge, second(look), { depth: 6, round: 0.3, weave: "canvas" })}<path d="${badge}" fill="none" stroke="${darker(second(look), 0.35)}" stroke-width="2" stroke-dasharray="6 4" transform="translate(61 70.7)scale(.9)"/><g transform="rotate(-5 612 706)">${printed(sheet, look.art, 613, 704, 34, third(look), colour)}</g>`;
  const body = [
    standing(sheet, 480, 796, 262),
    cloth(sheet, dome, colour, {
      inside: ribbed(ribs, 11),
      depth: 50,
      weave: "knit",
      folds: [fold([330, 330], [300, 430], [340, 600], 60)],
    }),
    shadow(sheet, "M214 606Q480 648 746 606", 20, 0.5),
    cloth(sheet, cuff, lighter(colour, 0.03), {
      inside: ribbed(cuffRibs, 10),
      depth: 36,
      weave: "knit",
      folds: [fold([260, 640], [480, 680], [700, 636], 40)],
    }),
    patch,
  ];
  return { body: body.join(""), floor: 794, focus: [580, 640] };
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
  const crown = "M280 590L312 372Q330 324 480 314Q630 324 648 372L680 590Q480 630 280 590z";
  const brim =
    "M276 566Q480 624 684 566Q806 630 852 730Q846 764 800 776Q640 816 480 816Q320 816 160 776Q114 764 108 730Q154 630 276 566z";
  const printedOn = (path: string) => `<path d="${path}" fill="${dots}"/>`;
  const rows = [0, 1, 2, 3]
    .map((row) => `M${246 - row * 28} ${606 + row * 38}Q480 ${680 + row * 40} ${714 + row * 28} ${606 + row * 38}`)
    .join("");
  const body = [
    standing(sheet, 480, 790, 340),
    cloth(sheet, crown, colour, {
      inside: `${printedOn(crown)}${seam("M314 376Q480 420 646 376", colour)}${shadow(sheet, "M284 584Q480 632 676 584", 22, 0.4)}`,
      depth: 40,
      weave: "canvas",
      folds: [
        fold([390, 350], [370, 450], [396, 600], 44),
        fold([590, 370], [610, 460], [580, 590], 40),
        fold([480, 380], [500, 460], [470, 560], 30),
      ],
    }),
    cloth(sheet, brim, colour, {
      inside: `${printedOn(brim)}${seam(rows, colour)}${seam("M132 744Q300 796 480 796T828 744", colour)}`,
      depth: 30,
      weave: "canvas",
      folds: [
        fold([250, 620], [230, 700], [180, 770], 50),
        fold([440, 650], [470, 720], [430, 810], 56),
        fold([660, 630], [690, 700], [730, 790], 50),
      ],
    }),
  ];
  return { body: body.join(""), floor: 790, focus: [480, 460] };
};
