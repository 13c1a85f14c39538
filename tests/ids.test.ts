import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { idsInRow, newId, newRowId, newSecret, newShortId } from "../server/ids.ts";

const server = join(import.meta.dirname, "../server");

test("ids and secrets have the length that is promised, and none comes twice", () => {
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newRowId()).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(Array.from({ length: 1000 }, newRowId)).size).toBe(1000);
  expect(newShortId()).toMatch(/^[0-9a-f]{16}$/);
  expect(newSecret()).toMatch(/^[\w-]{43}$/);
  expect(new Set(Array.from({ length: 1000 }, newShortId)).size).toBe(1000);
});

test("ids of rows that are written together follow each other", () => {
  const next = idsInRow();
  const ids = Array.from({ length: 3 }, () => BigInt(`0x${next()}`));
  expect(ids.map((id) => BigInt.asUintN(64, id - (ids[0] ?? 0n)))).toEqual([0n, 1n, 2n]);
});

test("ids of rows are in the order of the seconds in which they were made", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  const ids = Array.from({ length: 50 }, () => {
    vi.advanceTimersByTime(1000);
    return newRowId();
  });
  vi.useRealTimers();
  expect(ids).toEqual(ids.toSorted());
});

test("random texts are made in one place", () => {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const made = files.filter((path) => /randomUUID|randomBytes\(\d+\)\.toString/.test(readFileSync(join(server, path), "utf8")));
  expect(made).toEqual(["ids.ts"]);
});
