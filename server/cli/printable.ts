import type { Output } from "../transfer/reports/output.ts";

/**
 * One line of a text from outside, without control characters, line ends or bidirectional
 * overrides.
 */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");

/** The same for all lines of a report. */
export const printableOutput = ({ print, complain }: Output): Output => ({
  print: (line) => print(printable(line)),
  complain: (line) => complain(printable(line)),
});
