/**
 * Prints a text: immediately (`printNow`), or only after all earlier tasks have printed theirs
 * (`printInOrder`).
 */
export type Print = (text: string) => void;

export const printNow: Print = (text) => void process.stdout.write(text);

/** Collects texts until `turn` is settled, then prints them and all later ones. */
function printAfter(turn: Promise<unknown>): Print {
  const waiting: string[] = [];
  let print: Print = (text) => void waiting.push(text);
  void turn.then(() => {
    printNow(waiting.join(""));
    print = printNow;
  });
  return (text) => print(text);
}

/** Runs all tasks at the same time, and prints as if they had run one after the other. */
export async function printInOrder<Result>(works: readonly ((print: Print) => Promise<Result>)[]): Promise<Result[]> {
  let turn: Promise<unknown> = Promise.resolve();
  const running = works.map((work) => {
    const ended = work(printAfter(turn));
    turn = Promise.all([turn, ended]);
    return ended;
  });
  return await Promise.all(running);
}
