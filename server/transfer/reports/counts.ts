/** `1 row`, `12,000 rows` */
export const some = (count: number, thing: string): string => `${figure(count)} ${thing}${count === 1 ? "" : "s"}`;

/** With commas between thousands: `12,000`. */
export const figure = (count: number): string => count.toLocaleString("en-US");
