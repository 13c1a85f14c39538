import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guards } from "../mutations/guards.ts";
import { mutate } from "../mutations/mutation.ts";

const root = join(import.meta.dirname, "../..");

test("the text of every guard is in its file once, and its test is there", () => {
  for (const guard of guards) {
    expect(() => mutate(readFileSync(join(root, guard.file), "utf8"), guard)).not.toThrow();
    expect([guard.test, existsSync(join(root, guard.test))]).toEqual([guard.test, true]);
  }
});

test("every invariant of the checkout has guards that are tried", () => {
  const rules = new Set(guards.map(({ rule }) => rule));
  for (const rule of Array.from({ length: 16 }, (_, at) => `I${at + 1}`)) expect([rule, rules.has(rule)]).toEqual([rule, true]);
});

test("no guard is counted twice", () => {
  const changes = guards.map((guard) => JSON.stringify([guard.file, guard.find.trim(), guard.put, guard.test]));
  expect(changes.filter((change, at) => changes.indexOf(change) !== at)).toEqual([]);
});

test("a guard whose text is not there once is refused", () => {
  const guard = { rule: "I1", guard: "a guard", file: "a.ts", find: "if (a)", put: "if (true)", test: "a.test.ts" };
  expect(mutate("if (a) b();", guard)).toBe("if (true) b();");
  expect(() => mutate("if (a) if (a) b();", guard)).toThrow("2 times");
  expect(() => mutate("b();", guard)).toThrow("0 times");
});
