import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { heldBytes } from "../server/held-bytes.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The heap's size once nothing more is freed: one collection may leave what the next one takes. */
function used(): number {
  collect();
  const first = process.memoryUsage().heapUsed;
  collect();
  return process.memoryUsage().heapUsed < first ? used() : first;
}

/** The heap bytes per object, measured over many objects. */
function takenBy(make: (nth: number) => unknown): number {
  const [count, held] = [2000, [] as unknown[]];
  const before = used();
  for (let nth = 0; nth < count; nth += 1) held.push(make(nth));
  const after = used();
  return held.length === count ? (after - before) / count : Number.NaN;
}

const text = (length: number, nth: number) => Buffer.alloc(length, `${nth} é`).toString("latin1");
test.each<[string, (nth: number) => unknown]>([
  ["texts", (nth) => text(5000, nth)],
  ["texts of two bytes a letter", (nth) => `${text(2500, nth)}→`.repeat(2).split("").join("")],
  ["lists of numbers", (nth) => Array.from({ length: 600 }, (_, at) => at + nth)],
  ["objects", (nth) => Array.from({ length: 60 }, (_, at) => ({ slug: text(10, at), name: text(20, nth), count: at }))],
])("what is counted of %s is near to what they take", (_, make) => {
  const ratio = takenBy(make) / heldBytes(make(0));

  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.4);
});

test("a buffer counts with its bytes, which are outside of the heap", () => {
  expect(heldBytes(Buffer.allocUnsafeSlow(5000))).toBeGreaterThan(5000);
  expect(heldBytes(Buffer.allocUnsafeSlow(5000))).toBeLessThan(5500);
});

test("what stands for something that is kept elsewhere counts as nothing", () => {
  expect(heldBytes({ toJSON: () => "v1", values: [text(5000, 1)] })).toBe(0);
});
