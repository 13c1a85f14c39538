import type { Output } from "../transfer/reports/output.ts";

/**
 * An external text on one line, without control characters, line ends or bidirectional overrides.
 */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");

/** An output that makes every line of a report printable. */
export const printableOutput = ({ print, complain }: Output): Output => ({
  print: (line) => print(printable(line)),
  complain: (line) => complain(printable(line)),
});
