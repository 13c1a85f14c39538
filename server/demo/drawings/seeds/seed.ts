import { darker, lighter, mix } from "../colours.ts";
import { contact } from "../modelled.ts";
import type { Sheet } from "../sheet.ts";

/** One ripe seed, marbled and glossy, around 0 0, 30 wide and 40 high. */
function ripeSeed(sheet: Sheet, tint: string): string {
  const shell = "M0-20C12-18 16-2 13 8 10 17 4 20 0 20S-10 17-13 8C-16-2-12-18 0-20z";
  const fill = sheet.radial(
    [
      [0, lighter(tint, 0.45)],
      [0.35, tint],
      [0.8, darker(tint, 0.5)],
      [1, darker(tint, 0.75)],
    ],
    0.36,
    0.3,
    0.75,
  );
  const streaks = Array.from(
    { length: 4 },
    (_, at) =>
      `M${-9 + at * 5 + sheet.between(-1, 1)} ${sheet.between(-13, -6)}q${sheet.between(-4, 4)} 7 ${sheet.between(-2, 2)} ${sheet.between(11, 20)}`,
  ).join("");
  return `<path d="${shell}" fill="${fill}"/><path d="${streaks}" fill="none" stroke="${darker(tint, 0.7)}" stroke-opacity=".7" stroke-width="1.8" stroke-linecap="round"/><path d="M0-19Q-3 0 0 19" fill="none" stroke="${lighter(tint, 0.4)}" stroke-opacity=".5" stroke-width="1.2"/><ellipse cx="-5" cy="-8" rx="2.6" ry="5" fill="#fff" opacity=".7" transform="rotate(16)"/>`;
}

export type Spot = readonly [x: number, y: number, size: number];

/** Scattered seeds, each rotated differently. */
export function scattered(sheet: Sheet, spots: readonly Spot[], tint = mix("#6b4a33", "#9a7b52", 0.4)): string {
  const kinds = [0, 1, 2].map(() => sheet.keep(ripeSeed(sheet, mix(tint, "#b9a07a", sheet.between(0, 0.5)))));
  return spots
    .map(([x, y, size], at) => {
      const turn = Math.round(sheet.between(-80, 80));
      return `${contact(sheet, x + 3, y + 15 * size, 24 * size, 8 * size, 0.7)}<use href="#${kinds[at % 3]}" transform="translate(${x} ${y})rotate(${turn})scale(${size})"/>`;
    })
    .join("");
}

/** A heap of seeds, denser in the middle, drawn from back to front. */
export function drift(sheet: Sheet, x: number, y: number, rx: number, ry: number, count: number, size: number): Spot[] {
  const spots = Array.from({ length: count }, (): Spot => {
    const [angle, reach] = [sheet.between(0, Math.PI * 2), Math.sqrt(sheet.between(0, 1))];
    return [x + Math.cos(angle) * reach * rx, y + Math.sin(angle) * reach * ry, size * sheet.between(0.85, 1.15)];
  });
  return spots.sort((one, other) => one[1] - other[1]);
}
