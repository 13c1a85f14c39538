import { formatCount } from "../../transfer/reports/counts.ts";

type Screen = {
  /** writes to a terminal; undefined if there is none */
  draw: ((text: string) => void) | undefined;
  /** prints a line */
  printLine: (line: string) => void;
  /** the time in ms */
  clock: () => number;
  /** the kind of counted things */
  thing?: "rows" | "pictures";
};

export type Progress = {
  /** sets the number of finished things */
  at: (through: number) => void;
  /** clears the line of the terminal */
  end: () => void;
};

/** Below these totals, an import ends before anybody could read its progress. */
const worthTelling = { rows: 1000, pictures: 50 };

const inTime = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/**
 * Shows the progress of an import. On a terminal, one line is updated each second. Elsewhere, a new
 * line is printed after each tenth of the total.
 */
export function progressOf(total: number, { draw, printLine, clock, thing = "rows" }: Screen): Progress {
  const start = clock();
  let count = start;
  let tenth = 0;
  const lineAt = (through: number) => {
    const perSecond = (through / Math.max(1, clock() - start)) * 1000;
    const pace = perSecond < 1 ? "" : `, ${formatCount(Math.round(perSecond))} a second`;
    const timeLeft = through < total ? `, ${inTime((total - through) / perSecond)} left` : "";
    return `${formatCount(through)} of ${formatCount(total)} ${thing}${pace}${timeLeft}`;
  };
  const redraw = (through: number) => {
    if (clock() - count < 1000) return;
    count = clock();
    draw?.(`\r\x1b[K${lineAt(through)}`);
  };
  const note = (through: number) => {
    const reached = Math.floor((through / total) * 10);
    if (total < worthTelling[thing] || reached <= tenth) return;
    tenth = reached;
    printLine(`${reached * 10} %: ${lineAt(through)}`);
  };
  return { at: draw ? redraw : note, end: () => draw && count !== start && draw("\r\x1b[K") };
}
