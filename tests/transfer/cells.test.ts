import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainCells } from "../../server/transfer/reading/cells.ts";

const cellsOf = (text: string): string[][] | undefined => {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n", "\r"] });
  } catch {
    return undefined;
  }
};

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(",", '"', '""', "\n", "\r\n", "\r", " ", '",', ',"', '"\n', "") },
  fc.constantFrom("a", "é", "'", "\t", "\0", "\ufeff", "0"),
  fc.string({ maxLength: 4 }),
);

test("cells read the short way are those that the parser reads", () => {
  const texts = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const cells = plainCells(text);
      // The parser does not support a spreadsheet's text formula, such as ="0123".
      if (cells && !text.includes('="')) expect(cells).toEqual(cellsOf(text));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  [
    'a,b\r\n"c ""d""",\n',
    [
      ["a", "b"],
      ['c "d"', ""],
    ],
  ],
  ['"one\n\ntwo",x', [["one\n\ntwo", "x"]]],
  ["a\n\nb", [["a"], [""], ["b"]]],
  ["a,", [["a", ""]]],
  ['="0123",="",b', [["0123", "", "b"]]],
  ['="0"1,b', undefined],
  ['5" pipe,x', undefined],
  ['"a"b', undefined],
  ['"a', undefined],
])("%j", (text, cells) => {
  expect(plainCells(text)).toEqual(cells);
});
