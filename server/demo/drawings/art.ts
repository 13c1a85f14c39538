import { darker, lighter } from "./colours.ts";
import { leafOutline } from "./leaf.ts";
import type { Sheet } from "./sheet.ts";

/**
 * Printed pictures for packets, tees and tins, drawn around 0 0 within a circle of radius 100, in
 * flat inks like a print.
 */
type Print = (sheet: Sheet, ink: string, other: string) => string;

const rays = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * Math.PI * 2;
    return `M${Math.cos(angle) * from} ${Math.sin(angle) * from}L${Math.cos(angle) * to} ${Math.sin(angle) * to}`;
  }).join("");

const line = (path: string, ink: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, r: number, ink: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${ink}"/>`;
const flat = (path: string, ink: string) => `<path d="${path}" fill="${ink}"/>`;

const leafPair = (x: number, y: number, size: number) =>
  `M${x} ${y}q${-size} ${-size * 0.9} ${-size * 1.6} ${-size * 0.1}q${size * 0.8} ${size * 0.6} ${size * 1.6} ${size * 0.1}zq${size} ${-size * 0.9} ${size * 1.6} ${-size * 0.1}q${-size * 0.8} ${size * 0.6} ${-size * 1.6} ${size * 0.1}z`;

const frond = (y: number, size: number) =>
  `M0 ${y}q${-size * 0.4}-2 ${-size}-26 ${size * 0.2} 30 ${size} 26zm0 0q${size * 0.4}-2 ${size}-26 ${-size * 0.2} 30 ${-size} 26z`;

export const prints = {
  leaf: (_sheet, ink) => `<g transform="translate(0 38)scale(.92)">${flat(leafOutline(0.9), ink)}</g>`,
  sun: (_sheet, ink, other) =>
    disc(0, 0, 46, ink) + line(rays(20, 60, 88), ink, 5) + line("M-46 14h92M-42 26h84M-32 37h64", other, 4),
  moon: (_sheet, ink, other) =>
    flat("M20-74A76 76 0 1 0 74 26A60 60 0 1 1 20-74z", ink) +
    flat("M50-60l5 13 13 5-13 5-5 13-5-13-13-5 13-5zM76-14l3 8 8 3-8 3-3 8-3-8-8-3 8-3z", other),
  mountain: (_sheet, ink, other) =>
    disc(34, -46, 24, other) +
    flat("M-96 66L-30-50 4 8 30-28 96 66z", ink) +
    flat("M-30-50l-26 46 16-8 10 12 10-14 10 6zM30-28l-16 22 10-2 6 8 8-10 8 4z", other) +
    line("M-80 80h160M-56 92h112", ink, 4),
  citrus: (_sheet, ink, other) =>
    disc(0, 6, 80, ink) +
    disc(0, 6, 69, other) +
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((at) => `<path transform="rotate(${at * 45} 0 6)" d="M0-2q-24-36-8-54q8-6 16 0q16 18-8 54z" fill="${ink}"/>`)
      .join("") +
    flat(leafPair(6, -72, 20), ink),
  berry: (_sheet, ink, other) =>
    [
      [-34, 6],
      [34, 8],
      [0, -28],
      [0, 44],
      [-2, 6],
    ]
      .map(
        ([x = 0, y = 0]) =>
          disc(x, y, 34, ink) +
          disc(x - 8, y - 10, 10, lighter(ink, 0.3)) +
          flat(`M${x - 9} ${y + 12}l6-3 3-7 3 7 6 3-6 3-3 6-3-6z`, darker(ink, 0.4)),
      )
      .join("") + flat(leafPair(0, -62, 26), other),
  pine: (_sheet, ink, other) =>
    [-40, -4, 34]
      .map((y, at) => flat(`M0 ${y - 48}l${30 + at * 14} ${50 + at * 4}h${-60 - at * 28}z`, at % 2 ? other : ink))
      .join("") + flat("M-8 70h16v24h-16z", ink),
  wave: (_sheet, ink, other) =>
    [0, 1, 2, 3, 4].map((at) => line(`M-86 ${-44 + at * 26}q22-32 43 0t43 0 43 0 43 0`, at % 2 ? other : ink, 9)).join("") +
    disc(44, -72, 18, other),
  bloom: (_sheet, ink, other) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map(
        (at) =>
          `<path transform="rotate(${at * 45})" d="M0-18C-30-50-18-86 0-92 18-86 30-50 0-18z" fill="${at % 2 ? ink : lighter(ink, 0.22)}"/>`,
      )
      .join("") + disc(0, 0, 22, other),
  fern: (_sheet, ink) =>
    line("M0 94C-3 30 3-30 0-92", ink, 4) +
    Array.from({ length: 10 }, (_, at) => flat(frond(80 - at * 17, 64 - Math.abs(at - 2.5) * 7), ink)).join(""),
  cap: (_sheet, ink, other) =>
    flat("M-22 8c2 34-10 60-14 76q36 16 72 0c-4-16-16-42-14-76z", other) +
    flat("M-88 12C-84-50-40-82 0-82S84-50 88 12Q0 36-88 12z", ink) +
    [
      [-44, -22, 11],
      [4, -50, 13],
      [42, -16, 10],
      [-8, -8, 7],
    ]
      .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, other))
      .join(""),
  drop: (_sheet, ink, other) =>
    flat("M0-92C44-28 62 2 62 32a62 60 0 0 1-124 0C-62 2-44-28 0-92z", ink) + line("M-36 34a36 36 0 0 0 30 34", other, 9),
  flame: (_sheet, ink, other) =>
    flat("M6-94c10 40 58 58 54 112a58 62 0 0 1-118 6C-60-10-30-24-26-54c16 8 22 20 22 34C14-40 14-66 6-94z", ink) +
    flat("M0 6c6 20 28 26 26 48a27 28 0 0 1-54 0C-28 36-8 28 0 6z", other),
  eye: (_sheet, ink, other) =>
    flat("M-92 0Q0-84 92 0 0 84-92 0z", ink) + disc(0, 0, 36, other) + disc(0, 0, 17, ink) + line(rays(24, 74, 92), ink, 4),
  hills: (_sheet, ink, other) =>
    disc(0, -24, 40, other) +
    flat("M-96 40C-60-20-20-6 0 20S64 0 96 34V60H-96z", ink) +
    flat("M-96 66C-40 30-10 60 30 50S80 56 96 62V88H-96z", lighter(ink, 0.25)),
  comet: (_sheet, ink, other) =>
    disc(40, -38, 30, ink) + line("M18-18L-70 66M44-4L-20 84M6-46L-86 20", other, 8) + line("M24-10L-40 74", ink, 5),
  grid: (_sheet, ink, other) =>
    [0, 1, 2, 3, 4]
      .map((at) =>
        line(
          `M0 ${-80 + at * 18}l${(at + 1) * 16} ${(at + 1) * 16}-${(at + 1) * 16} ${(at + 1) * 16}-${(at + 1) * 16}-${(at + 1) * 16}z`,
          at % 2 ? other : ink,
          6,
        ),
      )
      .join(""),
} satisfies Record<string, Print>;

export type Art = keyof typeof prints;

export const isArt = (name: string): name is Art => Object.hasOwn(prints, name);

/** A print around a point, scaled to a radius. */
export const printed = (sheet: Sheet, art: string, x: number, y: number, radius: number, ink: string, other: string): string =>
  `<g transform="translate(${x} ${y})scale(${radius / 100})">${prints[isArt(art) ? art : "leaf"](sheet, ink, other)}</g>`;
