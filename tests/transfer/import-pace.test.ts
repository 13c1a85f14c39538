import { expect, test } from "vitest";
import { type BatchTiming, nextBatch } from "../../server/transfer/rules/pace.ts";

const batches = (...past: [rows: number, ms: number][]): BatchTiming[] => past.map(([rows, ms]) => ({ rows, ms }));

test("a first batch is small, and the next ones are as large as hold the database for 20 ms", () => {
  expect(nextBatch([])).toBe(16);
  expect(nextBatch(batches([100, 16]))).toBe(125);
  expect(nextBatch(batches([100, 40]))).toBe(50);
});

test("a batch grows to twice the last one at most, and never beyond a thousand rows", () => {
  expect(nextBatch(batches([16, 0.2]))).toBe(32);
  expect(nextBatch(batches([900, 1]))).toBe(1000);
});

test("a batch that was kept waiting once does not make the next one smaller, what stays slow does", () => {
  expect(nextBatch(batches([100, 20], [100, 20], [100, 400]))).toBe(100);
  expect(nextBatch(batches([100, 20], [100, 40], [100, 40]))).toBe(50);
});

test("a product that is slow by itself goes alone", () => {
  expect(nextBatch(batches([1, 300]))).toBe(1);
});
