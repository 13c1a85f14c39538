import { expect, test } from "vitest";
import { progressOf } from "../../server/cli/import/progress.ts";

/** The output of an import of `total` rows that processes a hundred rows each 100 ms. */
function seen(total: number, terminal: boolean): { drawn: string[]; printed: string[] } {
  const [drawn, printed]: [string[], string[]] = [[], []];
  let ms = 0;
  const draw = terminal ? (text: string) => void drawn.push(text) : undefined;
  const progress = progressOf(total, { draw, printLine: (line) => void printed.push(line), clock: () => ms });
  for (let rows = 100; rows <= total; rows += 100) {
    ms += 100;
    progress.at(rows);
  }
  progress.end();
  return { drawn, printed };
}

test("without a terminal there is a line for every tenth, with the pace and the time that is left", () => {
  const { drawn, printed } = seen(10_000, false);
  expect(drawn).toEqual([]);
  expect(printed).toHaveLength(10);
  expect(printed[0]).toBe("10 %: 1,000 of 10,000 rows, 1,000 a second, 9 s left");
  expect(printed[9]).toBe("100 %: 10,000 of 10,000 rows, 1,000 a second");
});

test("on a terminal one line is written anew each second, and taken away in the end", () => {
  const { drawn, printed } = seen(3000, true);
  expect(printed).toEqual([]);
  expect(drawn).toEqual([
    "\r\x1b[K1,000 of 3,000 rows, 1,000 a second, 2 s left",
    "\r\x1b[K2,000 of 3,000 rows, 1,000 a second, 1 s left",
    "\r\x1b[K3,000 of 3,000 rows, 1,000 a second",
    "\r\x1b[K",
  ]);
});

test("a short file is through before there is anything to tell", () => {
  expect(seen(900, false)).toEqual({ drawn: [], printed: [] });
  expect(seen(900, true)).toEqual({ drawn: [], printed: [] });
});
