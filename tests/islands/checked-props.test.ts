import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileSchema } from "../../islands/runtime/build/compile-schema.ts";
import { completeProps } from "../../islands/runtime/checked-props.ts";
import * as keywords from "../../islands/runtime/schema-keywords.ts";

/** A schema with every kind of type and rule that a browser checks. */
const schema = z.object({
  label: z.string().min(1).max(8),
  step: z.number().int().min(1).max(9).default(1),
  ratio: z.number().gt(0).lt(2).optional(),
  on: z.boolean().default(false),
  size: z.enum(["s", "m"]).nullable(),
  kind: z.literal("play").optional(),
  code: z
    .string()
    .regex(/^[a-z]+-\d$/)
    .optional(),
  day: z.iso.date().optional(),
  list: z
    .array(z.object({ id: z.string(), left: z.number().default(6) }))
    .max(2)
    .optional(),
  shown: z
    .discriminatedUnion("is", [z.object({ is: z.literal("text"), text: z.string() }), z.strictObject({ is: z.literal("none") })])
    .optional(),
  words: z.record(z.string().min(2), z.number()).optional(),
  rest: z.looseObject({ a: z.number() }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
});

const { compiled, refused } = compileSchema(schema);
const complete = (given: object, dataset: DOMStringMap = {}) =>
  completeProps({ island: "play", ...dataset }, given, compiled, keywords);

test("a schema of the usual types is compiled whole", () => {
  expect(refused).toEqual([]);
});

/** Values at and beyond the limits of each prop. */
const scalars = fc.constantFrom<unknown>(
  "",
  "a",
  "m",
  "text",
  "none",
  "play",
  "ab-1",
  "AB-1",
  "2026-02-30",
  "2026-02-03",
  "123456789",
  null,
  true,
  false,
  0,
  1,
  1.5,
  2,
  9,
  10,
  -1,
);
const nested = fc.oneof(
  scalars,
  fc.array(fc.record({ id: scalars, left: scalars, more: scalars }, { requiredKeys: [] }), { maxLength: 3 }),
  fc.record({ is: scalars, text: scalars, a: scalars, ab: scalars, x: scalars }, { requiredKeys: [] }),
  fc.constantFrom<unknown>(
    [],
    {},
    { is: "none" },
    { is: "text", text: "t" },
    { is: "none", text: "t" },
    { a: 1, b: [2] },
    { ab: 1 },
  ),
);
/** A few props with any value. */
const some = fc.array(fc.tuple(fc.constantFrom(...Object.keys(schema.shape), "unknown"), nested), { maxLength: 3 });
const right = { label: "ab", size: "m" };

test("production browsers take, complete and refuse exactly what the server's schema does", () => {
  let taken = 0;
  fc.assert(
    fc.property(some, fc.boolean(), (given, isComplete) => {
      const tried = { ...(isComplete && right), ...Object.fromEntries(given) };
      const byServer = schema.safeParse(tried);
      if (byServer.success) {
        taken += 1;
        expect(complete(tried)).toEqual(byServer.data);
      } else expect(() => complete(tried)).toThrow("Island play: ");
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(50);
});

test("single props become numbers and booleans, win over the others, and stay text where they are neither", () => {
  const dataset = { island: "play", props: "{}", propStep: "3", propOn: "", propSize: "s" };
  expect(complete({ ...right, step: 2 }, dataset)).toEqual({ label: "ab", step: 3, on: true, size: "s" });
  expect(complete(right, { propOn: "false" })).toMatchObject({ on: false });
  expect(() => complete(right, { propOn: "yes" })).toThrow('Island play: on is "yes": expected type "boolean"');
  expect(() => complete(right, { propStep: "" })).toThrow('Island play: step is "": expected type "integer"');
  expect(() => complete(right, { propStep: "Infinity" })).toThrow("step is");
  expect(completeProps({ propStep: "3" }, { a: 1 }, undefined, keywords)).toEqual({ a: 1, step: "3" });
});

test("a refusal names the path, the value and the rule", () => {
  expect(() => complete({ ...right, list: [{ id: "a" }, { id: 2 }] })).toThrow(
    'Island play: list.1.id is 2: expected type "string"',
  );
  expect(() => complete({ ...right, step: 10 })).toThrow("Island play: step is 10: expected maximum 9");
  expect(() => complete({ size: null })).toThrow('Island play: label is undefined: expected type "string"');
});

test("a key called __proto__ reaches no prototype", () => {
  const given = JSON.parse('{"label":"ab","size":"m","words":{"__proto__":7,"ab":1}}');
  const { words } = complete(given) as { words: object };
  expect(Object.getPrototypeOf(words)).toBe(Object.prototype);
});

test.each([
  ["a refinement", z.object({ a: z.string().refine((text) => text !== "x") })],
  ["a method that changes the text", z.object({ a: z.string().trim() })],
  ["z.pipe()", z.object({ a: z.string().transform(Number) })],
  ["z.coerce", z.object({ a: z.coerce.number() })],
  ["a regular expression with flags", z.object({ a: z.string().regex(/a/i) })],
  ["multipleOf", z.object({ a: z.number().multipleOf(0.5) })],
  ["format", z.object({ a: z.url() })],
])("%s, which no browser could check, is found", (what, wrong) => {
  expect(compileSchema(wrong).refused.join()).toContain(what);
});
