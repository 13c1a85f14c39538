import { figure } from "./words.ts";

type Screen = {
  /** writes to a terminal, undefined where there is none */
  draw: ((text: string) => void) | undefined;
  /** says a line */
  tell: (line: string) => void;
  /** ms */
  clock: () => number;
};

export type Progress = {
  /** so many rows of the file are through */
  at: (rows: number) => void;
  /** leaves the terminal's line free */
  end: () => void;
};

/** A shorter file is through before anybody has read how far it is. */
const worthTelling = 1000;

const inTime = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/** How far an import is: on a terminal one line, written anew each second; elsewhere a line for every tenth. */
export function progressOf(total: number, { draw, tell, clock }: Screen): Progress {
  const start = clock();
  let [drawn, tenth] = [start, 0];
  const lineAt = (rows: number) => {
    const perSecond = (rows / Math.max(1, clock() - start)) * 1000;
    const left = rows < total ? `, ${inTime((total - rows) / perSecond)} left` : "";
    return `${figure(rows)} of ${figure(total)} rows, ${figure(Math.round(perSecond))} a second${left}`;
  };
  const redraw = (rows: number) => {
    if (clock() - drawn < 1000) return;
    drawn = clock();
    draw?.(`\r\x1b[K${lineAt(rows)}`);
  };
  const note = (rows: number) => {
    const reached = Math.floor((rows / total) * 10);
    if (total < worthTelling || reached <= tenth) return;
    tenth = reached;
    tell(`${reached * 10} %: ${lineAt(rows)}`);
  };
  return { at: draw ? redraw : note, end: () => draw && drawn !== start && draw("\r\x1b[K") };
}
