/** Where a report goes: what was done, and what went wrong. */
export type Output = { print: (line: string) => void; complain: (line: string) => void };
