/** Where a report is written: results and complaints. */
export type Output = { print: (line: string) => void; complain: (line: string) => void };
