import { darker, lighter } from "../colours.ts";
import { contact, smear } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";
import { type Look, type Painter, second, third } from "../subject.ts";
import { opaque, type Profile } from "../turned.ts";
import { packetFront } from "./packets.ts";
import { drift, scattered } from "./seed.ts";

/** Three packets of one collection, spread like a fan. */
export const collection: Painter = (sheet, look) => {
  const orders: Look[] = [
    { ...look, colours: [third(look), look.colours[0], second(look)], art: "fern" },
    { ...look, colours: [second(look), third(look), look.colours[0]], art: "sun" },
    look,
  ];
  const body = orders.map((one, at) => {
    const [turn, x] = [
      [14, 100],
      [-13, -120],
      [0.5, 0],
    ][at] ?? [0, 0];
    return `<g transform="translate(${x} 0)rotate(${turn} 480 800)">${packetFront(sheet, one)}</g>`;
  });
  const seeds = [...drift(sheet, 700, 812, 130, 14, 8, 1), ...drift(sheet, 270, 818, 90, 12, 5, 1)];
  return {
    body: contact(sheet, 480, 804, 360, 26, 0.8) + body.join("") + scattered(sheet, seeds),
    floor: 798,
    focus: [480, 400],
  };
};

const ridges = (sheet: Sheet, tone: string) =>
  [-0.72, -0.42, -0.1, 0.24, 0.56, 0.82]
    .map((part) =>
      smear(
        sheet,
        `M${480 + part * 66} 300Q${480 + part * 250} 420 ${480 + part * 70} 560`,
        part > 0.2 ? darker(tone, 0.7) : lighter(tone, 0.4),
        0.4,
        4,
        8,
      ),
    )
    .join("");

/** Dry seed heads with open crowns, on their stalks. */
export const pods: Painter = (sheet, look) => {
  const head: Profile = [
    [66, 292],
    [92, 330, 30],
    [148, 410, 50],
    [146, 470, 40],
    [90, 560, 40],
    [30, 590, 10],
    [16, 620],
  ];
  const crown = Array.from(
    { length: 11 },
    (_, at) => `M480 268l${Math.cos((at / 11) * 6.28) * 96} ${Math.sin((at / 11) * 6.28) * 20 + 4}`,
  ).join("");
  const one = (tone: string) =>
    `<path d="M480 600q-6 110 4 230" fill="none" stroke="${darker(tone, 0.5)}" stroke-width="22"/><path d="M476 600q-6 110 4 230" fill="none" stroke="${lighter(tone, 0.15)}" stroke-width="7"/>${opaque(sheet, head, tone, 0.25)}${ridges(sheet, tone)}<path d="M384 272Q400 236 430 258 450 228 480 250 510 228 530 258 562 236 576 272 560 306 480 306T384 272z" fill="${sheet.linear(
      [
        [0, lighter(tone, 0.4)],
        [0.5, tone],
        [1, darker(tone, 0.6)],
      ],
    )}"/><path d="${crown}" stroke="${darker(tone, 0.7)}" stroke-width="4" stroke-opacity=".6"/>`;
  const id = [sheet.keep(one(look.colours[0])), sheet.keep(one(second(look))), sheet.keep(one(third(look)))];
  const body = `${contact(sheet, 480, 806, 280, 24)}<use href="#${id[1]}" transform="translate(700 806)rotate(12)scale(.86)translate(-480 -830)"/><use href="#${id[2]}" transform="translate(290 808)rotate(-13)scale(.76)translate(-480 -830)"/><use href="#${id[0]}" transform="translate(490 812)scale(1.08)translate(-480 -830)"/>`;
  const seeds = drift(sheet, 480, 814, 300, 12, 14, 0.8);
  return { body: body + scattered(sheet, seeds, darker(look.colours[0], 0.3)), floor: 804, focus: [450, 330] };
};
