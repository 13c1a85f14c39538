import type { Point } from "./paths.ts";
import type { Sheet } from "./sheet.ts";

/** The input of a painter. Colours are hex, the first is the main one. */
export type Look = { colours: readonly [string, ...string[]]; label: string; art: string };

/**
 * A thing drawn on a sheet of 960 by 960, standing with the middle of its foot on `floor`; `focus`
 * is what a close-up shows.
 */
export type Subject = { body: string; floor: number; focus: Point };

export type Painter = (sheet: Sheet, look: Look) => Subject;

/** The first colour where there is no second. */
export const second = (look: Look): string => look.colours[1] ?? look.colours[0];

/** The second colour, or the first, where there is no third. */
export const third = (look: Look): string => look.colours[2] ?? second(look);

/** The subject nearer to us, its foot where it was. */
export const enlarged = ({ body, floor, focus }: Subject, by: number): Subject => ({
  body: `<g transform="translate(${480 - 480 * by} ${floor - floor * by})scale(${by})">${body}</g>`,
  floor,
  focus: [480 + (focus[0] - 480) * by, floor + (focus[1] - floor) * by],
});
