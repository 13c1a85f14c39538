/** The streams of a report: results and complaints. */
export type Output = { print: (line: string) => void; complain: (line: string) => void };
