import type { Output } from "../transfer/reports/output.ts";

/**
 * One line of what somebody else wrote: nothing in it is obeyed by a terminal, ends the line or
 * turns its letters around.
 */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");

/** The same for all that a report says. */
export const printableOutput = ({ print, complain }: Output): Output => ({
  print: (line) => print(printable(line)),
  complain: (line) => complain(printable(line)),
});
