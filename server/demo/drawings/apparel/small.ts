import { printed } from "../art.ts";
import { darker } from "../colours.ts";
import { letterBlock } from "../lettering.ts";
import { contact } from "../modelled.ts";
import { type Painter, second, third } from "../subject.ts";
import { cloth, fold, seam, shadow, standing } from "./cloth.ts";

/** Two socks, as if feet were in them, seen from the side. */
export const socks: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const sock =
    "M330 150Q410 166 490 150Q498 330 500 500Q506 590 580 640L704 702Q770 742 756 800Q744 830 690 834L400 834Q330 830 322 760Q312 690 326 600Q322 380 330 150z";
  const toe = "M628 640Q600 740 624 850H800V640z";
  const heel = "M290 640Q420 660 430 770Q420 820 380 850H280z";
  const bands = [0, 1, 2].map(
    (row) =>
      `<path d="M300 ${262 + row * 34}q110 24 220 0" fill="none" stroke="${row === 1 ? third(look) : second(look)}" stroke-width="16"/>`,
  );
  const one = (print: boolean) => {
    const inside = [
      `<path d="${toe}${heel}" fill="${second(look)}"/>`,
      ...bands,
      print ? printed(sheet, look.art, 412, 470, 54, second(look), third(look)) : "",
      seam("M628 664Q604 740 624 836M318 654Q420 664 430 770Q424 812 396 836", second(look), false),
    ];
    return (
      cloth(sheet, sock, colour, {
        inside: inside.join(""),
        depth: 28,
        weave: "knit",
        folds: [
          fold([500, 540], [440, 590], [340, 610], 30),
          fold([520, 590], [450, 650], [400, 650], 26),
          fold([570, 640], [530, 700], [470, 720], 26),
          fold([338, 560], [400, 540], [470, 560], 22),
          fold([480, 380], [470, 440], [494, 520], 26),
        ],
      }) +
      shadow(sheet, "M332 236Q410 252 488 236", 10, 0.36) +
      cloth(sheet, "M324 124Q410 144 496 124L498 230Q410 250 322 230z", second(look), { depth: 16, weave: "rib" }) +
      `<path d="M326 125Q410 104 494 125Q410 142 326 125z" fill="${darker(second(look), 0.6)}"/>`
    );
  };
  const body = [
    `<g transform="translate(92-46)">${standing(sheet, 540, 832, 220)}${one(false)}</g>`,
    `<g transform="translate(-140 14)">${contact(sheet, 590, 720, 120, 150, 0.25)}${standing(sheet, 540, 832, 220)}${one(true)}</g>`,
  ];
  return { body: body.join(""), floor: 832, focus: [330, 440] };
};

export const tote: Painter = (sheet, look) => {
  const colour = look.colours[0];
  const bag = "M222 372Q480 396 738 372Q758 620 742 838Q738 856 720 858Q480 880 240 858Q222 856 218 838Q202 620 222 372z";
  const handle = (low: number, high: number) => `M352 ${low}Q352 ${high} 480 ${high}T608 ${low}`;
  const strap = (path: string, tone: string) =>
    `<path d="${path}" fill="none" stroke="${darker(tone, 0.5)}" stroke-width="41"/><path d="${path}" fill="none" stroke="${tone}" stroke-width="36"/><path d="${path}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="9" transform="translate(-9-8)" filter="${sheet.blur(4)}"/><path d="${path}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="10" transform="translate(10 12)" filter="${sheet.blur(4)}"/><path d="${path}" fill="none" stroke="${darker(tone, 0.35)}" stroke-opacity=".6" stroke-width="2" stroke-dasharray="8 5" transform="translate(0 12)"/>`;
  const tabs = "M334 396h36v60h-36zM590 396h36v60h-36z";
  const inside = [
    printed(sheet, look.art, 480, 570, 112, second(look), third(look)),
    letterBlock(look.label, 480, 712, { ink: second(look), height: 32, maxWidth: 380, weight: 0.95 }),
    seam("M226 418Q480 440 734 418", colour),
  ].join("");
  const body = [
    standing(sheet, 480, 862, 262),
    strap(handle(400, 100), darker(colour, 0.2)),
    cloth(sheet, bag, colour, {
      inside,
      depth: 34,
      weave: "canvas",
      folds: [
        fold([250, 400], [310, 560], [260, 780], 56),
        fold([350, 420], [330, 520], [300, 640], 40),
        fold([712, 400], [650, 570], [700, 800], 56),
        fold([610, 420], [640, 520], [630, 640], 40),
        fold([320, 830], [420, 770], [520, 850], 40),
        fold([560, 830], [640, 780], [730, 840], 36),
        fold([400, 400], [480, 440], [570, 400], 30),
      ],
    }),
    shadow(sheet, "M340 400V450M614 400V450", 16, 0.3),
    strap(handle(440, 154), colour),
    `<path d="${tabs}" fill="${colour}" fill-opacity=".9" stroke="${darker(colour, 0.5)}" stroke-width="2.2" stroke-dasharray="6 4"/>`,
  ];
  return { body: body.join(""), floor: 864, focus: [480, 560] };
};
