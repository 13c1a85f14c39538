import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import { internStrings } from "../../server/transfer/reading/intern-strings.ts";
import { openOwner } from "../cli/open-owner.ts";

test("a file with thousands of bad rows: each is named once by its line, and each product that they take with them", async () => {
  const { path, run } = await openOwner("sqlite");
  const numbers = Array.from({ length: 2500 }, (_, n) => n);
  const dear = numbers.map((n) => `jar-${n},Jar ${n},Glass,dear,`);
  const nowhere = numbers.map((n) => `a jar ${n},Jar ${n},Glass,10,`);
  const torn = numbers.map((n) => `jar-${n},,Glass,10,,surplus`);
  const lines = ["Handle,Title,Type,Variant Price,Vendor", ...dear, "mug,Mug,Glass,10,", ...nowhere, ...torn];
  await writeFile(path("products.csv"), lines.join("\n"));

  const { status, out, err } = await run(importCommand, path("products.csv"), "--no-pictures");

  expect([status, ...out.slice(0, 2)]).toEqual([
    1,
    "7,501 rows read: 1 product with 1 variant imported",
    "1 created, 0 changed, 0 unchanged; 7,500 rows refused",
  ]);
  const named = err.flatMap((line) => /^line (\d+): (.*)$/.exec(line)?.slice(1) ?? []);
  const bad = lines.flatMap((_, at) => (at === 0 || lines[at]?.startsWith("mug") ? [] : [at + 1]));
  const reported = Map.groupBy(
    Array.from({ length: named.length / 2 }, (_, n) => named.slice(2 * n, 2 * n + 2)),
    ([line]) => Number(line),
  );
  expect([...reported.keys()].sort((a, b) => a - b)).toEqual(bad);
  expect([...reported.values()].filter(({ length }) => length > 1).slice(0, 3)).toEqual([]);
  expect(reported.get(2)?.[0]?.[1]).toBe("Variant Price “dear” is not a price in dollars and cents, such as 12.50");
  const leftOut = err.flatMap((line) => /^Left out completely because of these rows: (.*)$/.exec(line)?.[1]?.split(", ") ?? []);
  expect(leftOut.toSorted()).toEqual(numbers.map((n) => `jar-${n}`).sort());
});

test("of reasons without number those beyond the most are told in one sentence", () => {
  const spare = internStrings(2);
  const last = "it was left out too: see the earlier rows of this product";
  expect(["a", "b", "a", "c", "b", "d"].map(spare)).toEqual(["a", "b", "a", last, "b", last]);
});
