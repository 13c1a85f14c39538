/** Writes a count with its noun: `1 row`, `12,000 rows`. */
export const counted = (count: number, thing: string): string => `${formatCount(count)} ${thing}${count === 1 ? "" : "s"}`;

/** Writes a count with commas between thousands: `12,000`. */
export const formatCount = (count: number): string => count.toLocaleString("en-US");
