import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FileRecord, recordsOf } from "../../server/transfer/reading/records.ts";
import type { ReadBytes } from "../../server/transfer/reading/window.ts";
import { restored } from "../../server/transfer/rules/formula-cell.ts";

/** A file that returns these numbers of bytes at a time, in turn. */
function slow(text: string, portions: readonly number[] = [1 << 20]): ReadBytes {
  const bytes = new TextEncoder().encode(text);
  let turn = 0;
  return async (into, position) => {
    const portion = portions[turn++ % portions.length] ?? 1;
    const part = bytes.subarray(position, position + Math.min(into.length, portion));
    into.set(part);
    return part.length;
  };
}

async function recordsIn(read: ReadBytes, sizes = { longest: 1 << 20, batch: 1 << 15 }): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for await (const records of recordsOf(read, 0, sizes)) found.push(...records);
  return found;
}

const cellsIn = async (text: string) =>
  (await recordsIn(slow(text))).map((record) => [record.line, "cells" in record ? record.cells.join("|") : "torn"]);

const torn = "its quotation marks do not match: close each one, and double those inside a cell";

describe("the records of a CSV file", () => {
  test.each([
    ["Unix", "\n"],
    ["Windows", "\r\n"],
    ["an old Mac", "\r"],
  ])("stand on the lines that an editor shows, with the line ends of %s", async (_system, end) => {
    const text = ["Handle,Title", 'a,"One', "", 'two"', "", "b,B", 'c,"x ""y"""', "d,D"].join(end);
    expect(await cellsIn(text)).toEqual([
      [1, "Handle|Title"],
      [2, `a|One${end}${end}two`],
      [5, ""],
      [6, "b|B"],
      [7, 'c|x "y"'],
      [8, "d|D"],
    ]);
  });

  test.each(['b,5" pipe', 'b,"say "hi" now"', 'b,"never closed', '"b","never closed'])(
    "one that cannot be read ends at its own line: %s",
    async (line) => {
      const records = await recordsIn(slow(`a,A\n${line}\nc,C\nd,D\n`));
      expect(records.map((record) => [record.line, "malformed" in record])).toEqual([
        [1, false],
        [2, true],
        [3, false],
        [4, false],
      ]);
      expect(records[1]).toMatchObject({ malformed: torn, text: `${line}\n` });
    },
  );

  test("nor does it swallow a good cell of several lines further down", async () => {
    expect(await cellsIn('b,"torn\nc,C\nd,"two\nlines"\ne,E\n')).toEqual([
      [1, "torn"],
      [2, "c|C"],
      [3, "d|two\nlines"],
      [5, "e|E"],
    ]);
  });

  test("many torn ones among good ones are each found", async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => (at % 7 === 3 ? `p${at},5" pipe` : `p${at},"good\nlines"`));
    const records = await recordsIn(slow(lines.join("\n")));
    expect(records.map((record) => ("malformed" in record ? record.text.split(",")[0] : record.cells[0]))).toEqual(
      lines.map((_, at) => `p${at}`),
    );
  });

  test("one that is longer than any is torn, its line is passed over, and no memory is asked for it", async () => {
    const sizes = { longest: 1 << 20, batch: 1 << 10 };
    const long = "x".repeat(3 << 20);
    const records = await recordsIn(slow(`a,A\r\nb,${long}\r\nc,C\r\n`, [65_537]), sizes);
    expect(records).toMatchObject([
      { line: 1 },
      { line: 2, malformed: "the row is longer than 1 MB" },
      { line: 3, cells: ["c", "C"] },
    ]);
    const open = `b,"open\n${"c,C\n".repeat(1 << 18)}`;
    expect((await recordsIn(slow(open), sizes)).length).toBe(1 + (1 << 18));
  });

  test("bytes of a record are told, to be read again", async () => {
    const text = '\n"ä","1\r\n2"\r\nö,x';
    const bytes = new TextEncoder().encode(text);
    const again = (await recordsIn(slow(text))).map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
    expect(again).toEqual(["\n", '"ä","1\r\n2"\r\n', "ö,x"]);
  });

  test("nothing has none", async () => expect(await recordsIn(slow(""))).toEqual([]));
});

describe("whatever a file holds", () => {
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const cell = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.array(fc.constantFrom(",", '"', "\n", "\r", "é", "世", "😀", "'=", " ", "a"), { maxLength: 6 }).map((all) => all.join("")),
  );
  const portions = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  const sizes = fc.integer({ min: 1, max: 60 }).map((batch) => ({ longest: 512, batch }));

  test("a table comes back as it was written, however its bytes arrive", async () => {
    const row = fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 30 }),
        end,
        fc.boolean(),
        portions,
        sizes,
        async (rows, ends, closed, some, size) => {
          const write = (text: string, quoted: boolean) =>
            quoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
          const text = rows.map((each) => each.map(([own, quoted]) => write(own, quoted)).join(",")).join(ends);
          const records = await recordsIn(slow(closed && rows.length > 0 ? text + ends : text, some), size);
          expect(records.map((record) => ("cells" in record ? record.cells : record.malformed))).toEqual(
            rows.map((each) => each.map(([own]) => restored(own))),
          );
        },
      ),
    );
  });

  test("how its bytes arrive changes nothing, also where quotation marks do not pair or records are too long; no byte is left out", async () => {
    const wild = fc
      .array(fc.constantFrom('"', '"', ",", "\n", "\r", "\r\n", "a", "é", "aaaaaaaa"), { maxLength: 90 })
      .map((all) => all.join(""));
    const narrow = fc.record({ longest: fc.integer({ min: 4, max: 40 }), batch: fc.integer({ min: 1, max: 20 }) });
    await fc.assert(
      fc.asyncProperty(wild, portions, narrow, async (text, some, size) => {
        const records = await recordsIn(slow(text, some), size);
        expect(records).toEqual(await recordsIn(slow(text), { ...size, batch: 4096 }));
        const whole = new TextEncoder().encode(text).length;
        expect([0, ...records.map((record) => record.end)]).toEqual([...records.map(({ start }) => start), whole]);
      }),
      { numRuns: 300 },
    );
  });

  test("lines that are too long end where they end, whichever part of the file is in memory then", async () => {
    for (let length = 20; length < 60; length += 1) {
      const text = `${"x".repeat(length)}\r\na\r\n`;
      const records = await recordsIn(slow(text), { longest: 10, batch: 8 });
      expect(records.map(({ line, start }) => [line, start])).toEqual([
        [1, 0],
        [2, length + 2],
      ]);
    }
  });
});
