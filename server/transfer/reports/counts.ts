import { printable } from "../../cli/printable.ts";

/** `1 row`, `12,000 rows` */
export const some = (count: number, thing: string): string => `${figure(count)} ${thing}${count === 1 ? "" : "s"}`;

export const figure = (count: number): string => count.toLocaleString("en-US");

/** One line, whatever a cell of the file holds. */
export const say = (voice: (text: string) => void, text: string): void => voice(printable(text));
