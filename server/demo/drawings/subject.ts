import type { Point } from "./paths.ts";
import type { Sheet } from "./sheet.ts";

/** The input of a painter. Colours are hex; the first colour is the main one. */
export type Look = { colours: readonly [string, ...string[]]; label: string; art: string };

/**
 * An object drawn on a sheet of 960 by 960. The middle of its foot stands at the height `floor`; a
 * close-up shows `focus`.
 */
export type Subject = { body: string; floor: number; focus: Point };

export type Painter = (sheet: Sheet, look: Look) => Subject;

/** The second colour; the first if there is no second. */
export const second = (look: Look): string => look.colours[1] ?? look.colours[0];

/** The third colour; the second or the first if there is no third. */
export const third = (look: Look): string => look.colours[2] ?? second(look);

/** Enlarges a subject; its foot stays in place. */
export const enlarged = ({ body, floor, focus }: Subject, by: number): Subject => ({
  body: `<g transform="translate(${480 - 480 * by} ${floor - floor * by})scale(${by})">${body}</g>`,
  floor,
  focus: [480 + (focus[0] - 480) * by, floor + (focus[1] - floor) * by],
});
